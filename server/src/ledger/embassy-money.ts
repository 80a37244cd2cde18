/** Doors of fees paid to missions. The caller holds the order; every door is repeatable without effect. */
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { q, row } from "#kit/db/sql.ts";
import {
  embassyPaidPosting,
  embassyReturnedPosting,
  embassySettledPosting,
  embassySurplusPosting,
  type Booked,
  type EmbassyFee,
} from "./embassy-money.rules.ts";
import { postedOf, postJournal, reverseJournal } from "./ledger.ts";

/** What is held for missions on behalf of one person. */
export async function trustLeft(db: Db, applicantId: number): Promise<number> {
  const found = await row<{ held: number }>(
    db,
    q`select coalesce(-sum(l.amount), 0)::int8 as held from journal_lines l join ledger_accounts a on a.id = l.account_id
      where l.applicant_id = ${applicantId} and a.code = 'embassy_trust'`,
  );
  return found?.held ?? 0;
}
/** What a journal took out of it. */
const trustOf = async (db: Db, journalId: number): Promise<number> =>
  (
    await row<{ n: number }>(
      db,
      q`select coalesce(sum(l.amount), 0)::int8 as n from journal_lines l join ledger_accounts a on a.id = l.account_id
        where l.journal_id = ${journalId} and a.code = 'embassy_trust'`,
    )
  )?.n ?? 0;
/** What a payment took: the part at our own cost, and its journal of the income that was left over. */
const varianceOf = async (db: Db, paymentId: number): Promise<number> =>
  (
    await row<{ cost: number }>(
      db,
      q`select coalesce(sum(l.amount), 0)::int8 as cost from journals j join journal_lines l on l.journal_id = j.id join ledger_accounts a on a.id = l.account_id
        where j.source_noun = 'embassy_payment' and j.source_id = ${paymentId} and j.kind = 'embassy_paid' and a.code = 'cost' and a.kind = 'embassy_variance'`,
    )
  )?.cost ?? 0;
const journalsOf = async (db: Db, kind: string, noun: string, id: number): Promise<number> =>
  (
    await row<{ n: number }>(
      db,
      q`select count(*)::int as n from journals where source_noun = ${noun} and source_id = ${id} and kind = ${kind}`,
    )
  )?.n ?? 0;

/** Answers what was held before it was paid. */
export async function postEmbassyPaid(ctx: Ctx, fee: EmbassyFee, amount: number, booked: Booked): Promise<number> {
  const held = await trustLeft(ctx.db, fee.applicant_id);
  const first = await postedOf(ctx, embassyPaidPosting(fee, amount, held, booked), "cash", amount);
  if (first !== null) return held + (await trustOf(ctx.db, first));
  await postJournal(ctx, embassyPaidPosting(fee, amount, held, booked));
  return held;
}

/** The card's bill differs from what was booked so far. */
export const postEmbassySettled = async (ctx: Ctx, fee: EmbassyFee, difference: number, booked: Booked): Promise<number | null> =>
  postJournal(
    ctx,
    embassySettledPosting(fee, difference, await journalsOf(ctx.db, "embassy_settled", "embassy_payment", fee.payment_id), booked),
  );

/** Money came back. When all of it did, what had become income is the customer's again. */
export async function postEmbassyReturned(
  ctx: Ctx,
  fee: EmbassyFee,
  { amount, isWhole, reason }: { amount: number; isWhole: boolean; reason: string },
  booked: Booked,
): Promise<void> {
  await postJournal(ctx, embassyReturnedPosting(fee, amount, { variance: await varianceOf(ctx.db, fee.payment_id) }, booked));
  const surplus = await row<{ id: number }>(
    ctx.db,
    q`select id from journals where source_noun = 'embassy_payment' and source_id = ${fee.payment_id} and kind = 'embassy_surplus'`,
  );
  if (isWhole && surplus) await reverseJournal(ctx, surplus.id, reason);
}

/** What a payment cost less than was collected becomes income. */
export const postPaymentSurplus = (
  ctx: Ctx,
  fee: Pick<EmbassyFee, "payment_id" | "order_id" | "applicant_id">,
  amount: number,
): Promise<number | null> =>
  postJournal(ctx, embassySurplusPosting(fee, amount, { source_noun: "embassy_payment", source_id: fee.payment_id }));

/** What is left of somebody who is through becomes income. */
export const postTrustSurplus = async (
  ctx: Ctx,
  of: Pick<EmbassyFee, "order_id" | "applicant_id">,
  amount: number,
  reason: string,
): Promise<number | null> =>
  postJournal(
    ctx,
    embassySurplusPosting(of, amount, {
      source_noun: "applicant",
      source_id: of.applicant_id,
      seq: await journalsOf(ctx.db, "embassy_surplus", "applicant", of.applicant_id),
      reason,
    }),
  );
