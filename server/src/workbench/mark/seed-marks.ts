/** Tasks of the demo business that were put off, looked at or passed on, by the acts that people do it by. */
import { inTransaction, type Db } from "#kit/db/db.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { taskKey } from "../../message/index.ts";
import { tasksMatching, type HeldTask } from "../task.sql.ts";
import type { CtxOf } from "#kit/call/context.ts";
import { seen, snooze } from "./task-mark.ts";
import { transfer } from "./task-transfer.ts";

const HOUR_MS = 3_600_000;
/** What is said of a task that goes to a colleague of the team. */
const PASSED = ["下午外出办理公证，请代为处理", "客户指定由您继续跟进", "本周名额已满，请协助办理"] as const;
/** Why a task waits, and for how many hours. */
const PUT_OFF = [
  ["客户明早补发扫描件", 20],
  ["等使领馆回复预约名额", 6],
  ["客户出差，约好明天电话", 22],
] as const;
const QUEUES = ["pre_review", "supplement_back", "submission", "appointment"] as const;
interface Expert {
  id: number;
  mate_id: number;
}

/** Nothing where something was noted already. */
export async function seedMarks({ db, now, actAs }: { db: Db; now: Date; actAs: CtxOf }): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (await row(tx, q`select id from task_marks limit 1`)) return;
    const experts = await rows<Expert>(
      tx,
      q`select e.worker_id as id, (select min(m.id) from workers m join experts x on x.worker_id = m.id where m.team_id = w.team_id and m.id <> w.id and m.status = 1) as mate_id
        from experts e join workers w on w.id = e.worker_id where w.status = 1 order by e.worker_id`,
    );
    const taken = new Set<string>();
    /** The next task of somebody who has one, each of the next somebody else's. */
    const next = async (turn: number, fits: (t: HeldTask) => boolean) => {
      for (let i = 0; i < experts.length; i++) {
        const who = experts[(turn + i) % experts.length];
        if (!who) continue;
        const ctx = await actAs(tx, who.id, now);
        const list = await tasksMatching(ctx, { queue: [...QUEUES] }, now, 200);
        const task = list.find((t) => !taken.has(taskKey(t)) && fits(t));
        if (!task) continue;
        taken.add(taskKey(task));
        return { ctx, who, rows: [{ queue: task.queue, source_id: task.source_id }] };
      }
      return null;
    };
    // By turns: of few tasks there is one of each kind.
    for (const [turn, [snooze_reason, hours]] of PUT_OFF.entries()) {
      const until = new Date(now.getTime() + hours * HOUR_MS);
      const waits = await next(turn, (t) => t.due_at === null || new Date(t.due_at) > until);
      if (waits) await snooze({ rows: waits.rows, snooze_until: until.toISOString(), snooze_reason }, waits.ctx);
      const goes = await next(turn + 1, () => true);
      const transfer_reason = PASSED[turn] ?? PASSED[0];
      if (goes) await transfer({ rows: goes.rows, handler_id: goes.who.mate_id, transfer_reason, idempotency_key: "demo-task" }, goes.ctx);
    }
    const looked = await next(0, () => true);
    if (looked) await seen({ rows: looked.rows }, looked.ctx);
  });
}
