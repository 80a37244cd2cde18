/** Movements of peers' accounts, as lists and sums read them: what a peer gains is a credit of ours. */
import { CHANGE_LABELS, JOURNAL_KINDS, type ChangeType, type JournalKind } from "@visadesk/contract/finance/ledger.words.ts";
import type { balanceApi } from "@visadesk/contract/finance/books/balance.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import type { ListDef } from "#kit/db/page.ts";
import { and, or, q, raw, row, type Sql } from "#kit/db/sql.ts";
import { dateRange } from "#kit/range.ts";
import { PEER_ACCOUNTS } from "../../ledger/index.ts";
import { workerNames } from "../../setting/index.ts";
import { papersCalled, papersOf, refKey, undoneOf, undoneText } from "../papers.ts";
import { financeScope } from "../scope.sql.ts";

type Api = typeof balanceApi;
export type BalanceFilter = Parsed<Api["balance_sum_get"]>;
export type BalanceRow = Output<Api["balance_query"]>["list"][number];
export interface StoredLine extends Omit<BalanceRow, "change" | "related_no" | "created_by_name"> {
  change_type: ChangeType | null;
  kind: JournalKind;
  created_by: number | null;
  order_no: string | null;
  reason: string | null;
  /** The source of the voucher that it takes back. */
  undone_noun: string | null;
  undone_id: number | null;
}

const FROM = q`journal_lines l join ledger_accounts a on a.id = l.account_id join journals j on j.id = l.journal_id join peers p on p.id = a.owner_id`;
const SELECT = q`l.id, l.journal_id, j.no, j.created_at as at, j.booked_on, p.id as peer_id, p.peer_no, p.short_name as peer_name, a.code as account,
  l.change_type, j.kind, case when l.amount < 0 then -l.amount end as income, case when l.amount > 0 then l.amount end as outcome,
  case a.side when 'debit' then -l.balance_after else l.balance_after end as balance_after,
  j.source_noun, j.source_id, l.order_id, o.order_no, j.created_by, coalesce(nullif(l.note, ''), j.reason, '') as note,
  j.reason, v.source_noun as undone_noun, v.source_id as undone_id`;

/** Vouchers of this number, and movements for the papers that are called so. */
async function relatedTo(db: Db, typed: string): Promise<Sql> {
  const refs = await papersCalled(db, typed);
  const ids = (noun: string): number[] => refs.filter((r) => r.noun === noun).map((r) => r.id);
  const sources = [...new Set(refs.map((r) => r.noun))].map(
    (noun) => q`l.journal_id in (select s.id from journals s where s.source_noun = ${noun} and s.source_id = any(${ids(noun)}::int8[]))`,
  );
  return or([q`l.journal_id = any(${ids("journal")}::int8[])`, q`l.order_id = any(${ids("order")}::int8[])`, ...sources]);
}

export async function balanceWhere(ctx: Pick<Ctx, "db" | "me">, f: BalanceFilter, dates = f.booked_on): Promise<Sql> {
  // Accounts of peers named outright keep a line list to their own index.
  const accounts = f.account ?? [...PEER_ACCOUNTS];
  return and([
    q`l.balance_after is not null`,
    f.peer_id
      ? q`l.account_id = any(array(select x.id from ledger_accounts x where x.owner_id = any(${f.peer_id}::int8[]) and x.code = any(${accounts}::text[])))`
      : q`a.code = any(${accounts}::text[])`,
    financeScope(ctx, { peer: "a.owner_id" }),
    f.change_type && q`l.change_type = any(${f.change_type}::text[])`,
    f.direction && q`l.amount ${raw(f.direction === "in" ? "<" : ">")} 0`,
    f.amount?.from !== undefined && q`abs(l.amount) >= ${f.amount.from}`,
    f.amount?.to !== undefined && q`abs(l.amount) <= ${f.amount.to}`,
    f.related_no && (await relatedTo(ctx.db, f.related_no)),
    dateRange("j.booked_on", dates),
    f.bd_owner_id && q`p.bd_owner_id = any(${f.bd_owner_id}::int8[])`,
  ]);
}

export const balanceList = async (ctx: Pick<Ctx, "db" | "me">, f: BalanceFilter): Promise<ListDef> => ({
  from: FROM,
  where: await balanceWhere(ctx, f),
  id: "l.id",
  select: SELECT,
  joins: q`left join orders o on o.id = l.order_id left join journals v on v.id = j.reversal_of`,
  sorts: { id: { by: "l.id", order: "desc", keyset: true, type: "int8" } },
  sort: "id",
});

export async function shownLines(db: Db, list: readonly StoredLine[]): Promise<BalanceRow[]> {
  const [names, papers] = await Promise.all([
    workerNames(
      db,
      list.map((l) => l.created_by),
    ),
    papersOf(
      db,
      list.flatMap((l) => [{ noun: l.source_noun, id: l.source_id }, ...undoneOf(l)]),
    ),
  ]);
  return list.map(({ change_type, kind, created_by, order_no, reason, undone_noun, undone_id, ...l }) => ({
    ...l,
    note: undoneOf({ undone_noun, undone_id }).map((ref) => undoneText(papers, ref, reason))[0] ?? l.note,
    change: change_type === null ? JOURNAL_KINDS[kind] : CHANGE_LABELS[change_type],
    related_no: order_no ?? papers.get(refKey({ noun: l.source_noun, id: l.source_id }))?.no ?? "",
    created_by_name: names.get(created_by ?? 0) ?? null,
  }));
}

/** Of one account of one peer; what stood before the first day, and after the last. */
export async function balanceSums(ctx: Pick<Ctx, "db" | "me">, f: BalanceFilter): Promise<Output<Api["balance_sum_get"]>> {
  if (f.peer_id?.length !== 1 || f.account?.length !== 1) return null;
  const own: BalanceFilter = { peer_id: f.peer_id, account: f.account };
  const until = async (to: string | undefined, isBefore: boolean): Promise<number> => {
    const where = and([await balanceWhere(ctx, own), to !== undefined && q`j.booked_on ${raw(isBefore ? "<" : "<=")} ${to}::date`]);
    return (await row<{ n: number }>(ctx.db, q`select coalesce(-sum(l.amount), 0)::int8 as n from ${FROM} where ${where}`))?.n ?? 0;
  };
  const [opening, closing, moved] = await Promise.all([
    f.booked_on?.from === undefined ? 0 : until(f.booked_on.from, true),
    until(f.booked_on?.to, false),
    row<{ income: number; outcome: number }>(
      ctx.db,
      q`select coalesce(-sum(l.amount) filter (where l.amount < 0), 0)::int8 as income,
          coalesce(sum(l.amount) filter (where l.amount > 0), 0)::int8 as outcome from ${FROM} where ${await balanceWhere(ctx, f)}`,
    ),
  ]);
  return { opening, closing, income: moved?.income ?? 0, outcome: moved?.outcome ?? 0 };
}
