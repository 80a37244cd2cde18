/** Which private files belong to an order or an applicant; asked before any address of a file is given out. */
import type { Ctx } from "#kit/context.ts";
import { and, q, row } from "#kit/sql.ts";
import { orderScope } from "./scope.ts";

export interface FileAccess {
  noun_no: string;
  subject_ids: number[];
}
type Caller = Pick<Ctx, "db" | "me">;

/** Papers, letters, results and refusal letters of one person. */
const ofApplicant = (ctx: Caller, id: number, key: string): Promise<FileAccess | undefined> =>
  row(
    ctx.db,
    q`
  select a.applicant_no as noun_no, array[a.id] as subject_ids from applicants a
  where ${and([q`a.id = ${id}`, orderScope(ctx, "a")])} and (
    ${key} = any(a.result_files) or ${key} = any(a.refusal_files)
    or exists (select from material_files f join applicant_materials m on m.id = f.material_id where m.applicant_id = a.id and f.file = ${key})
    or exists (select from visits v where v.applicant_id = a.id and v.letter = ${key})
    or exists (select from refuse_claims c where c.applicant_id = a.id and ${key} = any(c.proof_files)))`,
  );

/** Payment proofs and note attachments of an order, and the files of its people. */
const ofOrder = (ctx: Caller, id: number, key: string): Promise<FileAccess | undefined> =>
  row(
    ctx.db,
    q`
  select o.order_no as noun_no, array(select a.id from applicants a where a.order_id = o.id order by a.seq) as subject_ids from orders o
  where ${and([q`o.id = ${id}`, orderScope(ctx, "o")])} and (
    exists (select from order_payments p where p.order_id = o.id and ${key} = any(p.proof))
    or exists (select from order_notes n where n.order_id = o.id and ${key} = any(n.files))
    or exists (select from order_evaluates e where e.order_id = o.id and ${key} = any(e.files))
    or exists (select from applicants a where a.order_id = o.id and (${key} = any(a.result_files) or ${key} = any(a.refusal_files)))
    or exists (select from material_files f join applicant_materials m on m.id = f.material_id where m.order_id = o.id and m.applicant_id in (select a.id from applicants a where a.order_id = o.id) and f.file = ${key}))`,
  );

/** Null: no such file there, or the record is out of the caller's sight. */
export const mayReadFile = async (ctx: Caller, noun: "order" | "applicant", id: number, key: string): Promise<FileAccess | null> =>
  (await (noun === "order" ? ofOrder : ofApplicant)(ctx, id, key)) ?? null;
