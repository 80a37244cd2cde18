/** What the sender does with a whole message: takes it back, or says again that it is due. */
import type { msgApi } from "@visadesk/contract/workbench/message/msg.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { Ctx } from "#kit/call/context.ts";
import { q, rows } from "#kit/db/sql.ts";
import { conflict, found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { moveRow } from "#kit/noun/move.ts";
import { saveRow } from "#kit/noun/save.ts";
import { addRounds, msgNoun, openRows, remind, reminderMsgNoun, settleMsg } from "../../message/index.ts";
import { heldMsg, NO_MSG, type HeldMsg } from "./msg.sql.ts";

type In<K extends keyof typeof msgApi> = Parsed<(typeof msgApi)[K]>;
const DAY_MS = 86_400_000;

/** A message of the caller's own, as he saw it. */
async function ownMsg(ctx: Ctx, { id, version }: { id: number; version: number }, act: string): Promise<HeldMsg> {
  const m = found(await heldMsg(ctx, id), NO_MSG);
  refuseUnless(m.created_by === ctx.me.worker_id, "not_allowed", `只有发送人可以${act}`);
  if (m.version !== version) throw conflict("消息已变化，请刷新后再试", m);
  refuseUnless(m.closed_at === null, "state_changed");
  return m;
}

export async function withdraw({ reason, ...seen }: In<"msg_withdraw">, ctx: Ctx): Promise<{ ok: true }> {
  const m = await ownMsg(ctx, seen, "撤销");
  const open = await openRows(ctx, m.id);
  for (const { id } of open) await moveRow(ctx, reminderMsgNoun, "withdraw", { id, to: "cancelled", set: { updated_at: ctx.now } });
  const ids = open.map((r) => r.id);
  await addRounds(ctx, ids, "withdraw", { text: reason });
  await saveRow(ctx, msgNoun, { id: m.id, version: m.version, set: { cancel_reason: reason, updated_at: ctx.now }, told: true });
  await settleMsg(ctx, m.id);
  const to = open.map((r) => r.staff_id).filter((w) => w !== ctx.me.worker_id);
  await remind(ctx, to, `消息已撤销：${m.title}（${reason}）`, { noun: "msg", id: m.id });
  ctx.note({ noun: "msg", noun_id: m.id });
  return { ok: true };
}

/** Whoever handed in nothing yet, once a day. */
export async function nudge(seen: In<"msg_nudge">, ctx: Ctx): Promise<Output<typeof msgApi.msg_nudge>> {
  const m = await ownMsg(ctx, seen, "催办");
  if (m.nudged_at !== null && ctx.now.getTime() - Date.parse(m.nudged_at) < DAY_MS) refuse("too_often", "24小时内已催办");
  const open = await rows<{ id: number; staff_id: number }>(
    ctx.db,
    q`select id, staff_id from reminder_msgs where msg_id = ${m.id} and reminder_status in ('pending', 'doing', 'returned') order by id`,
  );
  refuseUnless(open.length > 0, "guard_failed", "没有未提交的处理人");
  await saveRow(ctx, msgNoun, { id: m.id, version: m.version, set: { nudged_at: ctx.now, updated_at: ctx.now } });
  for (const r of open) await remind(ctx, [r.staff_id], `请尽快处理：${m.title}`, { noun: "reminder_msg", id: r.id });
  return { nudged: open.length };
}
