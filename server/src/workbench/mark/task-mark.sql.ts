/** Tasks and their marks by the queues: who may be given one, which orders come with those given, which marks have no task any more. */
import { allows } from "@visadesk/contract/permissions.ts";
import type { QueueKey } from "@visadesk/contract/workbench/queues.ts";
import type { Ctx, Principal } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { and, joined, q, raw, rows, type Sql } from "#kit/db/sql.ts";
import { fits, type Desk, type Queue } from "#kit/queue.ts";
import { principalOfWorker } from "../../account/index.ts";
import { givenTo, marksOf, type TaskKey, taskKey } from "../../message/index.ts";
import { deskOf, desks, mayHandle } from "../desks.ts";

type Now = Pick<Ctx, "now">;
const union = (parts: readonly Sql[]): Sql => joined(parts, " union all ");
const idsOf = (list: readonly TaskKey[]): number[] => list.map((t) => t.source_id);

/** Those that `to` could work on once they are his, by their keys. */
export async function fitFor(ctx: Pick<Ctx, "db" | "now">, to: Principal, list: readonly TaskKey[]): Promise<ReadonlySet<string>> {
  const parts = [...Map.groupBy(list, (t) => t.queue)].map(([queue, of]) => {
    const desk = deskOf(queue);
    const id = raw(desk.columns.id);
    const fit = fits(desk, { me: to, now: ctx.now }, desk.columns.order_id !== undefined);
    return q`select ${queue}::text as queue, ${id} as source_id from ${desk.from} where ${and([q`${id} = any(${idsOf(of)}::int8[])`, fit])}`;
  });
  return parts.length === 0 ? new Set() : new Set((await rows<TaskKey>(ctx.db, union(parts))).map(taskKey));
}

/** Rows of a queue among these, as its query sees them now. */
const waiting = (desk: Desk, queue: Queue, ids: readonly number[], at: Now, select: Sql): Sql =>
  q`select ${select} from ${desk.from} where ${and([q`${raw(desk.columns.id)} = any(${[...ids]}::int8[])`, desk.among, queue.rows(at)])}`;

/** Orders of the tasks that were passed to a worker and still wait: he opens these as his own. */
export async function lentOrders(db: Db, worker: Pick<Principal, "worker_id" | "codes">, now: Date): Promise<number[]> {
  const given = Map.groupBy(await givenTo(db, worker.worker_id), (m) => m.queue);
  const parts = desks.flatMap((desk) =>
    desk.queues.flatMap((queue) => {
      const { order_id } = desk.columns;
      const of = given.get(queue.key);
      return of && order_id !== undefined && allows(queue.may, worker.codes)
        ? [waiting(desk, queue, idsOf(of), { now }, q`${raw(order_id)} as order_id`)]
        : [];
    }),
  );
  if (parts.length === 0) return [];
  const found = await rows<{ order_id: number | null }>(
    db,
    q`select distinct x.order_id from (${union(parts)}) x where x.order_id is not null`,
  );
  return found.map((x) => x.order_id).filter((x) => x !== null);
}

/** Tasks whose receiver is disabled by now, or has lost the right to their queue. */
export async function unfitMarks(db: Db, now: Date): Promise<number[]> {
  const given = Map.groupBy(await marksOf(db, q`m.handler_id is not null`), (m) => m.handler_id ?? 0);
  const unfit: number[] = [];
  for (const [worker, marks] of given) {
    const codes = (await principalOfWorker(db, worker, now))?.codes;
    unfit.push(...marks.filter((m) => codes === undefined || !mayHandle(m.queue, codes)).map((m) => m.id));
  }
  return unfit;
}

/** Which of these tasks still wait in their queue, whoever they are. */
export async function stillThere(db: Db, list: readonly TaskKey[], now: Date): Promise<ReadonlySet<string>> {
  const byQueue = Map.groupBy(list, (m) => m.queue);
  const parts = desks.flatMap((desk) =>
    desk.queues.flatMap((queue) => {
      const of = byQueue.get(queue.key);
      const key: QueueKey = queue.key;
      return of ? [waiting(desk, queue, idsOf(of), { now }, q`${key}::text as queue, ${raw(desk.columns.id)} as source_id`)] : [];
    }),
  );
  return parts.length === 0 ? new Set() : new Set((await rows<TaskKey>(db, union(parts))).map(taskKey));
}
