/** What becomes of a withdrawal: passed by a second person, a large one by a third, or given back at once. */
import { WITHDRAW_DUE_DAYS } from "@visadesk/contract/finance/cash.words.ts";
import { withdrawalFlow } from "@visadesk/contract/finance/withdrawal.flow.ts";
import type { Ctx } from "#kit/call/context.ts";
import { row, q } from "#kit/db/sql.ts";
import { found, refuseUnless } from "#kit/http/refuse.ts";
import { expectUnmoved, moveRow } from "#kit/noun/move.ts";
import { openField } from "#kit/seal/seal.ts";
import { calendarOf } from "../../base-data/index.ts";
import { postWithdrawReturned } from "../../ledger/index.ts";
import { assertChecker } from "../checker.ts";
import { financeSettings } from "../finance-setting/finance-setting.ts";
import { openPayout } from "../payout/payout-open.ts";
import { sealedWithdrawal, withdrawalNoun } from "./withdrawal.noun.ts";
import { lockedWithdrawal, NO_WITHDRAWAL, type StoredWithdrawal } from "./withdrawal.sql.ts";

interface Seen {
  id: number;
  version: number;
}
type Move = "approve" | "recheck" | "reject" | "withdraw";

async function held(ctx: Ctx, { id, version }: Seen, move: Move): Promise<StoredWithdrawal> {
  const w = found(await lockedWithdrawal(ctx, id), NO_WITHDRAWAL);
  expectUnmoved(w, version, () => `现在是「${withdrawalFlow.states[w.withdrawal_status].label}」`);
  refuseUnless(
    withdrawalFlow.moves[move].from.some((state) => state === w.withdrawal_status),
    "state_changed",
  );
  return w;
}

async function queued(ctx: Ctx, w: StoredWithdrawal, approvers: readonly number[]): Promise<Date> {
  const due_at = (await calendarOf(ctx.db)).dueAt(ctx.now, WITHDRAW_DUE_DAYS, "work_day");
  const sealed = found(
    await row<object>(ctx.db, q`select withdrawal_no, payee_account, payee_account_sealed from withdrawals where id = ${w.id}`),
  );
  await openPayout(ctx, {
    source_noun: "withdrawal",
    source_id: w.id,
    source_no: w.withdrawal_no,
    peer_id: w.peer_id,
    method: "bank",
    payee_name: w.payee_name,
    payee_account: openField(sealedWithdrawal, sealed, "payee_account") ?? "",
    payee_bank: w.payee_bank,
    amount: w.amount - w.fee,
    approvers,
    due_at,
  });
  return due_at;
}

/** Refused where bank data are missing: nobody could pay it. */
function assertWhole(w: StoredWithdrawal): void {
  refuseUnless(w.payee_account !== "" && w.payee_bank.trim() !== "", "incomplete", "收款账户信息不完整");
}

async function approve(seen: Seen, ctx: Ctx): Promise<number> {
  const w = await held(ctx, seen, "approve");
  assertChecker(ctx, [w.created_by]);
  assertWhole(w);
  const me = ctx.me.worker_id;
  const { withdraw_second_limit } = await financeSettings(ctx.db);
  const decided = { approved_by: me, approved_at: ctx.now, updated_at: ctx.now };
  const by = { id: w.id, version: w.version };
  if (w.amount >= withdraw_second_limit)
    await moveRow(ctx, withdrawalNoun, "approve", { ...by, to: "second_review", set: { ...decided, needs_second: true } });
  else await moveRow(ctx, withdrawalNoun, "approve", { ...by, to: "approved", set: { ...decided, due_at: await queued(ctx, w, [me]) } });
  ctx.note({ noun: "withdrawal", noun_id: w.id, noun_no: w.withdrawal_no });
  return w.id;
}

async function recheck(seen: Seen, ctx: Ctx): Promise<number> {
  const w = await held(ctx, seen, "recheck");
  assertChecker(ctx, [w.created_by, w.approved_by], "复核人不能是提交人或初审人");
  assertWhole(w);
  const me = ctx.me.worker_id;
  const due_at = await queued(ctx, w, [me, ...(w.approved_by === null ? [] : [w.approved_by])]);
  const set = { rechecked_by: me, rechecked_at: ctx.now, due_at, updated_at: ctx.now };
  await moveRow(ctx, withdrawalNoun, "recheck", { id: w.id, version: w.version, to: "approved", set });
  ctx.note({ noun: "withdrawal", noun_id: w.id, noun_no: w.withdrawal_no });
  return w.id;
}

/** What was held is the peer's again, gift money to its own grants. */
export async function returned(ctx: Ctx, w: Pick<StoredWithdrawal, "id" | "journal_id">, reason: string): Promise<void> {
  if (w.journal_id !== null) await postWithdrawReturned(ctx, { withdrawal_id: w.id, journal_id: w.journal_id }, reason);
}

async function reject(seen: Seen, ctx: Ctx, reason: string): Promise<void> {
  const w = await held(ctx, seen, "reject");
  assertChecker(ctx, [w.created_by]);
  await returned(ctx, w, reason);
  const set = { decided_by: ctx.me.worker_id, decided_note: reason, updated_at: ctx.now };
  await moveRow(ctx, withdrawalNoun, "reject", { id: w.id, version: w.version, to: "rejected", set });
  ctx.note({ noun: "withdrawal", noun_id: w.id, noun_no: w.withdrawal_no, reason });
}

async function withdraw(seen: Seen, ctx: Ctx): Promise<void> {
  const w = await held(ctx, seen, "withdraw");
  refuseUnless(w.created_by === ctx.me.worker_id, "guard_failed", "只有提交人可以撤销");
  await returned(ctx, w, "提交人撤销");
  await moveRow(ctx, withdrawalNoun, "withdraw", { id: w.id, version: w.version, to: "withdrawn", set: { updated_at: ctx.now } });
  ctx.note({ noun: "withdrawal", noun_id: w.id, noun_no: w.withdrawal_no });
}

export const withdrawalMoves = { approve, recheck, reject, withdraw };
