/** One applicant with papers, visits, parcels and stages. */
import { isIdentityPaper } from "@visadesk/contract/base-data/paper/document.rules.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { applicantApi } from "@visadesk/contract/order/applicant.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Address } from "@visadesk/contract/kit/field.ts";
import { isoTimes } from "#kit/call/json-times.ts";
import { and, q, row, rows } from "#kit/db/sql.ts";
import { applicantColumns, applicantJoins } from "./applicant.sql.ts";
import { applicantsShown, type ApplicantBase, type ApplicantNames } from "./shown.ts";
import { openReminds } from "../desk/order-remind.sql.ts";
import { orderScope } from "../list/scope.ts";
import { openAnswers, shownAnswers, veiledAnswers } from "../material/form-answers.ts";
import { IDENTITY_MAY } from "@visadesk/contract/kit/upload.ts";
import { allows } from "@visadesk/contract/permissions.ts";

type Detail = Output<typeof applicantApi.applicant_get>;
export type ApplicantDetailRow = Omit<
  Detail,
  | "address_text"
  | "return_address_text"
  | "claim"
  | "needs"
  | "form_sections"
  | "form_fills"
  | "people"
  | "materials"
  | "visits"
  | "reminds"
  | "parcels"
  | "spans"
  | "moves"
  | "rollback_to"
  | "send_back"
  | "next_move"
> & { return_address: Address | null };

/** The applicant's own row; both ids must belong together and lie in the caller's scope. */
export async function applicantDetail(
  ctx: Pick<Ctx, "db" | "me">,
  input: { order_id: number; id: number },
): Promise<ApplicantDetailRow | undefined> {
  const found = await row<Omit<ApplicantDetailRow, ApplicantNames> & ApplicantBase>(
    ctx.db,
    q`
  select ${applicantColumns}, a.surname_en, a.given_name_en, a.gender, a.birth_date, a.birth_place, a.nationality, a.id_card_no, a.passport_no, a.passport_issue_date, a.passport_expiry_date, a.passport_issue_place,
    a.mobile, a.email, a.marital, a.household_province, a.household_city, a.address, a.relation, a.refused_before, a.refused_on, a.refused_note, a.seq, a.is_child, o.order_status, o.pay_status, o.contact_name, o.contact_mobile, o.return_name, o.return_mobile, o.return_address,
    a.supplement_due_at, a.supplement_source, a.hold_party, a.collected_at, a.review_passed_at, a.submitted_at, a.result_at, a.received_at, a.settle_price, a.settle_includes_embassy, a.application_no,
    o.promised_date, a.visa_no, a.visa_issue_date, a.visa_effective_date, a.visa_expiry_date, a.stay_days, a.entry_count, a.result_files, a.refusal_category, a.refusal_text, a.refusal_files, a.liability
  from applicants a ${applicantJoins} where ${and([q`a.id = ${input.id}`, q`a.order_id = ${input.order_id}`, orderScope(ctx, "a")])}`,
  );
  return found && (await applicantsShown(ctx, [found]))[0];
}

type Material = Detail["materials"][number];
/** Papers with every version of every page; `is_new` = nobody has opened it. */
export async function materialsOf(ctx: Pick<Ctx, "db" | "me">, applicantId: number): Promise<Material[]> {
  const list = await rows<Omit<Material, "is_identity">>(
    ctx.db,
    q`
    select m.id, m.kind, m.document_id, m.name, m.category, m.sub_type, m.requirement, m.owner, m.group_key, m.need_n, m.page_type, m.max_pages, m.copies, m.is_original, m.max_age_days, m.material_status, m.round,
      m.reject_code, rr.text as reject_reason, m.reject_text, m.waive_reason, nullif(w.nickname, '') as reviewed_by_name, m.reviewed_at, m.doc_date, m.form_status, m.form_answers, m.holder, m.slot, m.received_count, m.version,
      coalesce(d.samples_good, '{}') as samples_good, coalesce(d.samples_bad, '{}') as samples_bad, coalesce(d.check_points, '{}') as check_points,
      coalesce((select json_agg(json_build_object('id', f.id, 'file', f.file, 'filename', f.filename, 'size', f.size, 'page_no', f.page_no, 'version_no', f.version_no, 'uploaded_by_name', nullif(u.nickname, ''),
        'superseded_at', f.superseded_at, 'is_new', f.superseded_at is null and cardinality(f.seen_by) = 0, 'created_at', f.created_at) order by f.page_no, f.version_no desc)
        from material_files f left join workers u on u.id = f.uploaded_by where f.material_id = m.id), '[]') as files
    from applicant_materials m left join documents d on d.id = m.document_id left join workers w on w.id = m.reviewed_by left join reject_reasons rr on rr.code = m.reject_code
    where m.applicant_id = ${applicantId} order by m.kind, m.sort, m.id`,
  );
  const shown = allows(IDENTITY_MAY, ctx.me.codes) ? shownAnswers : veiledAnswers;
  return list.map((m) => ({
    ...m,
    is_identity: isIdentityPaper(m),
    form_answers: m.form_answers && shown(openAnswers(m.id, m.form_answers)),
    files: isoTimes(m.files),
  }));
}

export const visitsOf = (ctx: Pick<Ctx, "db">, applicantId: number): Promise<Detail["visits"]> =>
  rows(
    ctx.db,
    q`
  select v.id, v.embassy_id, e.name as embassy_name, v.visit_at, v.appointment_no, v.letter, v.visit_status, v.booker, v.confirm_due_at, v.end_reason, v.notice_sent_at, v.created_at
  from visits v join embassies e on e.id = v.embassy_id where v.applicant_id = ${applicantId} order by v.id desc`,
  );

/** Parcels that carry something of this person: the order's whole, of a supplier's what is his. */
export const parcelsOf = (ctx: Pick<Ctx, "db">, orderId: number, applicantId: number): Promise<Detail["parcels"]> =>
  rows(
    ctx.db,
    q`
  select e.id, e.type, e.carrier_code, e.waybill_no, e.express_status, e.sent_at, e.signed_at, e.version,
    (select json_agg(json_build_object('id', i.id, 'applicant_id', i.applicant_id, 'material_id', i.material_id, 'name', i.name, 'count', i.count, 'counted', i.counted) order by i.id) from express_items i where i.express_id = e.id and (e.order_id is not null or i.applicant_id = ${applicantId})) as items
  from expresses e where e.order_id = ${orderId} and exists (select from express_items i where i.express_id = e.id and i.applicant_id = ${applicantId})
    or e.id in (select p.express_id from supplier_parcel_items i join supplier_parcels p on p.id = i.parcel_id where i.applicant_id = ${applicantId}) order by e.id desc`,
  );

export const spansOf = (ctx: Pick<Ctx, "db">, applicantId: number): Promise<Detail["spans"]> =>
  rows(
    ctx.db,
    q`
  select status, party, entered_at, left_at, work_minutes, hold_minutes, is_rolled_back from stage_spans where applicant_id = ${applicantId} order by id`,
  );

export const remindsOf = (ctx: Pick<Ctx, "db">, orderId: number, applicantId: number): Promise<Detail["reminds"]> =>
  rows(ctx.db, openReminds(q`${orderId}`, q`${applicantId}`));

type Custody = {
  id: number;
  name: string;
  from_holder: Holder;
  to_holder: Holder;
  staff_name: string | null;
  slot: string | null;
  count: number;
  note: string;
  at: string;
};
type Holder = NonNullable<Material["holder"]>;
/** Hand-overs of one person's originals, newest first. */
export const custodiesOf = (ctx: Pick<Ctx, "db">, applicantId: number): Promise<Custody[]> =>
  rows(
    ctx.db,
    q`
  select c.id, m.name, c.from_holder, c.to_holder, nullif(w.nickname, '') as staff_name, c.slot, c.count, c.note, c.at
  from custodies c join applicant_materials m on m.id = c.material_id left join workers w on w.id = c.staff_id where m.applicant_id = ${applicantId} order by c.id desc`,
  );

/** One field in full, or undefined when the applicant is out of sight. `field` comes from the contract's closed list. */
export const plainField = (ctx: Pick<Ctx, "db" | "me">, id: number): Promise<Record<string, unknown> | undefined> =>
  row(
    ctx.db,
    q`
  select a.applicant_no, a.name_cn, a.surname_en, a.given_name_en, a.birth_date, a.id_card_no, a.id_card_no_sealed, a.passport_no, a.passport_no_sealed, a.mobile, a.mobile_sealed, coalesce(a.email, o.contact_email) as email,
    a.address, o.order_no, o.contact_name, o.contact_mobile, o.contact_mobile_sealed, o.contact_email, o.return_name, o.return_mobile, o.return_mobile_sealed, o.return_address
  from applicants a join orders o on o.id = a.order_id where ${and([q`a.id = ${id}`, orderScope(ctx, "a")])}`,
  );
