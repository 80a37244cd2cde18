/** Peers' statements, their lines and who owes, as they are read. */
import { AGING, AGING_DAYS, type Aging } from "@visadesk/contract/finance/peer/peer-settle.words.ts";
import type { peerSettleApi } from "@visadesk/contract/finance/peer/peer-settle.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { keysOf } from "@visadesk/contract/kit/field.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { ListDef } from "#kit/db/page.ts";
import { and, likeText, or, q, row, rows, type Sql } from "#kit/db/sql.ts";
import { dateRange, dayOf } from "#kit/range.ts";
import { workerNames } from "../../setting/index.ts";
import { WORTH } from "../settlement/settle-totals.sql.ts";
import { overdue } from "../settlement/settle-due.sql.ts";
import { JOINS, NO_SETTLEMENT, SELECT, settleScope, TABS, type StoredSettlement } from "../settlement/settlement.sql.ts";
import { creditsOf } from "./peer-lines.sql.ts";
import { peerQueue } from "./peer-settle.queues.ts";
import { fifo, type OpenStatement } from "./peer-settle.rules.ts";

type Api = typeof peerSettleApi;
type Caller = Pick<Ctx, "me" | "now">;
export const KINDS = ["peer"] as const;
export const NO_STATEMENT = NO_SETTLEMENT;
export type StatementRow = Output<Api["peer_settle_cycle_query"]>["list"][number];
export type StoredStatement = StoredSettlement &
  Pick<StatementRow, "peer_no" | "level_id" | "overdue_days" | "reminded_on" | "silent_on"> & { bd_owner_id: number | null };

/** Money of a statement is asked for from the day both agreed on. */
const OWED = q`(s.settlement_status in ('confirmed', 'part_paid') and s.remaining > 0)`;
const lateDays = (now: Date): Sql => q`(case when ${OWED} then greatest(${dayOf(now)}::date - s.due_on, 0) else 0 end)`;
const within = (now: Date, key: Aging): Sql => {
  const keys = keysOf(AGING);
  const before = AGING_DAYS[keys[keys.indexOf(key) - 1] ?? "current"] ?? 0;
  const most = AGING_DAYS[key];
  const late = lateDays(now);
  if (key === "current") return q`(${OWED} and ${late} <= 0)`;
  return most === null ? q`(${late} > ${before}::int)` : q`(${late} > ${before}::int and ${late} <= ${most}::int)`;
};
const COLUMNS = (at: Caller): Sql =>
  q`${SELECT(at)}, p.peer_no, p.level_id, p.bd_owner_id, ${lateDays(at.now)} as overdue_days, s.reminded_on, s.silent_on`;
const byPeer = (condition: Sql): Sql => q`s.peer_id in (select p.id from peers p where ${condition})`;

export const statementList = (f: Parsed<Api["peer_settle_cycle_query"]>, ctx: Caller): ListDef => ({
  from: q`settlements s`,
  where: and([
    settleScope(ctx, KINDS),
    f.peer_id && q`s.peer_id = any(${[...f.peer_id]}::int8[])`,
    f.bd_owner_id && byPeer(q`p.bd_owner_id = any(${[...f.bd_owner_id]}::int8[])`),
    f.level_id && byPeer(q`p.level_id = any(${[...f.level_id]}::text[])`),
    f.settlement_status && q`s.settlement_status = any(${[...f.settlement_status]}::text[])`,
    dateRange("s.cycle_end", f.cycle_end),
    dateRange("s.due_on", f.due_on),
    f.is_overdue !== undefined && (f.is_overdue ? overdue(ctx) : q`not ${overdue(ctx)}`),
    f.aging && or(f.aging.map((key) => within(ctx.now, key))),
    f.queue && peerQueue(ctx, f.queue),
    f.keyword &&
      or([
        q`s.settle_no like ${`${likeText(f.keyword.toUpperCase())}%`}`,
        byPeer(or([q`p.short_name ilike ${`%${likeText(f.keyword)}%`}`, q`p.peer_no like ${`${likeText(f.keyword.toUpperCase())}%`}`])),
      ]),
  ]),
  id: "s.id",
  select: COLUMNS(ctx),
  joins: JOINS,
  sorts: {
    cycle_end: { by: "s.cycle_end", order: "desc", keyset: true, type: "date" },
    due_on: { by: "s.due_on", order: "asc", keyset: true, type: "date" },
    remaining: { by: "s.remaining", order: "desc", keyset: true, type: "int8" },
  },
  sort: "cycle_end",
});
export const statementOf = (ctx: Pick<Ctx, "db" | "me" | "now">, id: number): Promise<StoredStatement | undefined> =>
  row<StoredStatement>(
    ctx.db,
    q`select ${COLUMNS(ctx)} from settlements s ${JOINS} where ${and([q`s.id = ${id}`, settleScope(ctx, KINDS)])}`,
  );

/** What waits to settle statements nobody agreed upon yet, by statement: as it would be parted if all of them were. */
async function offsetsOf(ctx: Pick<Ctx, "db">, list: readonly StoredStatement[]): Promise<Map<number, number>> {
  const peers = [...new Set(list.filter(isUnconfirmed).map((s) => s.peer_id ?? 0))];
  if (peers.length === 0) return new Map();
  const [open, credits] = await Promise.all([
    rows<OpenStatement & { peer_id: number }>(
      ctx.db,
      q`select id, peer_id, remaining from settlements where peer_id = any(${peers}::int8[])
        and settlement_status in ('draft', 'sent', 'disputed', 'confirmed', 'part_paid') and remaining > 0 order by due_on, cycle_end, id`,
    ),
    creditsOf(ctx.db, peers),
  ]);
  const offsets = new Map<number, number>();
  for (const peer of peers) {
    const mine = <R extends { peer_id: number }>(of: readonly R[]): R[] => of.filter((x) => x.peer_id === peer);
    for (const { settlement_id: id, amount } of fifo(mine(credits), mine(open))) offsets.set(id, (offsets.get(id) ?? 0) + amount);
  }
  return offsets;
}
const isUnconfirmed = (s: Pick<StoredStatement, "settlement_status">): boolean =>
  s.settlement_status === "draft" || s.settlement_status === "sent" || s.settlement_status === "disputed";

export async function shownStatements(ctx: Pick<Ctx, "db">, list: readonly StoredStatement[]): Promise<StatementRow[]> {
  const [names, offsets] = await Promise.all([
    workerNames(
      ctx.db,
      list.flatMap((s) => [s.created_by, s.confirmed_by, s.approved_by, s.bd_owner_id]),
    ),
    offsetsOf(ctx, list),
  ]);
  return list.map(({ created_by, confirmed_by, approved_by, bd_owner_id, peer_id, ...s }) => ({
    ...s,
    peer_id: peer_id ?? 0,
    to_offset: isUnconfirmed(s) ? (offsets.get(s.id) ?? 0) : 0,
    created_by_name: names.get(created_by ?? 0) ?? null,
    confirmed_by_name: names.get(confirmed_by ?? 0) ?? null,
    approved_by_name: names.get(approved_by ?? 0) ?? null,
    bd_owner_name: names.get(bd_owner_id ?? 0) ?? null,
  }));
}

/** Within the caller's sight: statements by state, and what is to be paid by how late it is. */
export async function statementStat(ctx: Pick<Ctx, "db" | "me" | "now">): Promise<Output<Api["peer_settle_stat_get"]>> {
  const states = await rows<{ state: string; n: number }>(
    ctx.db,
    q`select s.settlement_status as state, count(*)::int as n from settlements s where ${settleScope(ctx, KINDS)} group by 1`,
  );
  const parts = keysOf(AGING).map(
    (key) => q`select ${key}::text as key, count(*)::int as count, coalesce(sum(s.remaining), 0)::int8 as amount
    from settlements s where ${and([settleScope(ctx, KINDS), within(ctx.now, key)])}`,
  );
  const [first = q``, ...rest] = parts;
  const aging = await rows<{ key: Aging; count: number; amount: number }>(
    ctx.db,
    rest.reduce((all, part) => q`${all} union all ${part}`, first),
  );
  const late = await row<{ n: number }>(
    ctx.db,
    q`select count(*)::int as n from settlements s where ${and([settleScope(ctx, KINDS), overdue(ctx)])}`,
  );
  const all = states.reduce((n, s) => n + s.n, 0);
  return { states: { ...Object.fromEntries(states.map((s) => [s.state, s.n])), all, overdue: late?.n ?? 0 }, aging };
}

type LineRow = Output<Api["peer_settle_line_query"]>["list"][number];
export type StoredLine = Omit<LineRow, "created_by_name"> & { created_by: number | null };
export const lineList = (f: Parsed<Api["peer_settle_line_query"]>, ctx: Caller): ListDef => ({
  from: q`settle_lines x`,
  where: and([
    q`x.settlement_id = ${f.settlement_id}`,
    q`exists (select 1 from settlements s where s.id = x.settlement_id and ${settleScope(ctx, KINDS)})`,
    TABS[f.tab ?? "all"],
    f.match && q`x.match = any(${[...f.match]}::text[])`,
    f.source && q`x.source = any(${[...f.source]}::text[])`,
    dateRange("x.occurred_on", f.occurred_on),
    f.keyword && q`x.order_id in (select id from orders where order_no like ${`${likeText(f.keyword.toUpperCase())}%`})`,
  ]),
  id: "x.id",
  select: q`x.id, x.settlement_id, x.source, x.item, x.occurred_on, x.order_id, o.order_no, j.event_at as at, j.id as journal_id, j.no as journal_no,
    case when x.order_id is not null then (select count(*)::int from applicants a where a.order_id = x.order_id) end as people,
    case when x.source in ('adjust', 'theirs') then 0 else x.amount end as charge, case when x.source in ('adjust', 'theirs') then ${WORTH} else ${WORTH} - x.amount end as adjust,
    ${WORTH} as subtotal, x.their_amount, case when x.match is not null then coalesce(x.their_amount, 0) - x.amount end as difference, x.match, x.verdict, x.dispute,
    x.offered, x.freed_for, x.is_held, x.note, x.created_by`,
  joins: q`left join orders o on o.id = x.order_id left join journal_lines l on l.id = x.journal_line_id left join journals j on j.id = l.journal_id`,
  sorts: { occurred_on: { by: "x.occurred_on", order: "asc", keyset: true, type: "date" } },
  sort: "occurred_on",
});
export async function shownLines(ctx: Pick<Ctx, "db">, list: readonly StoredLine[]): Promise<LineRow[]> {
  const names = await workerNames(
    ctx.db,
    list.map((l) => l.created_by),
  );
  return list.map(({ created_by, ...l }) => ({ ...l, created_by_name: names.get(created_by ?? 0) ?? null }));
}

/** What settled it, with the words of the peer's account. */
export const allocationsOf = (ctx: Pick<Ctx, "db">, id: number): Promise<Output<Api["peer_settle_allocation_query"]>["list"]> =>
  rows(
    ctx.db,
    q`select x.id, coalesce(l.change_type, '') as item, j.id as journal_id, coalesce(j.no, '') as ref_no, j.booked_on as occurred_on, x.amount,
        x.undone_at is not null as is_undone, x.created_at
      from settle_allocations x left join journal_lines l on l.id = x.journal_line_id left join journals j on j.id = l.journal_id
      where x.settlement_id = ${id} order by x.id`,
  );
