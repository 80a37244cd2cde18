import { q, raw, row, rows, type Sql } from "#kit/db/sql.ts";
import type { Db } from "#kit/db/db.ts";
import { raised } from "#kit/noun/save.ts";
import { orderRemindNoun } from "./order-remind.noun.ts";
import type { RemindAsk } from "../../base-data/index.ts";

/** Columns of an open reminder, over `order_reminds r`; the order's own, and those of one of its people where `applicant` names one. */
export const openReminds = (order: Sql, applicant: Sql | null): Sql => q`
  select r.id, r.applicant_id, (select a.seq from applicants a where a.id = r.applicant_id) as applicant_seq, r.kind, r.level, r.source, r.content, r.remind_status, r.times, r.last_at,
    (select nullif(w.nickname, '') from workers w where w.id = r.created_by) as created_by_name, r.created_at
  from order_reminds r where r.order_id = ${order} and r.remind_status = 'open' and ${applicant ? q`(r.applicant_id is null or r.applicant_id = ${applicant})` : raw("true")}
  order by r.last_at desc, r.id desc`;

/** Makes a reminder, or raises the one that is open; answers its id and how often it was raised. */
export const raiseRemind = (
  db: Db,
  r: RemindAsk & { source: "staff" | "system"; created_by: number | null },
  now: Date,
): Promise<{ id: number; times: number } | undefined> =>
  row(
    db,
    q`
    insert into order_reminds (order_id, applicant_id, kind, source, level, content, last_at, created_by, created_at)
    values (${r.order_id}, ${r.applicant_id}, ${r.kind}, ${r.source}, ${r.level}, ${r.content}, ${now}, ${r.created_by}, ${now})
    on conflict (order_id, (coalesce(applicant_id, 0)), kind) where remind_status in ('open', 'doing')
    do update set times = order_reminds.times + 1, last_at = excluded.last_at, content = excluded.content, level = excluded.level,
      source = excluded.source, created_by = excluded.created_by, ${raised(orderRemindNoun)}
    returning id, times`,
  );

export const openRemindIds = async (db: Db, applicantId: number, kinds: readonly string[]): Promise<number[]> =>
  (
    await rows<{ id: number }>(
      db,
      q`select id from order_reminds where applicant_id = ${applicantId} and kind = any(${[...kinds]}::text[]) and remind_status = 'open' order by id`,
    )
  ).map((r) => r.id);
