/** Words, cells and addresses of exhibitions and leads that their screens share. */
import { useQuery } from "@tanstack/react-query";
import { ask } from "#kit/act/ask.ts";
import { flowTag, Mark } from "#kit/page/flow-tag.tsx";
import { to } from "#kit/screens.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { exhibitionLeadApi, isHere } from "@visadesk/contract/peer/exhibition/exhibition-lead.ts";
import { PEER_CAME } from "@visadesk/contract/peer/exhibition/exhibition.words.ts";
import { exhibitionLeadFlow } from "@visadesk/contract/peer/exhibition/exhibition.flow.ts";
import type { peerExhibitionApi } from "@visadesk/contract/peer/exhibition/peer-exhibition.ts";

export type Exhibition = Output<typeof peerExhibitionApi.peer_exhibition_query>["list"][number];
export type ExhibitionDetail = Output<typeof peerExhibitionApi.peer_exhibition_get>;
export type Lead = Output<typeof exhibitionLeadApi.exhibition_lead_query>["list"][number];
export type LeadDetail = Output<typeof exhibitionLeadApi.exhibition_lead_get>;

export const LEADS = "lead";
export const EXHIBITION_TABS = [
  { key: "exhibition", label: "展会", filter: {} },
  { key: LEADS, label: "线索", filter: {} },
] as const;
/** As many leads as the tab shows when it is opened. */
export function useExhibitionTabCounts(): Readonly<Record<string, number | undefined>> {
  const { data } = useQuery({
    queryKey: [exhibitionLeadApi.exhibition_lead_query.name, "count"],
    queryFn: ({ signal }) => ask(exhibitionLeadApi.exhibition_lead_query, { page_size: 1, fields: ["id"] }, { signal, noToast: true }),
  });
  return { [LEADS]: data?.total ?? undefined };
}

export const exhibitionHref = (e: { id: number }): string => to("peer-exhibition-edit", { id: e.id });
export const deskHref = (e: { id: number }): string => to("peer-exhibition-edit", { id: e.id }, { mode: "desk" });
/** Leads of one fair, or of all. */
export const leadsHref = (e: { id: number } | null, more: Readonly<Record<string, string>> = {}): string =>
  to("peer-exhibition-list", {}, { tab: LEADS, ...(e && { exhibition_id: String(e.id) }), ...more });
export const isOver = (e: Pick<Exhibition, "exhibition_status">): boolean =>
  e.exhibition_status === "closed" || e.exhibition_status === "cancelled";
/** Over the list as it is filtered now. */
export function leadHref(l: { id: number }): string {
  const params = new URLSearchParams(window.location.search);
  params.set("lead", String(l.id));
  return `${window.location.pathname}?${params}`;
}
export const daysText = (e: Pick<Exhibition, "start_on" | "end_on">): string =>
  e.start_on === e.end_on ? e.start_on : `${e.start_on} 至 ${e.end_on.slice(e.end_on.startsWith(e.start_on.slice(0, 4)) ? 5 : 0)}`;

/** Whoever was ours before is there, not to be won. */
export const LeadState = ({ lead: l }: { lead: Pick<Lead, "kind" | "lead_status"> }) =>
  isHere(l) ? (
    <Mark tone="purple">{PEER_CAME}</Mark>
  ) : (
    <>
      {flowTag(exhibitionLeadFlow, l.lead_status)}
      {l.kind === "peer" && <Mark tone="purple">老客</Mark>}
    </>
  );
