/** What time alone does to messages: whoever sent one hears once that it is late; nobody's stay with somebody who left. */
import { may } from "@visadesk/contract/permissions.ts";
import type { Ctx } from "#kit/call/context.ts";
import { q, rows } from "#kit/db/sql.ts";
import type { JobDef } from "#kit/jobs.ts";
import { saveRows } from "#kit/noun/save.ts";
import { workerMay } from "../../account/index.ts";
import { addRounds, remind, reminderMsgNoun } from "../../message/index.ts";

interface Late {
  id: number;
  msg_id: number;
  title: string;
  created_by: number | null;
  staff_name: string;
}
const OPEN = q`r.reminder_status in ('pending', 'doing', 'returned')`;

async function tellLate(ctx: Ctx): Promise<number> {
  const late = await rows<Late>(
    ctx.db,
    q`select r.id, r.msg_id, m.title, m.created_by, coalesce(nullif(w.nickname, ''), w.account) as staff_name
      from reminder_msgs r join msgs m on m.id = r.msg_id join workers w on w.id = r.staff_id
      where ${OPEN} and r.overdue_told_at is null and r.due_at < ${ctx.now} order by r.id limit 500 for update of r skip locked`,
  );
  const ids = late.map((r) => r.id);
  await saveRows(ctx, reminderMsgNoun, { where: q`id = any(${ids}::int8[])`, set: { overdue_told_at: ctx.now } });
  for (const r of late)
    if (r.created_by !== null) await remind(ctx, [r.created_by], `${r.staff_name}未按时处理：${r.title}`, { noun: "msg", id: r.msg_id });
  return late.length;
}

/** To the leader of the team of whoever may work no more, where there is one who may. */
async function passLeft(ctx: Ctx): Promise<number> {
  const left = await rows<{ id: number; title: string; leader_id: number }>(
    ctx.db,
    q`select r.id, m.title, t.leader_id from reminder_msgs r join msgs m on m.id = r.msg_id join workers w on w.id = r.staff_id join teams t on t.id = w.team_id
      where ${OPEN} and w.status <> 1 and t.leader_id <> w.id and t.leader_id is distinct from m.reviewer_id order by r.id limit 500 for update of r skip locked`,
  );
  let passed = 0;
  for (const { id, title, leader_id } of left) {
    if (!(await workerMay(ctx.db, leader_id, may.workbench))) continue;
    await saveRows(ctx, reminderMsgNoun, { where: q`id = ${id}`, set: { staff_id: leader_id, read_at: null, updated_at: ctx.now } });
    await addRounds(ctx, [id], "transfer", { text: "处理人已停用，转交组长" });
    await remind(ctx, [leader_id], `处理人已停用，消息转交给您：${title}`, { noun: "reminder_msg", id });
    ctx.note({ noun: "reminder_msg", noun_id: id, reason: "处理人已停用，转交组长" });
    passed++;
  }
  return passed;
}

export const msgJobs: readonly JobDef[] = [
  {
    name: "msg_overdue",
    label: "消息逾期提醒",
    cron: "every 5 minutes",
    atomic: true,
    run: async (ctx) => ({ late: await tellLate(ctx), passed: await passLeft(ctx) }),
  },
];
