import type { Ctx } from "#kit/call/context.ts";
import { and, likeText, q, row, rows } from "#kit/db/sql.ts";
import { orderScope } from "../list/scope.ts";
import { openAnswers } from "./form-answers.ts";

type Caller = Pick<Ctx, "db" | "me">;
export interface TrialRow {
  id: number;
  applicant_no: string;
  name_cn: string | null;
  sku_name: string;
  has_answers: boolean;
  created_at: string;
}
/** How far back one looks for somebody of the form's countries who has filled it. */
const LATEST = 1000;
const SHOWN = 20;

/**
 * The latest applicants the caller may see, those who filled this form first. Each list walks an index of creation and
 * ends after its limit.
 */
export const latestApplicants = (
  ctx: Caller,
  ask: { application_id: number; country_ids: readonly string[]; keyword?: string | undefined },
): Promise<TrialRow[]> =>
  rows<TrialRow>(
    ctx.db,
    q`
    with latest as materialized (
      select a.id, a.applicant_no, a.name_cn, a.sku_id, a.country_id, a.created_at from applicants a
      where ${and([
        q`a.name_cn is not null`,
        orderScope(ctx, "a"),
        ask.keyword && q`a.applicant_no like ${`${likeText(ask.keyword.trim().toUpperCase())}%`}`,
      ])}
      order by a.created_at desc, a.id desc limit ${LATEST})
    select l.id, l.applicant_no, l.name_cn, s.name as sku_name, l.created_at, f.has_answers
    from latest l join skus s on s.id = l.sku_id
    cross join lateral (select exists (select from applicant_materials m where m.applicant_id = l.id and m.document_id = ${ask.application_id}
      and m.form_answers is not null and m.form_answers <> '{}') as has_answers) f
    order by f.has_answers desc, l.country_id = any(${[...ask.country_ids]}::text[]) desc, l.created_at desc, l.id desc limit ${SHOWN}`,
  );

export interface TrialFacts extends TrialRow {
  surname_en: string | null;
  given_name_en: string | null;
  gender: "male" | "female" | null;
  birth_date: string | null;
  birth_place: string | null;
  nationality: string;
  passport_no: string | null;
  passport_issue_date: string | null;
  passport_expiry_date: string | null;
  passport_issue_place: string | null;
  id_card_no: string | null;
  mobile: string | null;
  email: string | null;
  address: unknown;
  identity: string | null;
  marital: string | null;
  relation: string;
  refused_before: boolean | null;
  refused_note: string | null;
  travel_date: string | null;
  return_date: string | null;
  answers: Record<string, unknown>;
}
/** One applicant in the caller's scope with what forms ask of him, and his answers in this form. */
export async function trialFactsOf(ctx: Caller, ask: { application_id: number; applicant_id: number }): Promise<TrialFacts | undefined> {
  const found = await row<TrialFacts & { material_id: number | null }>(
    ctx.db,
    q`
    select a.id, a.applicant_no, a.name_cn, s.name as sku_name, a.created_at, a.surname_en, a.given_name_en, a.gender, a.birth_date, a.birth_place, a.nationality,
      a.passport_no, a.passport_issue_date, a.passport_expiry_date, a.passport_issue_place, a.id_card_no, a.mobile, a.email, a.address, a.identity, a.marital, a.relation,
      a.refused_before, a.refused_note, o.travel_date, o.return_date, m.id as material_id, coalesce(m.form_answers, '{}') as answers, coalesce(m.form_answers, '{}') <> '{}' as has_answers
    from applicants a join orders o on o.id = a.order_id join skus s on s.id = a.sku_id
    left join lateral (select x.id, x.form_answers from applicant_materials x
      where x.applicant_id = a.id and x.document_id = ${ask.application_id} order by x.id desc limit 1) m on true
    where ${and([q`a.id = ${ask.applicant_id}`, orderScope(ctx, "a")])}`,
  );
  return found && { ...found, answers: openAnswers(found.material_id ?? 0, found.answers) };
}
