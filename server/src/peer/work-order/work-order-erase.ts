/** What was said about customers of an order leaves its work orders with their data; numbers, states and times stay. */
import type { Db } from "#kit/db/db.ts";
import { q, rows } from "#kit/db/sql.ts";
import { erasedSet } from "#kit/noun/erase.ts";
import { saveRows } from "#kit/noun/save.ts";
import { workOrderNoun } from "./work-order.noun.ts";

const LEFT = workOrderNoun.erased["title"];

export async function eraseWorkOrders(db: Db, orderId: number): Promise<void> {
  const gone = await saveRows({ db }, workOrderNoun, { where: q`order_id = ${orderId}`, set: erasedSet(workOrderNoun) });
  const ids = gone.map((w) => w.id);
  if (ids.length === 0) return;
  await rows(db, q`update work_order_messages set text = ${LEFT}, files = '{}' where work_order_id = any(${ids}::int8[])`);
  await rows(
    db,
    q`update outbound_messages set receiver = '', content = ${LEFT} where ref_noun = 'work_order' and ref_id = any(${ids}::int8[])`,
  );
}
