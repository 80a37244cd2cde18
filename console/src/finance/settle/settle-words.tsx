/** Words, cells and addresses of settlements that their screens share. */
import { Mark } from "#kit/page/flow-tag.tsx";
import { to } from "#kit/screens.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { expressSettleApi } from "@visadesk/contract/finance/express-settle.ts";
import type { supplierSettleApi } from "@visadesk/contract/finance/supplier-settle.ts";
import { tradeOf } from "./settle-trades.ts";

export type Settlement = Output<typeof supplierSettleApi.supplier_settle_get>;
export type SettleLine = Output<typeof supplierSettleApi.supplier_settle_line_query>["list"][number];
export type Party = Output<typeof supplierSettleApi.supplier_settle_query>["list"][number];
export type PartyDetail = Output<typeof supplierSettleApi.supplier_settle_party_get>;
/** Where it is paid, with the last digits of its account. */
export const payeeText = ({ payee: p }: Pick<PartyDetail, "payee">): string => (p === null ? "未登记" : `${p.bank_name} ${p.account_no}`);
export type CardParty = Output<typeof expressSettleApi.express_settle_query>["list"][number];
export type CarrierParty = Output<typeof expressSettleApi.express_settle_party_get>;

export const cyclesHref = (supplier_id: number): string => to("supplier-settle-cycle-list", { id: supplier_id });
export const carrierCyclesHref = (supplier_id: number, card_id?: number): string =>
  `${to("express-settle-cycle-list", { id: supplier_id })}${card_id === undefined ? "" : `?card_id=${card_id}`}`;
export const settleHref = (s: Pick<Settlement, "id" | "supplier_id" | "kind">): string =>
  to(tradeOf(s).detail, { supplierId: s.supplier_id ?? 0, id: s.id });
export const cycleText = (s: Pick<Settlement, "cycle_start" | "cycle_end">): string =>
  s.cycle_start === s.cycle_end ? s.cycle_end : `${s.cycle_start} 至 ${s.cycle_end.slice(5)}`;
/** Lines may still be judged, let go and added. */
export const isOpen = (s: Pick<Settlement, "settlement_status">): boolean => ["draft", "sent", "disputed"].includes(s.settlement_status);
export const Late = ({ settlement: s }: { settlement: Pick<Settlement, "is_overdue"> }) =>
  s.is_overdue ? <Mark tone="red">逾期</Mark> : null;
