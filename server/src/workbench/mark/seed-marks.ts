/** Tasks of the demo business that were put off, looked at or passed on, by the acts that people do it by. */
import { inTransaction, type Db } from "#kit/db/db.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { tasksMatching, type HeldTask } from "../task.sql.ts";
import type { CtxOf } from "#kit/call/context.ts";
import { seen, snooze } from "./task-mark.ts";
import { transfer } from "./task-transfer.ts";

const HOUR_MS = 3_600_000;
/** Who passes tasks to whom, and what he says. */
const PASSED: readonly (readonly [string, string, string])[] = [
  ["jpkr_1", "jpkr_2", "下午外出办理公证，请代为处理"],
  ["schengen_1", "schengen_2", "客户指定由您继续跟进"],
  ["ukus_1", "ukus_2", "本周名额已满，请协助办理"],
];
const PUT_OFF: readonly (readonly [string, string, number])[] = [
  ["expert", "客户明早补发扫描件", 20],
  ["expert", "等使领馆回复预约名额", 6],
  ["schengen_3", "客户出差，约好明天电话", 22],
];

/** Nothing where something was noted already. */
export async function seedMarks({ db, now, actAs }: { db: Db; now: Date; actAs: CtxOf }): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (await row(tx, q`select id from task_marks limit 1`)) return;
    const staff = new Map(
      (await rows<{ account: string; id: number }>(tx, q`select account, id from workers`)).map((w) => [w.account, w.id]),
    );
    const taken = new Set<string>();
    const mine = async (account: string, fits: (t: HeldTask) => boolean) => {
      const id = staff.get(account);
      if (id === undefined) return null;
      const ctx = await actAs(tx, id, now);
      const list = await tasksMatching(ctx, { queue: ["pre_review", "supplement_back", "submission", "appointment"] }, now, 200);
      const task = list.find((t) => !taken.has(`${t.queue} ${t.source_id}`) && fits(t));
      if (!task) return null;
      taken.add(`${task.queue} ${task.source_id}`);
      return { ctx, rows: [{ queue: task.queue, source_id: task.source_id }] };
    };
    for (const [account, snooze_reason, hours] of PUT_OFF) {
      const until = new Date(now.getTime() + hours * HOUR_MS);
      const found = await mine(account, (t) => t.due_at === null || new Date(t.due_at) > until);
      if (found) await snooze({ rows: found.rows, snooze_until: until.toISOString(), snooze_reason }, found.ctx);
    }
    for (const [from, to, transfer_reason] of PASSED) {
      const [found, handler_id] = [await mine(from, () => true), staff.get(to)];
      if (found && handler_id !== undefined)
        await transfer({ rows: found.rows, handler_id, transfer_reason, idempotency_key: "demo-task" }, found.ctx);
    }
    const looked = await mine("expert", () => true);
    if (looked) await seen({ rows: looked.rows }, looked.ctx);
  });
}
