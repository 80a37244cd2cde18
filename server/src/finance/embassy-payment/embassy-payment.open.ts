/** A payment is opened by hand, or by an order whose supplier's price leaves the mission's fee out; then a second person passes it. */
import type { EmbassyItem } from "@visadesk/contract/finance/embassy/embassy.words.ts";
import type { embassyPaymentApi } from "@visadesk/contract/finance/embassy/embassy-payment.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { nextNumber } from "#kit/db/numbers.ts";
import { and, q, row, rows } from "#kit/db/sql.ts";
import { badInput, found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { moveRow } from "#kit/noun/move.ts";
import { addRow } from "#kit/noun/save.ts";
import { trustLeft } from "../../ledger/index.ts";
import { feeSubject, peopleHeld, type EmbassyFeeAsk, type FeeSubject } from "../../order/index.ts";
import { financeScope } from "../scope.sql.ts";
import { embassyPaymentNoun } from "./embassy-payment.noun.ts";
import { NO_PAYMENT, shownPayments, storedPayment, type PaymentRow } from "./embassy-payment.sql.ts";

type Api = typeof embassyPaymentApi;
type Currency = PaymentRow["currency"];
export interface Fee {
  currency: Currency;
  foreign_minor: number;
}
const NO_APPLICANT = "申请人不存在或无权查看";

/** What the product asks for a person now: the embassy's or the centre's fee in its own currency. */
export const productFees = (
  db: Db,
  of: Pick<FeeSubject, "sku_id" | "is_child">,
  at: Date,
): Promise<(Fee & { item: "visa" | "centre" })[]> =>
  rows(
    db,
    q`select case p.price_kind when 'embassy_fee' then 'visa' else 'centre' end as item, p.currency, x.minor as foreign_minor
      from sku_prices p cross join lateral (select case when p.currency = 'CNY'
          then case when ${of.is_child} then coalesce(p.child, p.adult) else p.adult end
          else case when ${of.is_child} then coalesce(p.foreign_child, p.foreign_adult) else p.foreign_adult end end as minor) x
      where p.sku_id = ${of.sku_id} and p.price_kind in ('embassy_fee', 'centre_fee') and x.minor > 0
        and p.effective_from <= ${at} and (p.effective_to is null or p.effective_to > ${at}) order by 1 desc`,
  );

interface Last {
  payment_no: string;
  attempt: number;
  embassy_payment_status: string;
}
/** The newest payment of an item that stands or stood. */
export const lastOf = (db: Db, applicantId: number, item: EmbassyItem): Promise<Last | undefined> =>
  row<Last>(
    db,
    q`select payment_no, attempt, embassy_payment_status from embassy_payments
      where applicant_id = ${applicantId} and item = ${item} and embassy_payment_status <> 'void' order by attempt desc limit 1`,
  );
const isOver = (status: string): boolean => status === "paid" || status === "returned";

interface Opening extends Fee {
  item: EmbassyItem;
  attempt: number;
  attempt_reason: PaymentRow["attempt_reason"];
  origin: PaymentRow["origin"];
}
async function insert(ctx: Ctx, of: FeeSubject, o: Opening): Promise<number> {
  const { id } = await addRow(ctx, embassyPaymentNoun, {
    payment_no: await nextNumber(ctx.db, "SG", ctx.now),
    order_id: of.order_id,
    applicant_id: of.applicant_id,
    country_id: of.country_id,
    embassy_id: of.embassy_id,
    collected: o.item === "visa" ? Math.max(0, await trustLeft(ctx.db, of.applicant_id)) : 0,
    ...o,
  });
  return id;
}

/** By hand, for a person in sight. */
export async function open(
  { applicant_id, item, currency, foreign_minor, attempt_reason }: Parsed<Api["embassy_payment_open"]>,
  ctx: Ctx,
): Promise<PaymentRow> {
  const of = await subjectSeen(ctx, q`a.id = ${applicant_id}`);
  await peopleHeld(ctx, [of.applicant_id]);
  refuseUnless(of.is_paid && of.is_live, "guard_failed", of.is_paid ? "申请人已退款或取消" : "订单未支付");
  refuseUnless(!of.is_over, "guard_failed", "订单已结束，不能新建缴费");
  const last = await lastOf(ctx.db, of.applicant_id, item);
  if (last && !isOver(last.embassy_payment_status)) duplicate(last);
  if (last && !attempt_reason) {
    const message = `该申请人此费用项已有缴费 ${last.payment_no}，再次缴费请选择原因`;
    refuse("duplicate", message, { issues: [{ path: "attempt_reason", message }] });
  }
  if (!last && attempt_reason) throw badInput({ path: "attempt_reason", message: "首次缴费不需要再次缴费原因" });
  const id = await insert(ctx, of, {
    item,
    currency,
    foreign_minor,
    attempt: (last?.attempt ?? 0) + 1,
    attempt_reason: attempt_reason ?? null,
    origin: "hand",
  });
  const [made] = await shownPayments(ctx, [found(await storedPayment(ctx, id), NO_PAYMENT)]);
  return found(made, NO_PAYMENT);
}
const duplicate = ({ payment_no }: Last): never => refuse("duplicate", `该申请人此费用项已有缴费 ${payment_no}`);

/** The person that a condition over applicants names, if the caller sees him. */
export async function subjectSeen(ctx: Pick<Ctx, "db" | "me">, which: ReturnType<typeof q>): Promise<FeeSubject> {
  const seen = await row<{ id: number }>(
    ctx.db,
    q`select a.id from applicants a where ${and([which, financeScope(ctx, { order: "a.order_id" })])}`,
  );
  return found(seen && (await feeSubject(ctx.db, seen.id)), NO_APPLICANT);
}

export async function preset(
  { applicant_no }: Parsed<Api["embassy_payment_preset"]>,
  ctx: Ctx,
): Promise<Output<Api["embassy_payment_preset"]>> {
  const of = await subjectSeen(ctx, q`a.applicant_no = ${applicant_no.trim().toUpperCase()}`);
  const names = await row<{ name_cn: string | null; embassy_name: string }>(
    ctx.db,
    q`select a.name_cn, coalesce((select m.name from embassies m where m.id = ${of.embassy_id}::int8), '电子签官网') as embassy_name from applicants a where a.id = ${of.applicant_id}`,
  );
  const fees = await productFees(ctx.db, of, ctx.now);
  const items: EmbassyItem[] = ["visa", "centre", "biometric", "courier"];
  const presets = [];
  for (const item of items) {
    const fee = fees.find((x) => x.item === item) ?? { currency: fees[0]?.currency ?? "CNY", foreign_minor: 0 };
    const last = await lastOf(ctx.db, of.applicant_id, item);
    presets.push({
      item,
      currency: fee.currency,
      foreign_minor: fee.foreign_minor,
      attempt: (last?.attempt ?? 0) + 1,
      last_no: last?.payment_no ?? null,
    });
  }
  const { applicant_id, order_no } = of;
  return {
    applicant_id,
    applicant_no: of.applicant_no,
    order_no,
    name_cn: names?.name_cn ?? null,
    embassy_name: names?.embassy_name ?? "",
    collected: Math.max(0, await trustLeft(ctx.db, applicant_id)),
    fees: presets,
  };
}

/**
 * Door for orders: opens the fee of somebody whose supplier's price leaves it out, or ends one that nobody paid yet. Where a
 * payment stands already, or the product asks for no fee, nothing happens; what was paid stays paid.
 */
export async function followOrder(ctx: Ctx, ask: EmbassyFeeAsk): Promise<void> {
  if (!ask.is_ours) return endOpen(ctx, ask);
  const of = await feeSubject(ctx.db, ask.applicant_id);
  if (!of?.is_paid || (await lastOf(ctx.db, of.applicant_id, "visa"))) return;
  const fee = (await productFees(ctx.db, of, ctx.now)).find((x) => x.item === "visa");
  if (!fee) return;
  const { currency, foreign_minor } = fee;
  await insert(ctx, of, { item: "visa", currency, foreign_minor, attempt: 1, attempt_reason: null, origin: "order" });
}
async function endOpen(ctx: Ctx, { applicant_id, reason }: EmbassyFeeAsk): Promise<void> {
  const waiting = await rows<{ id: number; payment_no: string }>(
    ctx.db,
    q`select id, payment_no from embassy_payments where applicant_id = ${applicant_id} and embassy_payment_status in ('to_release', 'to_pay', 'failed') order by id for update`,
  );
  for (const { id, payment_no } of waiting) {
    await moveRow(ctx, embassyPaymentNoun, "void", { id, to: "void", set: { reason, updated_at: ctx.now } });
    ctx.note({
      noun: "embassy_payment",
      noun_id: id,
      noun_no: payment_no,
      reason,
      changes: [{ field: "embassy_payment_status", label: "状态", before: null, after: "作废" }],
    });
  }
}
