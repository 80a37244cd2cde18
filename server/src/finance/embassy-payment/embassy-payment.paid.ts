/** Money of a mission fee: paid by card, billed by the bank, given back, and what becomes of the difference. */
import type { embassyPaymentApi } from "@visadesk/contract/finance/embassy/embassy-payment.ts";
import type { VarianceWay } from "@visadesk/contract/finance/embassy/embassy.words.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { Ctx } from "#kit/call/context.ts";
import { q, row } from "#kit/db/sql.ts";
import { badInput, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { attempt } from "#kit/db/attempt.sql.ts";
import { saveRow } from "#kit/noun/save.ts";
import { dayOf } from "#kit/range.ts";
import {
  fxRateOn,
  postEmbassyPaid,
  postEmbassyReturned,
  postEmbassySettled,
  postPaymentSurplus,
  type EmbassyFee,
} from "../../ledger/index.ts";
import { varianceDiffOpen, embassyFeePaid, type RefundAsk } from "../../order/index.ts";
import { assertChecker } from "../checker.ts";
import { financeSettings } from "../finance-setting/finance-setting.ts";
import { heldPayment, holdOrdersOf, type Seen } from "./embassy-payment.held.ts";
import { DONE, moved, payingCard } from "./embassy-payment.moves.ts";
import { embassyPaymentNoun } from "./embassy-payment.noun.ts";
import { amountAt, feeKindOf, isVisa, ownWay, wayFault } from "./embassy-payment.rules.ts";
import { NO_PAYMENT, paymentOfNo, type StoredPayment } from "./embassy-payment.sql.ts";

type Api = typeof embassyPaymentApi;
type In<K extends keyof Api> = Parsed<Api[K]>;
type Paying = Pick<In<"embassy_payment_paid">, "company_account_id" | "receipt_no" | "receipt" | "paid_at">;
/** What finance asks of orders to give part of a fee back. */
export interface RefundPort {
  /** Starts a part refund of what was collected too much; answers its number. */
  refundStart(ctx: Ctx, ask: RefundAsk): Promise<string>;
}
const MINUTE = 60_000;

const feeOf = (e: StoredPayment, account_id: number): EmbassyFee => ({
  payment_id: e.id,
  order_id: e.order_id,
  applicant_id: e.applicant_id,
  is_visa: isVisa(e.item),
  account_id,
});
/** Receipts are typed by people: the same one however its letters stand. */
const receiptNo = (typed: string): string => typed.normalize("NFKC").replaceAll(/\s/g, "").toUpperCase();

async function assertPayable(ctx: Ctx, e: StoredPayment, paid: Paying): Promise<void> {
  assertChecker(ctx, [e.released_by], "复核放行人不能登记支付");
  const at = Date.parse(paid.paid_at);
  if (at > ctx.now.getTime()) throw badInput({ path: "paid_at", message: "支付时间不能晚于现在" });
  if (e.released_at !== null && at < Math.floor(Date.parse(e.released_at) / MINUTE) * MINUTE)
    throw badInput({ path: "paid_at", message: "支付时间不能早于复核放行" });
  await payingCard(ctx, paid.company_account_id, e);
  const taken = await row<{ payment_no: string }>(
    ctx.db,
    q`select payment_no from embassy_payments where country_id = ${e.country_id} and embassy_id is not distinct from ${e.embassy_id}::int8 and receipt_no = ${receiptNo(paid.receipt_no)} and id <> ${e.id}`,
  );
  const message = `回执号已登记：${taken?.payment_no}`;
  if (taken) refuse("duplicate", message, { issues: [{ path: "receipt_no", message }] });
}

/** The rate of the day it was paid on is frozen; out of trust as far as it reaches. */
async function payOne(ctx: Ctx, seen: Seen, paid: Paying): Promise<void> {
  const e = await heldPayment(ctx, seen, "paid");
  await assertPayable(ctx, e, paid);
  const day = shanghaiDate(paid.paid_at);
  const rate = await fxRateOn(ctx.db, e.currency, day);
  if (!rate) refuse("rate_missing", `请先录入 ${day} 的 ${e.currency} 汇率`);
  const amount = amountAt(e.foreign_minor, e.currency, rate.rate_micro);
  refuseUnless(amount > 0, "guard_failed", "折合人民币不足一分，请核对原币与汇率");
  const fee = feeOf(e, paid.company_account_id);
  const held = await postEmbassyPaid(ctx, fee, amount, { day, at: new Date(paid.paid_at) });
  const collected = fee.is_visa ? Math.max(0, held) : 0;
  const variance = fee.is_visa ? amount - collected : null;
  const way = variance === null ? null : ownWay(variance, (await financeSettings(ctx.db)).embassy_tolerance);
  if (way === "income" && variance !== null) await postPaymentSurplus(ctx, fee, -variance);
  await moved(ctx, e, {
    move: "paid",
    to: "paid",
    set: {
      company_account_id: paid.company_account_id,
      receipt_no: receiptNo(paid.receipt_no),
      receipt: paid.receipt,
      paid_at: new Date(paid.paid_at),
      paid_by: ctx.me.worker_id,
      fx_rate_id: rate.id,
      rate_micro: rate.rate_micro,
      amount,
      collected,
      variance,
      variance_way: way,
      ...(way !== null && { variance_at: ctx.now }),
    },
  });
  const kind = feeKindOf(e.item);
  if (kind !== null) await embassyFeePaid(ctx, e, { kind, is_paid: true, payment_no: e.payment_no });
}

async function payBatch(
  { receipts, ...paid }: In<"embassy_payment_paid_batch">,
  ctx: Ctx,
): Promise<Output<Api["embassy_payment_paid_batch"]>> {
  const nos = receipts.map((r) => r.payment_no.trim().toUpperCase());
  if (new Set(nos).size < nos.length) throw badInput({ path: "receipts", message: "回执表中有重复的单号" });
  await holdOrdersOf(ctx, q`payment_no = any(${nos}::text[])`);
  const results: Output<Api["embassy_payment_paid_batch"]>["results"] = [];
  for (const { payment_no, receipt_no } of receipts.toSorted((a, b) => a.payment_no.localeCompare(b.payment_no))) {
    const refusal = await attempt(ctx.db, async () => {
      const e = await paymentOfNo(ctx, payment_no);
      if (!e) refuse("not_found", NO_PAYMENT);
      await payOne(ctx, e, { ...paid, receipt_no });
    });
    results.push({ payment_no, ok: refusal === null, msg: refusal?.message ?? "" });
  }
  return { results, done: results.filter((r) => r.ok).length };
}

async function giveBack(
  { returned_amount, returned_on, return_proof, reason, ...seen }: In<"embassy_payment_returned">,
  ctx: Ctx,
): Promise<typeof DONE> {
  const e = await heldPayment(ctx, seen, "returned");
  assertChecker(ctx, [e.paid_by], "支付经办人不能登记退回");
  const { amount, company_account_id, paid_at } = e;
  if (amount === null || company_account_id === null || paid_at === null) throw new Error(`${e.payment_no} is paid by nobody`);
  if (returned_amount > amount) throw badInput({ path: "returned_amount", message: "退回金额不能大于支付金额" });
  if (returned_on > dayOf(ctx.now)) throw badInput({ path: "returned_on", message: "退回日期不能晚于今天" });
  if (returned_on < shanghaiDate(paid_at)) throw badInput({ path: "returned_on", message: "退回日期不能早于支付日" });
  const isWhole = returned_amount === amount;
  await postEmbassyReturned(ctx, feeOf(e, company_account_id), { amount: returned_amount, isWhole, reason }, { day: returned_on });
  const set = { returned_amount, returned_on, return_proof, returned_by: ctx.me.worker_id, reason };
  await moved(ctx, e, { move: "returned", to: "returned", set, reason });
  const kind = feeKindOf(e.item);
  if (kind !== null) await embassyFeePaid(ctx, e, { kind, is_paid: false, payment_no: e.payment_no });
  return DONE;
}

/** Somebody decides what is beyond the tolerance; what was decided is done in the same breath. */
const decide =
  (port: RefundPort) =>
  async ({ variance_way: way, ...seen }: In<"embassy_payment_variance">, ctx: Ctx): Promise<typeof DONE> => {
    const e = await heldPayment(ctx, seen);
    refuseUnless(e.embassy_payment_status === "paid", "state_changed");
    refuseUnless(e.variance_way === null, "state_changed", "差额已处理");
    const fault = wayFault(e.variance, way);
    if (fault !== null) throw badInput({ path: "variance_way", message: fault });
    await carryOut(ctx, port, e, way);
    await saveRow(ctx, embassyPaymentNoun, {
      id: e.id,
      version: e.version,
      set: { variance_way: way, variance_by: ctx.me.worker_id, variance_at: ctx.now, updated_at: ctx.now },
    });
    return DONE;
  };
async function carryOut(ctx: Ctx, port: RefundPort, e: StoredPayment, way: VarianceWay): Promise<void> {
  const amount = Math.abs(e.variance ?? 0);
  const reason = `使馆费 ${e.payment_no} 差额`;
  if (way === "income") await postPaymentSurplus(ctx, { payment_id: e.id, order_id: e.order_id, applicant_id: e.applicant_id }, amount);
  else if (way === "charge") await varianceDiffOpen(ctx, e, { amount, reason });
  else if (way === "give_back")
    await port.refundStart(ctx, { order_id: e.order_id, applicant_id: e.applicant_id, fee_kind: "embassy", amount, reason });
}

/** Door for bank statements, answering the voucher: the bill of the card says another amount than was booked; said again it posts nothing. */
export async function billEmbassyPayment(ctx: Ctx, seen: Seen, settled_amount: number, booked_on: string): Promise<number | null> {
  const e = await heldPayment(ctx, seen);
  refuseUnless(e.embassy_payment_status === "paid" || e.embassy_payment_status === "returned", "state_changed");
  if (e.amount === null || e.company_account_id === null) throw new Error(`${e.payment_no} is paid by nobody`);
  const difference = settled_amount - (e.settled_amount ?? e.amount);
  const journal = await postEmbassySettled(ctx, feeOf(e, e.company_account_id), difference, { day: booked_on });
  if (settled_amount !== e.settled_amount)
    await saveRow(ctx, embassyPaymentNoun, { id: e.id, version: e.version, set: { settled_amount, updated_at: ctx.now } });
  return journal;
}

export const paidMoves = (port: RefundPort) => ({
  embassy_payment_paid: async ({ id, version, ...paid }: In<"embassy_payment_paid">, ctx: Ctx) => {
    await payOne(ctx, { id, version }, paid);
    return DONE;
  },
  embassy_payment_paid_batch: payBatch,
  embassy_payment_returned: giveBack,
  embassy_payment_variance: decide(port),
});
