/** Words, cells and addresses of peers' statements that their screens share. */
import { to } from "#kit/screens.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { peerSettleApi } from "@visadesk/contract/finance/peer/peer-settle.ts";

export type Statement = Output<typeof peerSettleApi.peer_settle_cycle_query>["list"][number];
export type StatementDetail = Output<typeof peerSettleApi.peer_settle_get>;
export type StatementLine = Output<typeof peerSettleApi.peer_settle_line_query>["list"][number];
export type Debtor = Output<typeof peerSettleApi.peer_settle_query>["list"][number];

export const statementHref = (id: number): string => to("peer-settle-detail", { id });
export const monthOf = (s: Pick<Statement, "cycle_end">): string => s.cycle_end.slice(0, 7);
/** Money of it may be asked for, paid and put off. */
export const isOwing = (s: Pick<Statement, "settlement_status" | "remaining">): boolean =>
  (s.settlement_status === "confirmed" || s.settlement_status === "part_paid") && s.remaining > 0;
/** Every filter that stands ends; the list shows these alone. */
export const listHref = (filter: Readonly<Record<string, string>>): string => `${to("peer-settle-list")}?${new URLSearchParams(filter)}`;
