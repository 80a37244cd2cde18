/** With an order's people goes what colleagues wrote each other about it, its people, its refunds and its work orders; that it was sent, to whom and how it ended stays. */
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { q, rows } from "#kit/db/sql.ts";
import { erasedSet, GONE } from "#kit/noun/erase.ts";
import { saveRows } from "#kit/noun/save.ts";
import { msgNoun, reminderMsgNoun } from "../../message/index.ts";

/** Messages about these orders, each with its order. */
const msgsOf = (orders: readonly number[]) => q`
  select m.id, r.order_id from (
    select 'order' as noun, id, id as order_id from orders where id = any(${[...orders]}::int8[])
    union all select 'applicant', id, order_id from applicants where order_id = any(${[...orders]}::int8[])
    union all select 'refund', id, order_id from refunds where order_id = any(${[...orders]}::int8[])
    union all select 'work_order', id, order_id from work_orders where order_id = any(${[...orders]}::int8[])) r
  join msgs m on m.ref_noun = r.noun and m.ref_id = r.id`;

async function filesOf(db: Db, orders: readonly number[]): Promise<ReadonlyMap<number, readonly string[]>> {
  const found = await rows<{ order_id: number; key: string }>(
    db,
    q`with m as (${msgsOf(orders)})
      select m.order_id, unnest(x.files) as key from m join msgs x on x.id = m.id
      union select m.order_id, unnest(l.proof) from m join reminder_msgs r on r.msg_id = m.id join reminder_msg_rounds l on l.reminder_msg_id = r.id
      order by 1, 2`,
  );
  return new Map([...Map.groupBy(found, (f) => f.order_id)].map(([id, his]) => [id, his.map((f) => f.key)]));
}

async function erase(ctx: Ctx, order: number): Promise<void> {
  const ids = (await rows<{ id: number }>(ctx.db, msgsOf([order]))).map((m) => m.id);
  if (ids.length === 0) return;
  await saveRows(ctx, msgNoun, { where: q`id = any(${ids}::int8[])`, set: { ...erasedSet(msgNoun), updated_at: ctx.now } });
  await saveRows(ctx, reminderMsgNoun, {
    where: q`msg_id = any(${ids}::int8[])`,
    set: { ...erasedSet(reminderMsgNoun), updated_at: ctx.now },
  });
  const theirs = q`select r.id from reminder_msgs r where r.msg_id = any(${ids}::int8[])`;
  await rows(
    ctx.db,
    q`update reminder_msg_rounds set text = case when text = '' then '' else ${GONE} end, proof = '{}' where reminder_msg_id in (${theirs})`,
  );
  await rows(
    ctx.db,
    q`update outbound_messages set content = ${GONE}
      where (ref_noun = 'msg' and ref_id = any(${ids}::int8[])) or (ref_noun = 'reminder_msg' and ref_id in (${theirs}))`,
  );
}

export const messagePapers = { filesOf, erase };
