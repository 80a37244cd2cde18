/** What the cashier does with a payment: paid with proof, failed, tried again, given up, sent back by the bank. */
import { payoutFlow } from "@visadesk/contract/finance/payout.flow.ts";
import type { payoutApi } from "@visadesk/contract/finance/payout.ts";
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { MoveOf } from "@visadesk/contract/kit/flow.ts";
import type { Ctx } from "#kit/call/context.ts";
import { badInput, found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { expectUnmoved, moveRow } from "#kit/noun/move.ts";
import { sealFields } from "#kit/seal/seal.ts";
import { calendarOf } from "../../base-data/index.ts";
import { postPayoutBounced } from "../../ledger/index.ts";
import { assertSeesAll } from "../bank/bank-scope.ts";
import { bookLine, openLine } from "../bank/line-book.ts";
import { assertChecker } from "../checker.ts";
import { heldAccount, type StoredAccount } from "../company-account/company-account.sql.ts";
import { payoutNoun, sealedPayout } from "./payout.noun.ts";
import type { PayoutDoors, PayoutSource } from "./payout.source.ts";
import { lockedPayout, needsCall, NO_PAYOUT, refTaken, storedPayout, type StoredPayout } from "./payout.sql.ts";

type Api = typeof payoutApi;
type In<K extends keyof Api> = Omit<Parsed<Api[K]>, "idempotency_key">;
interface Held {
  p: StoredPayout;
  source: PayoutSource;
}
/** The paper first, then its payment, as everywhere. */
async function held(
  ctx: Ctx,
  doors: PayoutDoors,
  { id, version }: { id: number; version: number },
  move: MoveOf<typeof payoutFlow>,
): Promise<Held> {
  const seen = found(await storedPayout(ctx, id), NO_PAYOUT);
  const source = doors.sources.find((s) => s.noun === seen.source_noun);
  if (!source) throw new Error(`nobody knows ${seen.source_noun}`);
  await source.hold(ctx, seen.source_id);
  const p = found(await lockedPayout(ctx, id), NO_PAYOUT);
  expectUnmoved(p, version, () => `现在是「${payoutFlow.states[p.payout_status].label}」`);
  refuseUnless(
    payoutFlow.moves[move].from.some((state) => state === p.payout_status),
    "state_changed",
  );
  return { p, source };
}

/** An account in use of the kind that the way asks for, held: what is paid from it is decided one after another. */
export async function payingAccount(ctx: Ctx, id: number, method: StoredPayout["method"]): Promise<StoredAccount> {
  const account = await heldAccount(ctx.db, id);
  const fault = (message: string): never => refuse("guard_failed", message, { issues: [{ path: "company_account_id", message }] });
  if (account.account_status !== "enabled") fault(`资金账户「${account.name}」未启用`);
  if ((account.kind === "channel") !== (method === "channel"))
    fault(method === "channel" ? "原路退回须由支付通道付出" : "网银付款须由银行账户付出");
  return account;
}

/** One number however it was typed. */
const refOf = (typed: string): string =>
  typed
    .normalize("NFKC")
    .replace(/[\s\p{Cf}]/gu, "")
    .toUpperCase();

const MINUTE = 60_000;
/** What keeps a payment from being registered. */
async function assertPayable(ctx: Ctx, doors: PayoutDoors, p: StoredPayout, input: In<"payout_paid">): Promise<void> {
  assertChecker(ctx, p.approvers, "您审核过来源单据，不能登记付款");
  const reds = await doors.openReds(ctx.db, { noun: p.source_noun, id: p.source_id });
  if (reds.length > 0) refuse("red_first", `请先红冲发票 ${reds.join("、")}`);
  const call = "收款账户近期变更，请电话核实后勾选";
  if (needsCall(p, ctx.now) && input.phone_checked !== true)
    refuse("confirm_needed", call, { issues: [{ path: "phone_checked", message: call }] });
  if (Date.parse(input.paid_at) > ctx.now.getTime() + MINUTE) throw badInput({ path: "paid_at", message: "付款时间不能晚于现在" });
  if (Date.parse(input.paid_at) < Math.floor(Date.parse(p.created_at) / MINUTE) * MINUTE)
    throw badInput({ path: "paid_at", message: "付款时间不能早于付款单生成" });
  if (p.method === "channel" && (input.bank_fee ?? 0) > 0) throw badInput({ path: "bank_fee", message: "原路退回没有银行手续费" });
}

/** What came by a channel goes back by the same one. */
function assertSameChannel(p: StoredPayout, asked: number | undefined): void {
  if (p.method === "channel" && asked !== undefined && asked !== p.company_account_id)
    throw badInput({ path: "company_account_id", message: "原路退回须由原收款通道付出" });
}

async function paid(ctx: Ctx, doors: PayoutDoors, input: In<"payout_paid">): Promise<number> {
  const { p, source } = await held(ctx, doors, input, "paid");
  await assertPayable(ctx, doors, p, input);
  assertSameChannel(p, input.company_account_id);
  const { id: company_account_id } = await payingAccount(ctx, input.company_account_id ?? p.company_account_id, p.method);
  const bank_ref = refOf(input.bank_ref);
  const duplicate = "该流水号已登记";
  if (await refTaken(ctx, { id: p.id, company_account_id, bank_ref, merge_no: p.merge_no }))
    refuse("duplicate", duplicate, { issues: [{ path: "bank_ref", message: duplicate }] });
  const bank_fee = input.bank_fee ?? 0;
  const journal_id = await source.paid(ctx, p, { company_account_id, bank_fee, seq: p.attempt });
  await moveRow(ctx, payoutNoun, "paid", {
    id: p.id,
    version: p.version,
    to: "paid",
    set: {
      company_account_id,
      bank_ref,
      bank_fee,
      journal_id,
      receipt: input.receipt,
      paid_at: input.paid_at,
      paid_by: ctx.me.worker_id,
      phone_checked: input.phone_checked ?? false,
      fail_reason: "",
      updated_at: ctx.now,
    },
  });
  ctx.note({ noun: "payout", noun_id: p.id, noun_no: p.payout_no, reason: `${bank_ref}（${p.source_no}）` });
  return p.id;
}

async function failed(ctx: Ctx, doors: PayoutDoors, { reason, ...seen }: In<"payout_failed">): Promise<void> {
  const { p } = await held(ctx, doors, seen, "failed");
  const set = { fail_reason: reason, updated_at: ctx.now };
  await moveRow(ctx, payoutNoun, "failed", { id: p.id, version: p.version, to: "failed", set });
  ctx.note({ noun: "payout", noun_id: p.id, noun_no: p.payout_no, reason });
}

/** Another account or bank, never another payee; a changed account is asked for by telephone before it is paid. */
async function retry(ctx: Ctx, doors: PayoutDoors, input: In<"payout_retry">): Promise<number> {
  const { p } = await held(ctx, doors, input, "retry");
  assertSameChannel(p, input.company_account_id);
  const { id: company_account_id } = await payingAccount(ctx, input.company_account_id ?? p.company_account_id, p.method);
  const changed =
    input.payee_account === undefined
      ? {}
      : {
          ...sealFields(sealedPayout, p.payout_no, { payee_account: input.payee_account.replace(/\s/g, "") }),
          payee_changed_at: ctx.now,
          phone_checked: false,
        };
  await moveRow(ctx, payoutNoun, "retry", {
    id: p.id,
    version: p.version,
    to: "queued",
    set: {
      ...changed,
      company_account_id,
      payee_bank: input.payee_bank ?? p.payee_bank,
      // It waits anew: why it failed stays in its log.
      fail_reason: "",
      batch_id: null,
      merge_no: null,
      updated_at: ctx.now,
    },
  });
  const account =
    input.payee_account === undefined ? [] : [{ field: "payee_account", label: "收款账号", before: p.payee_account, after: "已变更" }];
  ctx.note({ noun: "payout", noun_id: p.id, noun_no: p.payout_no, changes: account });
  return p.id;
}

async function giveUp(ctx: Ctx, doors: PayoutDoors, { reason, ...seen }: In<"payout_give_up">): Promise<void> {
  const { p, source } = await held(ctx, doors, seen, "give_up");
  await source.givenUp(ctx, p, reason);
  await moveRow(ctx, payoutNoun, "give_up", { id: p.id, version: p.version, to: "cancelled", set: { updated_at: ctx.now } });
  ctx.note({ noun: "payout", noun_id: p.id, noun_no: p.payout_no, reason });
}

/** What it settled is due again to the cent; its number stays taken. */
async function bounce(ctx: Ctx, doors: PayoutDoors, { reason, receipt, statement_line_id, ...seen }: In<"payout_bounce">): Promise<void> {
  const { p, source } = await held(ctx, doors, seen, "bounce");
  if (receipt === undefined && statement_line_id === undefined)
    throw badInput({ path: "receipt", message: "请上传退票凭证，或选择退回的账户流水" });
  if (statement_line_id !== undefined) assertSeesAll(ctx, "流水不存在");
  const { company_account_id, amount } = p;
  const line =
    statement_line_id === undefined ? null : await openLine(ctx, statement_line_id, { company_account_id, direction: "in", amount });
  const mirror =
    p.journal_id === null ? null : await postPayoutBounced(ctx, { payout_id: p.id, journal_id: p.journal_id, seq: p.attempt }, reason);
  if (line && mirror !== null) await bookLine(ctx, line, mirror, p.payout_no);
  await source.bounced(ctx, p, reason);
  await moveRow(ctx, payoutNoun, "bounce", {
    id: p.id,
    version: p.version,
    to: "failed",
    set: {
      fail_reason: `退票：${reason}`,
      // Paid in its time once: it is late again only when the next working day has passed.
      due_at: (await calendarOf(ctx.db)).dueAt(ctx.now, 1, "work_day"),
      receipt: receipt ?? null,
      bounced_refs: [...p.bounced_refs, ...(p.bank_ref === null ? [] : [p.bank_ref])],
      bank_ref: null,
      bank_fee: 0,
      paid_at: null,
      paid_by: null,
      journal_id: null,
      attempt: p.attempt + 1,
      updated_at: ctx.now,
    },
  });
  ctx.note({ noun: "payout", noun_id: p.id, noun_no: p.payout_no, reason: `${p.bank_ref ?? ""} ${reason}`.trim() });
}

export const payoutMoves = { paid, failed, retry, giveUp, bounce };
