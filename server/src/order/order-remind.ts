/** Reminders of orders: opened through this door, closed by the system when what they told has passed. */
import { orderRemindFlow, REMIND_KINDS } from "@visadesk/contract/order/order-remind.ts";
import type { Ctx } from "#kit/context.ts";
import { moveRow } from "#kit/move.ts";
import type { RemindAsk } from "../base-data/index.ts";
import type { Work } from "./change.ts";
import type { ApplicantStatus } from "./facts.ts";
import { insertOrderLog } from "./order-log.ts";
import { openRemindIds, raiseRemind } from "./order-remind.sql.ts";

/** One open row per order, applicant and kind; a repeat raises its times. Answers how often it was raised. */
export async function remindOpen(ctx: Ctx, ask: RemindAsk): Promise<number> {
  const by = ctx.principal?.worker_id ?? null;
  const made = await raiseRemind(ctx.db, { ...ask, source: by === null ? "system" : "staff", created_by: by }, ctx.now);
  if (!made) throw new Error(`no reminder for order ${ask.order_id}`);
  await insertOrderLog(ctx, ask.order_id, {
    kind: "message",
    noun: "order_remind",
    noun_id: made.id,
    applicant_id: ask.applicant_id,
    label: `${REMIND_KINDS[ask.kind]}提醒`,
    reason: ask.content,
  });
  return made.times;
}

const WAITS_FOR_SLOT: ReadonlySet<ApplicantStatus> = new Set(["awaiting_appointment", "awaiting_confirm"]);

/** Who no longer waits for a date needs no word of its changes. */
export async function settleReminds(w: Work, applicantId: number, from: ApplicantStatus, to: ApplicantStatus): Promise<void> {
  if (!WAITS_FOR_SLOT.has(from) || WAITS_FOR_SLOT.has(to)) return;
  const { ctx } = w;
  for (const id of await openRemindIds(ctx.db, applicantId, "slot_change"))
    await moveRow(ctx, orderRemindFlow, "resolve", {
      table: "order_reminds",
      column: "remind_status",
      id,
      to: "done",
      set: { close_kind: "condition", closed_at: ctx.now },
    });
}
