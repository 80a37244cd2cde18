/** Withdrawals as their list and page read them, with their payment and what the peer could still take out. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { withdrawalApi } from "@visadesk/contract/finance/withdrawal.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { ListDef } from "#kit/db/page.ts";
import { and, likeText, q, row, rows, type Sql } from "#kit/db/sql.ts";
import { shown } from "#kit/noun/noun.ts";
import { timeRange } from "#kit/range.ts";
import { bareNumber, hashesOf, tailsOf } from "#kit/seal/seal.ts";
import type { FileAccess } from "../../files/index.ts";
import { peerAccountsOf } from "../../ledger/index.ts";
import { workerNames } from "../../setting/index.ts";
import { financeScope } from "../scope.sql.ts";
import { withdrawalNoun } from "./withdrawal.noun.ts";
import { withdrawQueue } from "./withdrawal.queues.ts";

type Api = typeof withdrawalApi;
type Filter = Omit<Parsed<Api["withdrawal_query"]>, "page" | "page_size">;
export type WithdrawalRow = Output<Api["withdrawal_get"]>;
type Named = "created_by_name" | "approved_by_name" | "rechecked_by_name" | "decided_by_name";
export type StoredWithdrawal = Omit<WithdrawalRow, Named | "withdrawable" | "is_mine" | "is_decided_by_me" | "is_overdue"> & {
  journal_id: number | null;
  approved_by: number | null;
  rechecked_by: number | null;
  decided_by: number | null;
};
type Caller = Pick<Ctx, "db" | "me" | "now">;
export const NO_WITHDRAWAL = "提现不存在或无权查看";

const FROM = q`withdrawals w join peers p on p.id = w.peer_id`;
const COLUMNS = q`${shown(withdrawalNoun, "w")}, w.journal_id, w.approved_by, w.rechecked_by, w.decided_by, p.peer_no, p.short_name as peer_name,
  w.amount - w.fee as net, f.payout_status, f.payout_no`;
const PAYOUT = q`left join lateral (select f.payout_status, f.payout_no from payouts f where f.source_noun = 'withdrawal' and f.source_id = w.id
  order by f.id desc limit 1) f on true`;
const scope = (ctx: Pick<Ctx, "me">): Sql | null => financeScope(ctx, { peer: "w.peer_id" });

/** By the whole number of an account, or by its last four. */
export const byAccount = (column: "w.payee_account" | "f.payee_account", typed: string): Sql => {
  const bare = bareNumber(typed);
  const [whole, tail] =
    column === "w.payee_account" ? [q`w.payee_account_hash`, q`w.payee_account_tail`] : [q`f.payee_account_hash`, q`f.payee_account_tail`];
  return bare.length === 4 ? q`${tail} = any(${tailsOf("card", bare)}::text[])` : q`${whole} = any(${hashesOf("card", bare)}::text[])`;
};
const overdue = (now: Date): Sql => q`(w.withdrawal_status = 'approved' and w.due_at < ${now})`;
/** Of these states nothing waits any more. */
const isOver = (states: readonly string[] | undefined): boolean =>
  states !== undefined && states.every((s) => ["paid", "returned", "rejected", "withdrawn"].includes(s));

const whereOf = (input: Filter, ctx: Pick<Ctx, "me" | "now">): Sql =>
  and([
    scope(ctx),
    input.keyword && q`w.withdrawal_no like ${`${likeText(input.keyword.toUpperCase())}%`}`,
    input.peer_id && q`w.peer_id = any(${[...input.peer_id]}::int8[])`,
    input.withdrawal_status && q`w.withdrawal_status = any(${[...input.withdrawal_status]}::text[])`,
    input.amount_from !== undefined && q`w.amount >= ${input.amount_from}`,
    input.amount_to !== undefined && q`w.amount <= ${input.amount_to}`,
    input.payee_bank && q`w.payee_bank ilike ${`%${likeText(input.payee_bank)}%`}`,
    input.payee_account && byAccount("w.payee_account", input.payee_account),
    timeRange("w.created_at", input.created_at),
    input.is_overdue !== undefined && (input.is_overdue ? overdue(ctx.now) : q`not coalesce(${overdue(ctx.now)}, false)`),
    input.queue && withdrawQueue(ctx, input.queue),
  ]);
export const withdrawalList = (input: Filter, ctx: Pick<Ctx, "me" | "now">): ListDef => ({
  from: FROM,
  where: whereOf(input, ctx),
  id: "w.id",
  select: COLUMNS,
  joins: PAYOUT,
  sorts: {
    created_at: { by: "w.created_at", order: isOver(input.withdrawal_status) ? "desc" : "asc", keyset: true },
    amount: { by: "w.amount", order: "desc" },
    due_at: { by: "w.due_at", order: "asc" },
  },
  sort: "created_at",
});

/** How many of each state are in the caller's sight. */
export const withdrawalCounts = (ctx: Caller): Promise<{ status: WithdrawalRow["withdrawal_status"]; n: number }[]> =>
  rows(ctx.db, q`select w.withdrawal_status as status, count(*)::int as n from ${FROM} where ${and([scope(ctx)])} group by 1`);

const one = (ctx: Caller, id: number, tail: Sql): Promise<StoredWithdrawal | undefined> =>
  row(ctx.db, q`select ${COLUMNS} from ${FROM} ${PAYOUT} where ${and([q`w.id = ${id}`, scope(ctx)])} ${tail}`);
/** One of a peer in the caller's sight. */
export const storedWithdrawal = (ctx: Caller, id: number): Promise<StoredWithdrawal | undefined> => one(ctx, id, q``);
export const lockedWithdrawal = (ctx: Caller, id: number): Promise<StoredWithdrawal | undefined> => one(ctx, id, q`for update of w`);

export async function shownWithdrawals(ctx: Caller, list: readonly StoredWithdrawal[]): Promise<WithdrawalRow[]> {
  const [names, purses] = await Promise.all([
    workerNames(
      ctx.db,
      list.flatMap((w) => [w.created_by, w.approved_by, w.rechecked_by, w.decided_by]),
    ),
    peerAccountsOf(
      ctx.db,
      list.map((w) => w.peer_id),
    ),
  ]);
  const name = (id: number | null): string | null => names.get(id ?? 0) ?? null;
  const me = ctx.me.worker_id;
  return list.map(({ approved_by, rechecked_by, decided_by, journal_id: _journal, ...w }) => {
    const purse = purses.get(w.peer_id);
    return {
      ...w,
      withdrawable: Math.max(0, (purse?.principal ?? 0) - (purse?.credit_used ?? 0)),
      is_mine: w.created_by === me,
      is_decided_by_me: approved_by === me,
      is_overdue: w.withdrawal_status === "approved" && w.due_at !== null && Date.parse(w.due_at) < ctx.now.getTime(),
      created_by_name: name(w.created_by),
      approved_by_name: name(approved_by),
      rechecked_by_name: name(rechecked_by),
      decided_by_name: name(decided_by),
    };
  });
}

export interface PaidPeer {
  id: number;
  name: string;
  short_name: string;
}
/** A peer in the caller's sight, kept from being removed. */
export const withdrawingPeer = (ctx: Caller, id: number, hold: boolean): Promise<PaidPeer | undefined> =>
  row(
    ctx.db,
    q`select p.id, p.name, p.short_name from peers p where ${and([q`p.id = ${id}`, financeScope(ctx, { peer: "p.id" })])} ${hold ? q`for key share` : q``}`,
  );

/** A letter of the withdrawal `id`, of a peer in the caller's sight. */
export async function mayReadLetter(ctx: Pick<Ctx, "db" | "me">, id: number, key: string): Promise<FileAccess | null> {
  const found = await row<{ no: string }>(
    ctx.db,
    q`select w.withdrawal_no as no from ${FROM} where ${and([q`w.id = ${id}`, q`${key} = any(w.files)`, scope(ctx)])}`,
  );
  return found ? { noun_no: found.no, label: "申请函", is_identity: false, filename: null } : null;
}

/** Which of these keys withdrawals and payments name. */
export const cashFilesInUse = async (db: Ctx["db"], keys: readonly string[]): Promise<string[]> =>
  (
    await rows<{ key: string }>(
      db,
      q`select distinct a.key from (select unnest(files) as key from withdrawals union all select receipt from payouts union all select file_key from payout_batches) a
        where a.key = any(${[...keys]}::text[])`,
    )
  ).map((r) => r.key);

/**
 * What the books promise of withdrawals: per peer what is frozen is the sum of those that live. Answers the peers where it is not so.
 */
export const frozenFaults = (db: Ctx["db"], of: Sql = q`true`): Promise<{ peer_id: number; frozen: number; live: number }[]> =>
  rows(
    db,
    q`select p.id as peer_id, coalesce(a.balance, 0)::int8 as frozen, coalesce(l.live, 0)::int8 as live from peers p
      left join ledger_accounts a on a.code = 'peer_frozen' and a.owner_id = p.id
      left join (select peer_id, sum(amount) as live from withdrawals where withdrawal_status in ('pending', 'second_review', 'approved') group by 1) l on l.peer_id = p.id
      where ${of} and coalesce(a.balance, 0) <> coalesce(l.live, 0) order by p.id`,
  );
