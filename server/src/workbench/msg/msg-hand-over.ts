/** Open messages and reviews of whoever leaves; nobody gets both ends of one. */
import { may } from "@visadesk/contract/permissions.ts";
import type { Ctx } from "#kit/call/context.ts";
import { q, row } from "#kit/db/sql.ts";
import { refuse } from "#kit/http/refuse.ts";
import { owned } from "#kit/noun/owned.ts";
import type { Holding, Passing } from "#kit/seal/holding.ts";
import { addRounds, msgNoun, reminderMsgNoun } from "../../message/index.ts";

const OPEN = q`h.reminder_status in ('pending', 'doing', 'returned')`;
const WAITS = q`h.reviewer_id is not null and h.closed_at is null`;
const reminders = owned(reminderMsgNoun, "staff_id", OPEN);
const reviews = owned(msgNoun, "reviewer_id", WAITS);

async function passReminders(ctx: Ctx, passing: Passing): Promise<void> {
  const { ids, to } = passing;
  const own = await row(
    ctx.db,
    q`select 1 from reminder_msgs r join msgs m on m.id = r.msg_id where r.id = any(${[...ids]}::int8[]) and m.reviewer_id = ${to.id}`,
  );
  if (own) refuse("guard_failed", `${to.name}是其中消息的审核人，不能接手处理`);
  await reminders.pass(ctx, passing);
  await addRounds(ctx, ids, "transfer", { text: `${passing.from.name} → ${to.name}：${passing.reason}` });
}
async function passReviews(ctx: Ctx, passing: Passing): Promise<void> {
  const { ids, to } = passing;
  const own = await row(ctx.db, q`select 1 from reminder_msgs r where r.msg_id = any(${[...ids]}::int8[]) and r.staff_id = ${to.id}`);
  if (own) refuse("guard_failed", `${to.name}是其中消息的处理人，不能接手审核`);
  await reviews.pass(ctx, passing);
}

export const messageHoldings: readonly Holding[] = [
  {
    kind: "message",
    label: "消息待办",
    short: "消息",
    unit: "条",
    needs: [may.workbench],
    note: "未完成的消息改由接手人处理",
    link: () => null,
    ...reminders,
    pass: passReminders,
  },
  {
    kind: "message_review",
    label: "消息审核",
    short: "审核",
    unit: "条",
    needs: [may.workbench],
    note: "未完成的消息改由接手人审核结果",
    link: () => null,
    ...reviews,
    pass: passReviews,
  },
];
