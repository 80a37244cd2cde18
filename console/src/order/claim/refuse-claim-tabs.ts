/** The stages of people under a protection, and how many stand in each. */
import { useQuery } from "@tanstack/react-query";
import { refuseClaimApi } from "@visadesk/contract/order/claim/refuse-claim.ts";
import { CLAIM_STAGES, type ClaimStage } from "@visadesk/contract/order/claim/refuse-claim.words.ts";
import { ask } from "#kit/act/ask.ts";
import type { ListTab } from "#kit/list/list-types.ts";

const KEYS = Object.keys(CLAIM_STAGES) as ClaimStage[];
export const CLAIM_TABS: readonly ListTab<typeof refuseClaimApi.refuse_claim_query>[] = [
  ...KEYS.map((stage) => ({ key: stage, label: CLAIM_STAGES[stage], filter: { stage } })),
  { key: "all", label: "全部", filter: {} },
];

/** Within my sight, by tab key. */
export function useClaimCounts(): Readonly<Record<string, number | undefined>> {
  const counts = useQuery({
    queryKey: [refuseClaimApi.refuse_claim_counts.name, "tabs"],
    queryFn: ({ signal }) => ask(refuseClaimApi.refuse_claim_counts, {}, { signal, noToast: true }),
  }).data?.counts;
  return Object.fromEntries((counts ?? []).map((c) => [c.stage, c.n]));
}
