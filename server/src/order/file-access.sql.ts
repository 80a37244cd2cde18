/** Which private files belong to an order or an applicant; asked before any address of a file is given out. */
import type { Ctx } from "#kit/context.ts";
import { and, q, row } from "#kit/sql.ts";
import { orderScope } from "./scope.ts";

export interface FileAccess {
  noun_no: string;
  subject_ids: number[];
  /** What kind of paper it is, for the log; its name may hold a passport number. */
  label: string;
}
type Caller = Pick<Ctx, "db" | "me">;

/** Papers, letters, results and refusal letters of one person. */
const ofApplicant = (ctx: Caller, id: number, key: string): Promise<FileAccess | undefined> =>
  row(
    ctx.db,
    q`
  select a.applicant_no as noun_no, array[a.id] as subject_ids, f.label from applicants a, lateral (select coalesce(
    case when ${key} = any(a.result_files) then '签证文件' when ${key} = any(a.refusal_files) then '拒签文件' end,
    (select m.name from material_files f join applicant_materials m on m.id = f.material_id where m.applicant_id = a.id and f.file = ${key} limit 1),
    (select '赴馆函件' from visits v where v.applicant_id = a.id and v.letter = ${key} limit 1),
    (select '拒签证明' from refuse_claims c where c.applicant_id = a.id and ${key} = any(c.proof_files) limit 1)) as label) f
  where ${and([q`a.id = ${id}`, orderScope(ctx, "a"), q`f.label is not null`])}`,
  );

/** Files of an order's people, one content perhaps of several; the order's own (payment, notes, evaluation) may speak of any of them. */
const ofOrder = (ctx: Caller, id: number, key: string): Promise<FileAccess | undefined> =>
  row(
    ctx.db,
    q`
  select o.order_no as noun_no, f.label, f.subject_ids from orders o, lateral (
    select min(u.label) as label, case when bool_or(u.person is null) then array(select a.id from applicants a where a.order_id = o.id order by a.seq)
      else array_agg(distinct u.person) end as subject_ids from (
      select a.id as person, case when ${key} = any(a.result_files) then '签证文件' else '拒签文件' end as label from applicants a
        where a.order_id = o.id and (${key} = any(a.result_files) or ${key} = any(a.refusal_files))
      union all select m.applicant_id, m.name from material_files f join applicant_materials m on m.id = f.material_id
        where f.file = ${key} and m.order_id = o.id and exists (select from applicants a where a.id = m.applicant_id and a.order_id = o.id)
      union all select null, '付款凭证' from order_payments p where p.order_id = o.id and ${key} = any(p.proof)
      union all select null, '备注附件' from order_notes n where n.order_id = o.id and ${key} = any(n.files)
      union all select null, '评价图片' from order_evaluates e where e.order_id = o.id and ${key} = any(e.files)) u) f
  where ${and([q`o.id = ${id}`, orderScope(ctx, "o"), q`f.label is not null`])}`,
  );

/** Null: no such file there, or the record is out of the caller's sight. */
export const mayReadFile = async (ctx: Caller, noun: "order" | "applicant", id: number, key: string): Promise<FileAccess | null> =>
  (await (noun === "order" ? ofOrder : ofApplicant)(ctx, id, key)) ?? null;
