/** Reminders of orders: opened through this door, closed by the system when what they told has passed. */
import { REMIND_KINDS, type REMIND_SOURCES } from "@visadesk/contract/order/order-remind.ts";
import { orderFlow } from "@visadesk/contract/order/order.flow.ts";
import type { Ctx } from "#kit/call/context.ts";
import { q, raw, type Sql } from "#kit/db/sql.ts";
import { refuse } from "#kit/http/refuse.ts";
import { moveRow } from "#kit/noun/move.ts";
import { saveRows } from "#kit/noun/save.ts";
import { calendarOf, type RemindAsk } from "../../base-data/index.ts";
import type { Work } from "../flow/work.ts";
import type { ApplicantStatus, OrderStatus, Person } from "../flow/facts.ts";
import { BEFORE_SUBMISSION } from "../material/material.rules.ts";
import { insertOrderLog } from "../order/order-log.ts";
import { raiseRemind, remindHands, waitingReminds } from "./order-remind.sql.ts";
import { orderRemindNoun } from "./order-remind.noun.ts";

/** Reminders that ask for papers. */
export const PAPER_REMINDS = ["material", "supplement"] as const;
/** Working minutes within which somebody does something about it. */
export const REMIND_MINUTES = { critical: 120, high: 240, normal: 480 } as const;

/** One open row per order, applicant and kind; a repeat raises its times. Answers its id and how often it was raised. */
export async function remindRaise(
  ctx: Ctx,
  ask: RemindAsk & { source?: keyof typeof REMIND_SOURCES | undefined },
): Promise<{ id: number; times: number }> {
  const by = ctx.principal?.worker_id ?? null;
  const made = await raiseRemind(
    ctx.db,
    {
      ...ask,
      source: ask.source ?? (by === null ? "system" : "staff"),
      created_by: by,
      handler_id: await remindHands(ctx.db, ask.order_id),
      due_at: (await calendarOf(ctx.db)).addWorkingMinutes(ctx.now, REMIND_MINUTES[ask.level]),
    },
    ctx.now,
  );
  if (!made) throw new Error(`no reminder for order ${ask.order_id}`);
  await insertOrderLog(ctx, ask.order_id, {
    kind: "message",
    noun: "order_remind",
    noun_id: made.id,
    applicant_id: ask.applicant_id,
    label: `${REMIND_KINDS[ask.kind]}提醒`,
    reason: ask.content,
  });
  return made;
}
export const remindOpen = async (ctx: Ctx, ask: RemindAsk): Promise<number> => (await remindRaise(ctx, ask)).times;

/** The customer heard of it by another door: it counts as a sending. */
export const remindSent = (ctx: Ctx, id: number, sent: { channel: "sms"; send_result: "sent" | "no_provider" }): Promise<unknown> =>
  saveRows(ctx, orderRemindNoun, { where: q`id = ${id}`, set: { ...sent, sent_at: ctx.now, sent_times: raw("sent_times + 1") } });

const WAITS_FOR_SLOT: ReadonlySet<ApplicantStatus> = new Set(["awaiting_appointment", "awaiting_confirm"]);
const HANDS_IN: ReadonlySet<ApplicantStatus> = new Set(BEFORE_SUBMISSION);

/** What it asked for is there: its order is held by whoever closes it. */
export const resolveRemind = (ctx: Ctx, id: number): Promise<unknown> =>
  moveRow(ctx, orderRemindNoun, "resolve", { id, to: "done", set: { close_kind: "condition", closed_at: ctx.now } });

/** All that wait of those meant, over `order_reminds r`. */
export async function resolveReminds(ctx: Ctx, which: Sql): Promise<void> {
  for (const id of await waitingReminds(ctx.db, which)) await resolveRemind(ctx, id);
}
const ENDS: ReadonlySet<OrderStatus> = new Set(["completed", "cancelled", "deleted"]);
/** An order that is over is reminded of nothing more, and nobody is urged about it. */
export function expectOngoing(status: OrderStatus, word: "提醒" | "催办" = "提醒"): void {
  if (ENDS.has(status)) refuse("guard_failed", `订单${orderFlow.states[status].label}，不用再${word}`);
}
/** Paid, it is asked for no payment; over, for nothing. */
export async function endReminds(ctx: Ctx, order: number, move: string, to: OrderStatus): Promise<void> {
  if (ENDS.has(to)) await resolveReminds(ctx, q`r.order_id = ${order}`);
  else if (move === "pay") await resolveReminds(ctx, q`r.order_id = ${order} and r.kind = 'pay'`);
}

/** Closes what a person's open reminders of these kinds asked for. */
export async function closeReminds(w: Work, applicantId: number, kinds: readonly RemindAsk["kind"][]): Promise<void> {
  await resolveReminds(w.ctx, q`r.applicant_id = ${applicantId} and r.kind = any(${[...kinds]}::text[])`);
}

/** Who no longer waits for a date needs no word of its changes; who hands in no more papers is asked for none. */
export async function settleReminds(w: Work, p: Person, from: ApplicantStatus, to: ApplicantStatus): Promise<void> {
  if (WAITS_FOR_SLOT.has(from) && !WAITS_FOR_SLOT.has(to)) await closeReminds(w, p.id, ["slot_change"]);
  if (HANDS_IN.has(from) && !HANDS_IN.has(to) && p.materials.some((m) => m.asked_later)) await closeReminds(w, p.id, PAPER_REMINDS);
}
