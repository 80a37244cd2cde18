/** Orders that came to a worker with tasks passed to him, beyond his data scope. The workbench, which knows the queues, says which. */
import type { Principal } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";

type LentOrders = (db: Db, worker: Pick<Principal, "worker_id" | "codes">, now: Date) => Promise<readonly number[]>;
const filled: { by: LentOrders } = { by: () => Promise.resolve([]) };
export const fillLentOrders = (by: LentOrders): void => void (filled.by = by);

/** Asked at every call of somebody who was given a task, as it may be over by now; whoever sees everything needs none. */
export const withLent = async (db: Db, who: Principal, now: Date): Promise<Principal> => {
  if (who.scope_ids === null) return who;
  const lent_orders = await filled.by(db, who, now);
  return lent_orders.length > 0 ? { ...who, lent_orders } : who;
};
