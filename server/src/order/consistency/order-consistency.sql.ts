import type { Db } from "#kit/db/db.ts";
import { hot, q, row, rows } from "#kit/db/sql.ts";
import type { ConsistencyAccept } from "../flow/facts.ts";

/** What was accepted in an order, the newest first. */
export const acceptsOf = (db: Db, orderId: number): Promise<ConsistencyAccept[]> =>
  rows<ConsistencyAccept>(db, hot(q`select * from order_consistencies where order_id = ${orderId} order by id desc`));

export const addAccept = (db: Db, a: Omit<ConsistencyAccept, "id">): Promise<{ id: number } | undefined> =>
  row(
    db,
    q`insert into order_consistencies (order_id, applicant_id, rule, marks, reason, created_by, created_at)
      values (${a.order_id}, ${a.applicant_id}, ${a.rule}, ${JSON.stringify(a.marks)}, ${a.reason}, ${a.created_by}, ${a.created_at}) returning id`,
  );
