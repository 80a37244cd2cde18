/** Who edited the settle price of somebody, as the timelines of orders tell it. */
import { q, rows } from "#kit/db/sql.ts";
import type { Db } from "#kit/db/db.ts";

export async function priceEditors(db: Db, applicantIds: readonly number[]): Promise<Set<number>> {
  const found = await rows<{ actor_id: number }>(
    db,
    q`select distinct l.actor_id from order_logs l
      where l.order_id in (select order_id from applicants where id = any(${[...applicantIds]}::int8[])) and l.applicant_id = any(${[...applicantIds]}::int8[])
        and l.label = '修改结算价' and l.actor_id is not null`,
  );
  return new Set(found.map((f) => f.actor_id));
}
