/** Suppliers and insurers with what is unbilled, under way, overdue and paid ahead. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { SETTLE_PREFIXES, type SettleKind } from "@visadesk/contract/finance/settle.words.ts";
import type { supplierSettleApi } from "@visadesk/contract/finance/supplier-settle.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { ListDef } from "#kit/db/page.ts";
import { and, likeText, or, q, row, type Sql } from "#kit/db/sql.ts";
import { wholeScope } from "../scope.sql.ts";
import { overdue } from "./settle-due.sql.ts";
import { payableSum, prepaidSum, UNSETTLED, UNSETTLED_FROM } from "./unsettled.sql.ts";

type Api = typeof supplierSettleApi;
export type PartyRow = Output<Api["supplier_settle_query"]>["list"][number];
type Caller = Pick<Ctx, "me" | "now">;

const mine = (which: Sql): Sql => q`(select count(*)::int from settlements s where s.supplier_id = v.id and ${which})`;
const inState = (...states: string[]): Sql => mine(q`s.settlement_status = any(${states}::text[])`);
const LAST_END = q`(select max(s.cycle_end) from settlements s where s.supplier_id = v.id and s.settlement_status <> 'void')`;
const unbilled = (what: Sql): Sql => q`(select ${what} from ${UNSETTLED_FROM} where a.owner_id = v.id and ${UNSETTLED})`;
/** Of suppliers `v`, as settlements call them. */
const KIND = q`(case v.kind when 'insurer' then 'insurer' when 'express' then 'carrier' else 'supplier' end)`;
const select = (at: Caller): Sql => q`v.id, v.short_name as name, ${KIND} as kind, v.settle_cycle, v.credit_days,
  ${unbilled(q`count(*)::int`)} as unbilled_count, ${unbilled(q`coalesce(-sum(l.amount), 0)::int8`)} as unbilled,
  ${inState("draft")} as drafts, ${inState("sent")} as sent, ${inState("disputed")} as disputed, ${inState("confirmed", "approved", "part_paid")} as to_pay,
  coalesce((select sum(s.remaining) from settlements s where s.supplier_id = v.id and ${overdue(at)}), 0)::int8 as overdue,
  ${payableSum(q`v.id`)} as payable, greatest(${prepaidSum(q`v.id`)}, 0) as prepaid, ${LAST_END} as last_end`;
const party = (kinds: readonly SettleKind[]): Sql => q`${KIND} = any(${[...kinds]}::text[])`;

export const partyList = (f: Parsed<Api["supplier_settle_query"]>, ctx: Caller): ListDef => ({
  from: q`suppliers v`,
  where: and([
    party(SETTLE_PREFIXES.supplier_settle),
    wholeScope(ctx),
    f.keyword && or([q`v.short_name ilike ${`%${likeText(f.keyword)}%`}`, q`v.name ilike ${`%${likeText(f.keyword)}%`}`]),
    f.kind && q`${KIND} = any(${[...f.kind]}::text[])`,
    f.settle_cycle && q`v.settle_cycle = any(${[...f.settle_cycle]}::text[])`,
    f.has_dispute !== undefined && q`(${inState("disputed")} > 0) = ${f.has_dispute}`,
    f.is_overdue !== undefined && q`(${mine(overdue(ctx))} > 0) = ${f.is_overdue}`,
    f.has_unbilled !== undefined && q`(${unbilled(q`count(*)::int`)} > 0) = ${f.has_unbilled}`,
  ]),
  id: "v.id",
  select: select(ctx),
  sorts: {
    name: { by: "v.short_name", order: "asc" },
    last_end: {
      by: "(select max(s.cycle_end) from settlements s where s.supplier_id = v.id and s.settlement_status <> 'void')",
      order: "desc",
    },
  },
  sort: "last_end",
});
export const partyOf = <Row = PartyRow>(
  ctx: Pick<Ctx, "db" | "me" | "now">,
  id: number,
  kinds: readonly SettleKind[],
): Promise<Row | undefined> =>
  row<Row>(ctx.db, q`select ${select(ctx)} from suppliers v where ${and([q`v.id = ${id}`, party(kinds), wholeScope(ctx)])}`);
