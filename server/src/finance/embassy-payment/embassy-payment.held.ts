/** A payment as its caller saw it, held behind its order: orders first, then the paper, then the books. */
import { canMove, type MoveOf } from "@visadesk/contract/kit/flow.ts";
import { embassyPaymentFlow } from "@visadesk/contract/finance/embassy/embassy-payment.flow.ts";
import type { Ctx } from "#kit/call/context.ts";
import { eachRow } from "#kit/db/each-row.ts";
import { q, rows, type Sql } from "#kit/db/sql.ts";
import { found, refuse } from "#kit/http/refuse.ts";
import { expectUnmoved } from "#kit/noun/move.ts";
import { peopleHeld } from "../../order/index.ts";
import { lockedPayment, NO_PAYMENT, storedPayment, type StoredPayment } from "./embassy-payment.sql.ts";

export interface Seen {
  id: number;
  version: number;
}
/** `move`: what is about to be done to it, where that is a move. */
export async function heldPayment(ctx: Ctx, seen: Seen, move?: MoveOf<typeof embassyPaymentFlow>): Promise<StoredPayment> {
  const { applicant_id } = found(await storedPayment(ctx, seen.id), NO_PAYMENT);
  await peopleHeld(ctx, [applicant_id]);
  const e = found(await lockedPayment(ctx, seen.id), NO_PAYMENT);
  expectUnmoved(e, seen.version, () => `现在是「${embassyPaymentFlow.states[e.embassy_payment_status].label}」`);
  if (move !== undefined && !canMove(embassyPaymentFlow, e.embassy_payment_status, move)) refuse("state_changed");
  return e;
}

/** Orders of several payments in id order, before the first is judged: whoever holds several goes the same way. */
export async function holdOrdersOf(ctx: Ctx, which: Sql): Promise<void> {
  const of = await rows<{ id: number }>(ctx.db, q`select applicant_id as id from embassy_payments where ${which}`);
  await peopleHeld(
    ctx,
    of.map((e) => e.id),
  );
}
/** One alone is refused as such; several are judged row by row, in one order whoever sends them, with their orders held. */
export async function eachOf<R extends { id: number }>(
  ctx: Ctx,
  list: readonly R[],
  hold: (ids: readonly number[]) => Promise<void>,
  work: (row: R) => Promise<unknown>,
): Promise<{ results: { id: number; ok: boolean; msg: string }[]; done: number }> {
  const once = [...new Map(list.map((r) => [r.id, r])).values()].toSorted((a, b) => a.id - b.id);
  await hold(once.map((r) => r.id));
  return eachRow(ctx.db, once, work);
}
