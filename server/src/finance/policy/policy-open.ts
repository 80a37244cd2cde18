/** Doors for orders: a paid line opens the policy it bought; a person who leaves his order ends those that have not begun. */
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { nextNumber } from "#kit/db/numbers.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { moveRow } from "#kit/noun/move.ts";
import { addRow } from "#kit/noun/save.ts";
import { dayOf } from "#kit/range.ts";
import { openField, sealFields } from "#kit/seal/seal.ts";
import { postPolicySurrendered } from "../../ledger/index.ts";
import { sealedApplicant, type PolicyAsk } from "../../order/index.ts";
import { insuranceTerms } from "../../product/index.ts";
import { policyNoun, sealedPolicy } from "./policy.noun.ts";

interface Subject {
  applicant_no: string;
  name_cn: string | null;
  surname_en: string | null;
  given_name_en: string | null;
  birth_date: string | null;
  passport_no: string | null;
  passport_no_sealed: string | null;
  travel_date: string | null;
  return_date: string | null;
}
export const subjectOf = async (db: Db, applicantId: number): Promise<Subject> => {
  const found = await row<Subject>(
    db,
    q`select a.applicant_no, a.name_cn, a.surname_en, a.given_name_en, a.birth_date, a.passport_no, a.passport_no_sealed, o.travel_date, o.return_date
      from applicants a join orders o on o.id = a.order_id where a.id = ${applicantId}`,
  );
  if (!found) throw new Error(`applicant ${applicantId} is gone`);
  return found;
};
/** The person as he stands in his order now. */
export const insuredOf = (a: Subject): { name: string | null; birthday: string | null; passport: string | null } => ({
  name: a.name_cn ?? (`${a.surname_en ?? ""} ${a.given_name_en ?? ""}`.trim() || null),
  birthday: a.birth_date,
  passport: openField(sealedApplicant, a, "passport_no"),
});
export const insuredSet = (applyNo: string, of: ReturnType<typeof insuredOf>) => ({
  insured_name: of.name,
  insured_birthday: of.birthday,
  ...sealFields(sealedPolicy, applyNo, { insured_passport: of.passport }),
});

interface Bought {
  insurer_id: number;
  product_name: string;
  plan_name: string;
  cost: number;
  terms: object;
}
async function travelOf(ctx: Ctx, ask: PolicyAsk & { sold: { kind: "travel" } }, a: Subject): Promise<Bought> {
  if (!a.travel_date || !a.return_date || !a.birth_date) throw new Error(`${a.applicant_no} is insured without a journey`);
  const trip = { departure: a.travel_date, return_date: a.return_date, birth_date: a.birth_date };
  const found = await insuranceTerms(ctx.db, ask.sold, trip, new Date(ask.sold_at));
  if (!found) throw new Error(`insurance product ${ask.sold.product_id} has no plan ${ask.sold.plan_key}`);
  return { ...found, cost: found.cost ?? 0 };
}
/** Null: we bear the risk ourselves. */
const refusalOf = async (db: Db, productId: number): Promise<Bought | null> => {
  const found = await row<{ name: string; supplier_id: number | null; reserve_cost: number }>(
    db,
    q`select name, supplier_id, reserve_cost from refuse_no_worry_products where id = ${productId}`,
  );
  if (!found || found.supplier_id === null) return null;
  return { insurer_id: found.supplier_id, product_name: found.name, plan_name: "", cost: found.reserve_cost, terms: {} };
};

const standing = async (db: Db, { applicant_id, sold }: PolicyAsk): Promise<boolean> =>
  (await row(
    db,
    q`select id from policies where applicant_id = ${applicant_id} and kind = ${sold.kind} and coalesce(insurance_product_id, refuse_no_worry_product_id) = ${sold.product_id}
        and plan_key = ${sold.kind === "travel" ? sold.plan_key : ""} and policy_status in ('to_issue', 'issued', 'failed')`,
  )) !== undefined;

export async function policyOpen(ctx: Ctx, ask: PolicyAsk): Promise<void> {
  const { sold } = ask;
  if (await standing(ctx.db, ask)) return;
  const a = await subjectOf(ctx.db, ask.applicant_id);
  const bought = sold.kind === "travel" ? await travelOf(ctx, { ...ask, sold }, a) : await refusalOf(ctx.db, sold.product_id);
  if (!bought) return;
  const apply_no = await nextNumber(ctx.db, "BX", ctx.now);
  const { terms, ...of } = bought;
  const isTravel = sold.kind === "travel";
  await addRow(ctx, policyNoun, {
    apply_no,
    kind: sold.kind,
    insurance_product_id: isTravel ? sold.product_id : null,
    refuse_no_worry_product_id: isTravel ? null : sold.product_id,
    plan_key: isTravel ? sold.plan_key : "",
    ...of,
    terms: JSON.stringify(terms),
    order_id: ask.order_id,
    applicant_id: ask.applicant_id,
    ...insuredSet(apply_no, insuredOf(a)),
    // A refusal is covered from the day it is paid; until when says the insurer.
    start_on: isTravel ? a.travel_date : dayOf(ctx.now),
    end_on: isTravel ? a.return_date : null,
    premium: ask.premium,
  });
}

interface Live {
  id: number;
  apply_no: string;
  policy_status: string;
  start_on: string | null;
  surrender: string | null;
}
export async function policyCancel(ctx: Ctx, { applicant_id, reason }: { applicant_id: number; reason: string }): Promise<void> {
  const today = dayOf(ctx.now);
  const live = await rows<Live>(
    ctx.db,
    q`select id, apply_no, policy_status, start_on, terms ->> 'surrender' as surrender from policies
      where applicant_id = ${applicant_id} and policy_status in ('to_issue', 'issued', 'failed') order by id for update`,
  );
  for (const p of live) {
    const isWritten = p.policy_status === "issued";
    // What runs already, or is never given back, stays with the insured.
    if (isWritten && (p.surrender === "none" || (p.start_on !== null && p.start_on <= today))) continue;
    if (isWritten) await postPolicySurrendered(ctx, { policy_id: p.id }, reason);
    await moveRow(ctx, policyNoun, "cancel", {
      id: p.id,
      to: "surrendered",
      set: { reason, surrendered_at: ctx.now, updated_at: ctx.now },
    });
    ctx.note({
      noun: "policy",
      noun_id: p.id,
      noun_no: p.apply_no,
      reason,
      changes: [{ field: "policy_status", label: "状态", before: null, after: "已退保" }],
    });
  }
}
