/** Settlements and their lines as they are read, each prefix its own kinds. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { LineVerdict, SettleKind } from "@visadesk/contract/finance/settle.words.ts";
import type { supplierSettleApi } from "@visadesk/contract/finance/supplier-settle.ts";
import { applicantFlow } from "@visadesk/contract/order/order.flow.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { ListDef } from "#kit/db/page.ts";
import { and, likeText, or, q, raw, row, rows, type Sql } from "#kit/db/sql.ts";
import { shown } from "#kit/noun/noun.ts";
import { dateRange } from "#kit/range.ts";
import { workerNames } from "../../setting/index.ts";
import { financeScope, wholeScope } from "../scope.sql.ts";
import { overdue } from "./settle-due.sql.ts";
import { settleQueue } from "./settle.queues.ts";
import { WORTH, UNJUDGED } from "./settle-totals.sql.ts";
import type { LineAccount } from "./settle.rules.ts";
import { settlementNoun } from "./settlement.noun.ts";

type Api = typeof supplierSettleApi;
export type SettlementRow = Output<Api["supplier_settle_get"]>;
type LineRow = Output<Api["supplier_settle_line_query"]>["list"][number];
type Caller = Pick<Ctx, "me" | "now">;
export const NO_SETTLEMENT = "结算单不存在或无权查看";

/** Which of them somebody sees: peers' by who looks after the peer, all others with the data scope 全部. */
export const settleScope = (ctx: Pick<Ctx, "me">, kinds: readonly SettleKind[]): Sql =>
  and([q`s.kind = any(${[...kinds]}::text[])`, kinds.includes("peer") ? financeScope(ctx, { peer: "s.peer_id" }) : wholeScope(ctx)]);
export const SELECT = (
  at: Pick<Ctx, "now">,
): Sql => q`${shown(settlementNoun, "s")}, coalesce(v.short_name, p.short_name) as party_name, coalesce(v.name, p.name) as party_company, o.order_no, c.name as card_name,
  s.ours - s.theirs as difference, ${overdue(at)} as is_overdue, s.created_by, s.confirmed_by, s.approved_by`;
export const JOINS = q`left join suppliers v on v.id = s.supplier_id left join peers p on p.id = s.peer_id left join orders o on o.id = s.order_id
  left join carrier_cards c on c.id = s.card_id`;
export type StoredSettlement = Omit<SettlementRow, "created_by_name" | "confirmed_by_name" | "approved_by_name"> & {
  created_by: number | null;
  confirmed_by: number | null;
  approved_by: number | null;
};

export const cycleList = (f: Parsed<Api["supplier_settle_cycle_query"]>, ctx: Caller, kinds: readonly SettleKind[]): ListDef => ({
  from: q`settlements s`,
  where: and([
    settleScope(ctx, kinds),
    f.supplier_id !== undefined && q`s.supplier_id = ${f.supplier_id}`,
    f.peer_id && q`s.peer_id = any(${[...f.peer_id]}::int8[])`,
    f.card_id && q`s.card_id = any(${[...f.card_id]}::int8[])`,
    f.settlement_status && q`s.settlement_status = any(${[...f.settlement_status]}::text[])`,
    dateRange("s.cycle_end", f.cycle_end),
    dateRange("s.due_on", f.due_on),
    f.is_overdue !== undefined && (f.is_overdue ? overdue(ctx) : q`not ${overdue(ctx)}`),
    f.queue && settleQueue(ctx, f.queue),
    f.keyword && named(f.keyword),
  ]),
  id: "s.id",
  select: SELECT(ctx),
  joins: JOINS,
  sorts: {
    cycle_end: { by: "s.cycle_end", order: "desc", keyset: true, type: "date" },
    due_on: { by: "s.due_on", order: "asc", keyset: true, type: "date" },
  },
  sort: "cycle_end",
});
const named = (word: string): Sql => {
  const like = `%${likeText(word)}%`;
  return or([
    q`s.settle_no like ${`${likeText(word.toUpperCase())}%`}`,
    q`s.supplier_id in (select id from suppliers where short_name ilike ${like} or name ilike ${like})`,
    q`s.peer_id in (select id from peers where short_name ilike ${like} or name ilike ${like})`,
  ]);
};

export async function shownSettlements(ctx: Pick<Ctx, "db">, list: readonly StoredSettlement[]): Promise<SettlementRow[]> {
  const names = await workerNames(
    ctx.db,
    list.flatMap((s) => [s.created_by, s.confirmed_by, s.approved_by]),
  );
  return list.map(({ created_by, confirmed_by, approved_by, ...s }) => ({
    ...s,
    created_by_name: names.get(created_by ?? 0) ?? null,
    confirmed_by_name: names.get(confirmed_by ?? 0) ?? null,
    approved_by_name: names.get(approved_by ?? 0) ?? null,
  }));
}
export const settlementOf = (
  ctx: Pick<Ctx, "db" | "me" | "now">,
  id: number,
  kinds: readonly SettleKind[],
): Promise<StoredSettlement | undefined> =>
  row<StoredSettlement>(
    ctx.db,
    q`select ${SELECT(ctx)} from settlements s ${JOINS} where ${and([q`s.id = ${id}`, settleScope(ctx, kinds)])}`,
  );

/** One of them as the system reads it, whoever may see it. */
export const settlementRow = (ctx: Pick<Ctx, "db" | "now">, id: number): Promise<StoredSettlement | undefined> =>
  row<StoredSettlement>(ctx.db, q`select ${SELECT(ctx)} from settlements s ${JOINS} where s.id = ${id}`);

export const TABS: Readonly<Record<NonNullable<Parsed<Api["supplier_settle_line_query"]>["tab"]>, Sql>> = {
  all: q`x.freed_at is null`,
  difference: q`(x.freed_at is null and x.match in ('diff', 'ours_only', 'theirs_only', 'duplicate'))`,
  dispute: q`(x.freed_at is null and x.dispute is not null)`,
  adjust: q`(x.freed_at is null and x.source in ('adjust', 'rolled'))`,
  held: q`x.freed_at is not null`,
};
const isSource = (...names: string[]): Sql => q`x.source = any(${names}::text[])`;
/** The result of a person, in words. */
const RESULT = raw(
  `case a.applicant_status ${Object.entries(applicantFlow.states)
    .map(([k, s]) => `when '${k}' then '${s.label}'`)
    .join(" ")} end`,
);

export const lineList = (f: Parsed<Api["supplier_settle_line_query"]>, ctx: Caller, kinds: readonly SettleKind[]): ListDef => ({
  from: q`settle_lines x`,
  where: and([
    q`x.settlement_id = ${f.settlement_id}`,
    q`exists (select 1 from settlements s where s.id = x.settlement_id and ${settleScope(ctx, kinds)})`,
    TABS[f.tab ?? "all"],
    f.match && q`x.match = any(${[...f.match]}::text[])`,
    f.source && q`x.source = any(${[...f.source]}::text[])`,
    dateRange("x.occurred_on", f.occurred_on),
    f.keyword && numbered(f.keyword),
  ]),
  id: "x.id",
  select: q`x.id, x.settlement_id, x.source, x.item, x.order_id, o.order_no, x.applicant_id, a.applicant_no, a.name_cn as applicant_name, k.name as sku_name, coalesce(a.is_urgent, o.is_urgent, false) as is_urgent, a.submit_date,
    ${RESULT} as result, x.waybill_no, x.occurred_on, case when ${isSource("deduct", "adjust", "rolled")} then 0 else x.amount end as charge,
    case when x.source = 'settle' then (select max(n.embassy_part) from supplier_assignments n where n.applicant_id = x.applicant_id and n.released_at is null) end as embassy_part,
    case when x.source = 'deduct' then x.amount else 0 end as deduct,
    case when ${isSource("adjust", "rolled")} then x.amount else ${WORTH} - x.amount end as adjust, ${WORTH} as subtotal, x.their_amount,
    case when x.match is not null then coalesce(x.their_amount, 0) - x.amount end as difference, coalesce(x.declared_g, e.weight_g) as declared_g, x.billed_g, x.match, x.cause, x.verdict, x.dispute,
    e.type::text as direction, ev.short_name as carried_for, e.zone, x.extra, b.short_name as borne_by_name, d.diff_no, x.offered, x.freed_for, x.is_held, x.settled, x.note, x.created_by`,
  joins: q`left join orders o on o.id = x.order_id left join applicants a on a.id = x.applicant_id left join skus k on k.id = a.sku_id
    left join expresses e on e.id = x.express_id left join suppliers ev on ev.id = e.supplier_id left join suppliers b on b.id = x.borne_by left join order_diffs d on d.id = x.diff_id`,
  sorts: { occurred_on: { by: "x.occurred_on", order: "asc", keyset: true, type: "date" } },
  sort: "occurred_on",
});
const numbered = (word: string): Sql => {
  const starts = `${likeText(word.toUpperCase())}%`;
  return or([
    q`x.order_id in (select id from orders where order_no like ${starts})`,
    q`x.applicant_id in (select id from applicants where applicant_no like ${starts})`,
    q`x.waybill_no like ${starts}`,
  ]);
};
export async function shownLines(
  ctx: Pick<Ctx, "db">,
  list: readonly (Omit<LineRow, "created_by_name"> & { created_by: number | null })[],
): Promise<LineRow[]> {
  const names = await workerNames(
    ctx.db,
    list.map((l) => l.created_by),
  );
  return list.map(({ created_by, ...l }) => ({ ...l, created_by_name: names.get(created_by ?? 0) ?? null }));
}

export interface HeldLine {
  id: number;
  source: string;
  account_code: LineAccount;
  order_id: number | null;
  applicant_id: number | null;
  waybill_no: string | null;
  journal_line_id: number | null;
  rolled_from: number | null;
  amount: number;
  their_amount: number | null;
  agreed: number | null;
  worth: number;
  settled: number;
  match: string | null;
  verdict: LineVerdict | null;
  borne_by: number | null;
  express_id: number | null;
  /** For whom its parcel went. */
  carried_for: number | null;
  diff_id: number | null;
  unjudged: boolean;
  created_by: number | null;
}
/** Live lines of a settlement that is held, in the order they are paid in. */
export const heldLines = (ctx: Pick<Ctx, "db">, settlementId: number, only?: readonly number[]): Promise<HeldLine[]> =>
  rows<HeldLine>(
    ctx.db,
    q`select x.id, x.source, x.account_code, x.order_id, x.applicant_id, x.waybill_no, x.journal_line_id, x.rolled_from, x.amount, x.their_amount, x.agreed, ${WORTH} as worth, x.settled,
        x.match, x.verdict, x.borne_by, x.express_id, e.supplier_id as carried_for, x.diff_id, ${UNJUDGED} as unjudged, x.created_by
      from settle_lines x left join expresses e on e.id = x.express_id
      where ${and([q`x.settlement_id = ${settlementId}`, q`x.freed_at is null`, only && q`x.id = any(${[...only]}::int8[])`])} order by x.occurred_on, x.id`,
  );
