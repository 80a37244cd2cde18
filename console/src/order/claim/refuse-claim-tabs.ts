/** The stages of people under a protection, and how many stand in each. */
import { useQuery } from "@tanstack/react-query";
import { refuseClaimApi } from "@visadesk/contract/order/claim/refuse-claim.ts";
import { CLAIM_STAGES, type ClaimStage } from "@visadesk/contract/order/claim/refuse-claim.words.ts";
import { ask } from "#kit/act/ask.ts";
import type { ListTab } from "#kit/list/list-types.ts";

const stage = (key: ClaimStage) => ({ key, label: CLAIM_STAGES[key], filter: { stage: key } });
export const CLAIM_TABS: readonly ListTab<typeof refuseClaimApi.refuse_claim_query>[] = [
  stage("review"),
  stage("proof"),
  stage("rejected"),
  stage("paying"),
  stage("lapsed"),
  stage("covered"),
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
