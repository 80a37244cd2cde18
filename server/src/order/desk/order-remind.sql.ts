import { may } from "@visadesk/contract/permissions.ts";
import type { REMIND_SOURCES } from "@visadesk/contract/order/order-remind.ts";
import { q, raw, row, rows, type Sql } from "#kit/db/sql.ts";
import type { Db } from "#kit/db/db.ts";
import { raised } from "#kit/noun/save.ts";
import { orderRemindNoun } from "./order-remind.noun.ts";
import type { RemindAsk } from "../../base-data/index.ts";

/** Somebody may still have to do with it. */
export const WAITS = raw("r.remind_status in ('open', 'doing')");

/** Columns of a reminder that waits, over `order_reminds r`; the order's own, and those of one of its people where `applicant` names one. */
export const openReminds = (order: Sql, applicant: Sql | null): Sql => q`
  select r.id, r.applicant_id, (select a.seq from applicants a where a.id = r.applicant_id) as applicant_seq, r.kind, r.level, r.source, r.content, r.remind_status, r.times, r.last_at,
    (select nullif(w.nickname, '') from workers w where w.id = r.created_by) as created_by_name, r.created_at
  from order_reminds r where r.order_id = ${order} and ${WAITS} and ${applicant ? q`(r.applicant_id is null or r.applicant_id = ${applicant})` : raw("true")}
  order by r.last_at desc, r.id desc`;

export type NewRemind = RemindAsk & {
  source: keyof typeof REMIND_SOURCES;
  created_by: number | null;
  handler_id: number | null;
  due_at: Date;
};
/** Makes a reminder, or raises the one that waits, which is then no longer put off; answers its id and how often it was raised. */
export const raiseRemind = (db: Db, r: NewRemind, now: Date): Promise<{ id: number; times: number } | undefined> =>
  row(
    db,
    q`
    insert into order_reminds (order_id, applicant_id, kind, source, level, content, handler_id, due_at, last_at, created_by, created_at)
    values (${r.order_id}, ${r.applicant_id}, ${r.kind}, ${r.source}, ${r.level}, ${r.content}, ${r.handler_id}, ${r.due_at}, ${now}, ${r.created_by}, ${now})
    on conflict (order_id, (coalesce(applicant_id, 0)), kind) where remind_status in ('open', 'doing')
    do update set times = order_reminds.times + 1, last_at = excluded.last_at, content = excluded.content, level = excluded.level,
      source = excluded.source, created_by = excluded.created_by, handler_id = coalesce(order_reminds.handler_id, excluded.handler_id),
      due_at = least(order_reminds.due_at, excluded.due_at), next_at = null, snooze_reason = '', ${raised(orderRemindNoun)}
    returning id, times`,
  );

export const waitingReminds = async (db: Db, which: Sql): Promise<number[]> =>
  (await rows<{ id: number }>(db, q`select r.id from order_reminds r where ${which} and ${WAITS} order by r.id`)).map((r) => r.id);

/** Who looks after the order's customer, and its expert: the first of them who is here and works on reminders. */
export const remindHands = async (db: Db, orderId: number): Promise<number | null> =>
  (
    await row<{ id: number }>(
      db,
      q`
      select w.id from orders o cross join lateral (values (1, o.cs_owner_id), (2, o.expert_id)) h(n, id)
      join workers w on w.id = h.id and w.status = 1 join roles g on g.id = w.role_id
      where o.id = ${orderId} and (g.is_builtin or g.module_group @> ${[may.order_remind]}::int4[]) order by h.n limit 1`,
    )
  )?.id ?? null;
