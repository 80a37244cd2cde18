/** People whose slot of a paper is not approved yet. */
import { and, q, row, rows, type Sql } from "#kit/db/sql.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import type { ApplicantStatus, MaterialStatus } from "../flow/facts.ts";
import { BEFORE_SUBMISSION, UNAPPROVED } from "./material.rules.ts";
import { orderScope } from "../list/scope.ts";

const OPEN_SLOTS = q`
  applicants a join orders o on o.id = a.order_id join applicant_materials m on m.applicant_id = a.id`;
const isOpen = (documentId: number): Sql =>
  q`m.document_id = ${documentId} and m.material_status = any(${[...UNAPPROVED]}::text[]) and a.applicant_status = any(${[...BEFORE_SUBMISSION]}::text[])
    and o.order_status not in ('cancelled', 'deleted')`;

export interface Affected {
  applicant_id: number;
  applicant_no: string;
  order_id: number;
  order_no: string;
  name_cn: string | null;
  applicant_status: ApplicantStatus;
  material_status: MaterialStatus;
}

/** The first of them that the caller may see, longest waiting first. */
export const affectedRows = (ctx: Ctx, documentId: number, limit: number): Promise<Affected[]> =>
  rows<Affected>(
    ctx.db,
    q`
    select a.id as applicant_id, a.applicant_no, a.order_id, o.order_no, a.name_cn, a.applicant_status, m.material_status
    from ${OPEN_SLOTS} where ${and([isOpen(documentId), orderScope(ctx, "a")])} order by a.id limit ${limit}`,
  );

/** Everybody, whoever asks. */
export const affectedIds = async (db: Db, documentId: number): Promise<number[]> =>
  (await rows<{ id: number }>(db, q`select distinct a.id from ${OPEN_SLOTS} where ${isOpen(documentId)} order by a.id`)).map((r) => r.id);

export const ordersOf = async (db: Db, applicantIds: readonly number[]): Promise<number[]> =>
  (
    await rows<{ id: number }>(
      db,
      q`select distinct order_id as id from applicants where id = any(${[...applicantIds]}::int8[]) order by order_id`,
    )
  ).map((r) => r.id);

/** What a slot copies from its paper. */
export interface PaperText {
  name: string;
  category: number | null;
  sub_type: string | null;
  requirement: string;
  page_type: number;
  max_pages: number;
  copies: number;
  is_original: boolean;
  max_age_days: number;
}

/** The paper as a product asks for it today; a product may ask for more copies than the paper itself. */
export const paperText = (db: Db, documentId: number, skuId: number): Promise<PaperText | undefined> =>
  row<PaperText>(
    db,
    q`
    select d.name, d.category, d.sub_type, d.requirement, d.page_type, d.max_pages, d.is_original, d.max_age_days,
      coalesce((select max(x.copies) from sku_documents x where x.sku_id = ${skuId} and x.document_id = d.id), d.copies) as copies
    from documents d where d.id = ${documentId}`,
  );
