/** Files of work orders: of their threads and of what their forms were answered with. */
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { and, q, row, rows } from "#kit/db/sql.ts";
import type { FileAccess } from "../../files/index.ts";
import { workOrderScope } from "./work-order-scope.sql.ts";
import { WORK_ORDERS } from "./work-order.sql.ts";

/** Each with its work order. An answer with files is a list of texts; what is no key of a file is nobody's. */
export const workOrderKeys = q`
  select m.work_order_id as id, f.key from work_order_messages m, unnest(m.files) f(key)
  union all select w.id, k.key from work_orders w, jsonb_each(w.answers) a(name, value),
    jsonb_array_elements_text(case when jsonb_typeof(a.value) = 'array' then a.value else '[]' end) k(key)`;

/** A file of a work order in the caller's sight. */
export async function mayReadWorkOrderFile(ctx: Pick<Ctx, "db" | "me">, id: number, key: string): Promise<FileAccess | null> {
  const found = await row<{ work_order_no: string; applicant_id: number | null }>(
    ctx.db,
    q`select t.work_order_no, t.applicant_id from ${WORK_ORDERS}
      where ${and([q`t.id = ${id}`, workOrderScope(ctx), q`exists (select from (${workOrderKeys}) k where k.id = t.id and k.key = ${key})`])}`,
  );
  if (!found) return null;
  const { work_order_no, applicant_id } = found;
  return {
    noun_no: work_order_no,
    label: "工单附件",
    subject_ids: applicant_id === null ? [] : [applicant_id],
    is_identity: false,
    filename: null,
  };
}

/** Which of these keys work orders name. */
export const workOrderFilesInUse = async (db: Db, keys: readonly string[]): Promise<string[]> =>
  (await rows<{ key: string }>(db, q`select distinct k.key from (${workOrderKeys}) k where k.key = any(${[...keys]}::text[])`)).map(
    (k) => k.key,
  );
