/** Payments as the cashier's desk reads them. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { PAYEE_CHANGED_DAYS } from "@visadesk/contract/finance/cash.words.ts";
import type { payoutApi } from "@visadesk/contract/finance/payout.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { ListDef } from "#kit/db/page.ts";
import { and, likeText, or, q, row, rows, type Sql } from "#kit/db/sql.ts";
import { shown } from "#kit/noun/noun.ts";
import { timeRange } from "#kit/range.ts";
import type { FileAccess } from "../../files/index.ts";
import { workerNames } from "../../setting/index.ts";
import { financeScope, wholeScope } from "../scope.sql.ts";
import { byAccount } from "../withdrawal/withdrawal.sql.ts";
import { payoutNoun } from "./payout.noun.ts";
import { payoutQueue } from "./payout.queues.ts";

type Api = typeof payoutApi;
type Filter = Omit<Parsed<Api["payout_query"]>, "page" | "page_size">;
export type PayoutRow = Output<Api["payout_get"]>;
export type StoredPayout = Omit<PayoutRow, "paid_by_name" | "needs_call" | "is_approver" | "is_overdue"> & {
  way: string;
  approvers: number[];
  payee_changed_at: string | null;
  merge_no: string | null;
  bounced_refs: string[];
  paid_by: number | null;
  attempt: number;
  journal_id: number | null;
  peer_id: number | null;
  order_id: number | null;
};
type Caller = Pick<Ctx, "db" | "me" | "now">;
export const NO_PAYOUT = "付款单不存在或无权查看";
const OPEN = ["queued", "paying", "failed"];

const FROM = q`payouts f`;
const JOINS = q`join company_accounts c on c.id = f.company_account_id left join payout_batches b on b.id = f.batch_id`;
const COLUMNS = q`${shown(payoutNoun, "f")}, f.way, f.approvers, f.payee_changed_at, f.merge_no, f.bounced_refs, f.paid_by, f.attempt, f.journal_id,
  f.peer_id, f.order_id, c.name as company_account_name, b.batch_no, case when b.file_key is not null then b.expires_at end as file_until`;
export const payoutScope = (ctx: Pick<Ctx, "me">): Sql | null => financeScope(ctx, { peer: "f.peer_id", order: "f.order_id" });

const overdue = (now: Date): Sql => q`(f.payout_status = any(${OPEN}::text[]) and f.due_at is not null and f.due_at < ${now})`;
const isOver = (states: readonly string[] | undefined): boolean => states !== undefined && !states.some((s) => OPEN.includes(s));
const whereOf = (input: Filter, ctx: Pick<Ctx, "me" | "now">): Sql =>
  and([
    payoutScope(ctx),
    input.keyword &&
      or([
        q`f.payout_no like ${`${likeText(input.keyword.toUpperCase())}%`}`,
        q`f.source_no like ${`${likeText(input.keyword.toUpperCase())}%`}`,
        q`f.payee_name ilike ${`%${likeText(input.keyword)}%`}`,
      ]),
    input.source_noun && q`f.source_noun = any(${[...input.source_noun]}::text[])`,
    input.method && q`f.method = any(${[...input.method]}::text[])`,
    input.company_account_id && q`f.company_account_id = any(${[...input.company_account_id]}::int8[])`,
    input.payout_status && q`f.payout_status = any(${[...input.payout_status]}::text[])`,
    input.payee_account && byAccount("f.payee_account", input.payee_account),
    input.bank_ref && q`f.bank_ref = ${input.bank_ref}`,
    input.batch_no && q`f.batch_id = (select id from payout_batches where batch_no = ${input.batch_no.toUpperCase()})`,
    timeRange("f.due_at", input.due_at),
    input.is_overdue !== undefined && (input.is_overdue ? overdue(ctx.now) : q`not ${overdue(ctx.now)}`),
    input.queue && payoutQueue(ctx, input.queue),
  ]);
export const payoutList = (input: Filter, ctx: Pick<Ctx, "me" | "now">): ListDef => ({
  from: FROM,
  where: whereOf(input, ctx),
  id: "f.id",
  select: COLUMNS,
  joins: JOINS,
  sorts: {
    created_at: { by: "f.created_at", order: "desc", keyset: true },
    amount: { by: "f.amount", order: "desc" },
    due_at: { by: "f.due_at", order: "asc" },
  },
  sort: isOver(input.payout_status) ? "created_at" : "due_at",
});

const one = (ctx: Caller, id: number, tail: Sql): Promise<StoredPayout | undefined> =>
  row(ctx.db, q`select ${COLUMNS} from ${FROM} ${JOINS} where ${and([q`f.id = ${id}`, payoutScope(ctx)])} ${tail}`);
export const storedPayout = (ctx: Caller, id: number): Promise<StoredPayout | undefined> => one(ctx, id, q``);
export const lockedPayout = (ctx: Caller, id: number): Promise<StoredPayout | undefined> => one(ctx, id, q`for update of f`);
/** Several, held in id order. */
export const lockedPayouts = (ctx: Caller, ids: readonly number[]): Promise<StoredPayout[]> =>
  rows(
    ctx.db,
    q`select ${COLUMNS} from ${FROM} ${JOINS} where ${and([q`f.id = any(${[...ids]}::int8[])`, payoutScope(ctx)])} order by f.id for update of f`,
  );

const DAY_MS = 86_400_000;
/** The payee's account is so new that somebody has to ask by telephone. */
export const needsCall = (p: Pick<StoredPayout, "payee_changed_at">, now: Date): boolean =>
  p.payee_changed_at !== null && now.getTime() - Date.parse(p.payee_changed_at) < PAYEE_CHANGED_DAYS * DAY_MS;

export async function shownPayouts(ctx: Caller, list: readonly StoredPayout[]): Promise<PayoutRow[]> {
  const names = await workerNames(
    ctx.db,
    list.map((p) => p.paid_by),
  );
  return list.map((p) => ({
    ...p,
    paid_by_name: names.get(p.paid_by ?? 0) ?? null,
    needs_call: needsCall(p, ctx.now),
    is_approver: p.approvers.includes(ctx.me.worker_id),
    is_overdue: OPEN.includes(p.payout_status) && p.due_at !== null && Date.parse(p.due_at) < ctx.now.getTime(),
  }));
}

/** A payment of this account that bears the number already; rows of one line of a bank file share theirs. */
export const refTaken = async (
  ctx: Pick<Ctx, "db">,
  p: { id: number; company_account_id: number; bank_ref: string; merge_no: string | null },
): Promise<boolean> =>
  (await row(
    ctx.db,
    q`select 1 from payouts where company_account_id = ${p.company_account_id} and (
        (id <> ${p.id} and bank_ref = ${p.bank_ref} and (merge_no is null or merge_no is distinct from ${p.merge_no}::text))
        or ${p.bank_ref} = any(bounced_refs)) limit 1`,
  )) !== undefined;

/** What waits on each account that is in use or has something waiting, against what the books say lies on it; that is told of the house's money alone. */
export function payoutHeads(ctx: Caller): Promise<Output<Api["payout_head_get"]>["accounts"]> {
  const whole = wholeScope(ctx);
  return rows(
    ctx.db,
    q`select c.id, c.name, c.kind, coalesce(w.waiting, 0)::int8 as waiting, coalesce(w.n, 0)::int as count,
        case when ${whole ?? q`true`} then coalesce((select sum(l.amount) from ledger_accounts a join journal_lines l on l.account_id = a.id
          where a.owner_id = c.id and a.code in ('cash', 'clearing')), 0)::int8 end as balance
      from company_accounts c
      left join (select f.company_account_id, sum(f.amount) as waiting, count(*) as n from ${FROM}
        where ${and([q`f.payout_status in ('queued', 'paying')`, payoutScope(ctx)])} group by 1) w on w.company_account_id = c.id
      where (${and([whole, q`c.account_status = 'enabled' and c.kind = 'bank'`])}) or w.n > 0 order by c.kind, c.id`,
  );
}

/** The receipt of the payment `id`, in the caller's sight. */
export async function mayReadReceipt(ctx: Pick<Ctx, "db" | "me">, id: number, key: string): Promise<FileAccess | null> {
  const found = await row<{ no: string }>(
    ctx.db,
    q`select f.payout_no as no from ${FROM} where ${and([q`f.id = ${id}`, q`f.receipt = ${key}`, payoutScope(ctx)])}`,
  );
  return found ? { noun_no: found.no, label: "回单", is_identity: false, filename: null } : null;
}

const BOUNCE_LINES = 20;
/** Lines by which it may have come back, the newest first; statements are for who sees everything. */
export const bounceLines = (
  ctx: Pick<Ctx, "db" | "me">,
  p: Pick<StoredPayout, "company_account_id" | "amount">,
): Promise<Output<Api["payout_bounce_line_query"]>["list"]> =>
  rows(
    ctx.db,
    q`select id, at, amount, counterparty_name, summary, ref from statement_lines
      where company_account_id = ${p.company_account_id} and direction = 'in' and line_status = 'open' and amount = ${p.amount} and ${wholeScope(ctx) ?? q`true`}
      order by at desc, id desc limit ${BOUNCE_LINES}`,
  );
/** What left or came back by these numbers of banks and channels, by the voucher that booked it. */
export const payoutTrades = (
  db: Ctx["db"],
  of: { numbers?: readonly string[]; sources?: readonly { source_noun: string; source_id: number }[] },
): Promise<{ trade_no: string; source_noun: string; source_id: number; amount: number }[]> =>
  rows(
    db,
    q`select f.bank_ref as trade_no, j.source_noun, j.source_id, f.amount + f.bank_fee as amount from payouts f join journals j on j.id = f.journal_id
      where f.bank_ref is not null and (f.bank_ref = any(${[...(of.numbers ?? [])].map((n) => n.toUpperCase())}::text[])
        or exists (select 1 from jsonb_to_recordset(${JSON.stringify(of.sources ?? [])}::jsonb) as x(source_noun text, source_id int8)
          where x.source_noun = j.source_noun and x.source_id = j.source_id))`,
  );
