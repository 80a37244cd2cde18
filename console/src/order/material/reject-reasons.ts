/** What may be said against a paper: the reasons of 不合格原因库 for its kind, its usual ones first. */
import { useQuery } from "@tanstack/react-query";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { baseDataApi } from "@visadesk/contract/base-data/base-data.ts";
import { ask } from "#kit/act/ask.ts";

export type Reason = Output<typeof baseDataApi.reject_reason_pick>["list"][number];

/** Reasons in use. */
export const useReasons = (documentId: number | null) =>
  useQuery({
    queryKey: [baseDataApi.reject_reason_pick.name, documentId],
    queryFn: ({ signal }) =>
      ask(baseDataApi.reject_reason_pick, documentId === null ? {} : { document_id: documentId }, { signal, noToast: true }),
    select: ({ list }): readonly Reason[] => list,
  });
export const reasonsFor = (reasons: readonly Reason[], kind: number): readonly Reason[] => reasons.filter((r) => r.kinds.includes(kind));
