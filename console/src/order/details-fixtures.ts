/** Records as the server answers them, for the tests of the detail pages. */
import type { Applicant, Material, MaterialFile } from "./applicant-model.ts";
import type { Order } from "./order-overview.tsx";

export const file = (id: number, more: Partial<MaterialFile> = {}): MaterialFile => ({
  id, file: `private/material/2026/${id}0000000.jpg`, filename: `${id}.jpg`, size: 204800, page_no: 1, version_no: 1, uploaded_by_name: null, superseded_at: null, is_new: false, created_at: "2026-11-18T02:00:00Z", ...more,
});

export const material = (id: number, name: string, more: Partial<Material> = {}): Material => ({
  id, kind: 1, document_id: id, name, category: 2, sub_type: null, requirement: "", owner: "must", group_key: "", need_n: 0, page_type: 0, max_pages: 1, copies: 1, is_original: false, max_age_days: 0, material_status: "submitted", round: 0,
  reject_code: null, reject_text: null, waive_reason: null, reviewed_by_name: null, reviewed_at: null, doc_date: null, form_status: null, form_answers: null, holder: null, slot: null, received_count: 0,
  files: [file(id * 10)], samples_good: [], samples_bad: [], check_points: [], version: 3, ...more,
});

export const applicant = (more: Partial<Applicant> = {}): Applicant => ({
  id: 71, order_id: 7, order_no: "V261118000007", applicant_no: "V261118000007-01", name_cn: "张*", identity: "employed", sku_name: "日本单次旅游签证(上海领区)", country_id: "JP", country_name: "日本", flag_emoji: "🇯🇵", district_name: "上海领区",
  applicant_status: "pre_review", status_at: "2026-11-18T02:00:00Z", status_due_at: "2099-11-20T10:00:00Z", waiting_party: "us", held_at: null, hold_reason: null, is_urgent: false, is_protected: true, admin_check_due: null, supplement_round: 0,
  travel_date: "2027-01-10", visit_at: null, materials_must: 4, materials_passed: 1, expert_name: "林晓雯", supplier_name: null, submit_date: null, handed_back_at: null, next_move: "review_pass", created_at: "2026-11-17T02:00:00Z", version: 5,
  surname_en: "Z***", given_name_en: "S***", gender: "male", birth_date: "1990-**-**", birth_place: "上海", nationality: "CN", id_card_no: "310***********1234", passport_no: "E****1234", passport_issue_date: "2020-01-01", passport_expiry_date: "2030-01-01",
  passport_issue_place: "上海", mobile: "138****8000", email: null, marital: "married", household_province: null, household_city: null, address: null, address_text: null, relation: "self", refused_before: false, refused_on: null, refused_note: null,
  seq: 1, is_child: false, order_status: "processing", pay_status: "paid", contact_name: "张*", contact_mobile: "138****8000", supplement_due_at: null, supplement_source: null, hold_party: null,
  collected_at: "2026-11-18T02:00:00Z", review_passed_at: null, submitted_at: null, result_at: null, received_at: null, supplier_id: null, settle_price: null, settle_includes_embassy: null, application_no: null, promised_date: null,
  visa_no: null, visa_issue_date: null, visa_effective_date: null, visa_expiry_date: null, stay_days: null, entry_count: null, result_files: [], refusal_category: null, refusal_text: null, refusal_files: [], liability: null,
  needs: { visit: false, training: false, originals: true, evisa: false, application_no: true, passport_until: "2027-07-20" },
  people: [{ id: 71, seq: 1, name_cn: "张*", applicant_status: "pre_review" }, { id: 72, seq: 2, name_cn: null, applicant_status: "none" }],
  form_sections: [], visits: [], parcels: [], spans: [{ status: "none", party: "customer", entered_at: "2026-11-17T02:00:00Z", left_at: "2026-11-18T02:00:00Z", work_minutes: 300, hold_minutes: 0, is_rolled_back: false }], rollback_to: [],
  moves: [{ move: "review_pass", ok: false, missing: "还有 2 项未审核：在职证明、银行流水" }, { move: "review_reject", ok: true, missing: null }, { move: "review_fail", ok: true, missing: null }],
  materials: [material(1, "护照首页", { material_status: "passed", reviewed_by_name: "林晓雯", reviewed_at: "2026-11-18T03:00:00Z" }), material(2, "在职证明"), material(3, "银行流水", { max_age_days: 30, doc_date: "2026-11-10" }), material(4, "证件照", { kind: 4 })],
  ...more,
});

export const order = (more: Partial<Order> = {}): Order => ({
  id: 7, order_no: "V261118000007", source: "staff", partner_order_no: null, customer_kind: "direct", contact_name: "张*", contact_mobile: "138****8000", contact_email: null, sku_id: 3, sku_name: "日本单次旅游签证(上海领区)", country_id: "JP", country_name: "日本", flag_emoji: "🇯🇵",
  district_name: "上海领区", flow: "pay_first", travel_date: "2027-01-10", return_date: "2027-01-20", effect_date: null, return_mode: "express", order_status: "processing", status_at: "2026-11-18T02:00:00Z", pay_status: "paid",
  amount_total: 295600, discount_total: 10000, amount_payable: 285600, amount_paid: 285600, amount_refunded: 0, cost: null, margin: null, expert_id: 3, expert_name: "林晓雯", cs_owner_id: null, cs_owner_name: null, bd_owner_id: null, applicant_count: 2, submitted_count: 0,
  applicants: [], flags: ["urgent"], due_at: null, pay_deadline_at: null, paid_at: "2026-11-17T03:00:00Z", promised_date: null, shipped_at: null, received_at: null, completed_at: null, cancelled_at: null, cancel_reason: null, created_at: "2026-11-17T02:00:00Z", version: 4,
  return_address: null, return_address_text: null, visit_wish: null, visit_wish_dates: [], urgent_tier: null, customer_note: "", created_by_name: "陈立群",
  snapshot: { id: 9, sku_no: "SKU0003", sku_name: "日本单次旅游签证(上海领区)", spu_name: "日本旅游签证", visa_type: 4, visa_form: "sticker", entry_count: "single", stay: "15天", validity: "90天", embassy_name: "日本驻上海总领馆", need_visit: false, work_days_min: 7, work_days_max: 10, passport_months: 6, refund_policy_name: "标准退款政策", made_at: "2026-11-17T02:00:00Z" },
  snapshot_diff: [], notes: [], payments: [], evaluate: null, moves: [],
  fees: [71, 72].flatMap((applicant_id, i) => [
    { id: i * 10 + 1, applicant_id, kind: "service" as const, amount: 54000, discount_share: 5000, payable: 49000, is_official_paid: false, refunded: 0, diff_no: null },
    { id: i * 10 + 2, applicant_id, kind: "embassy" as const, amount: 72000, discount_share: 0, payable: 72000, is_official_paid: i === 0, refunded: 0, diff_no: null },
    { id: i * 10 + 3, applicant_id, kind: "centre" as const, amount: 12000, discount_share: 0, payable: 12000, is_official_paid: false, refunded: 0, diff_no: null },
    { id: i * 10 + 4, applicant_id, kind: "protection" as const, amount: 9800, discount_share: 0, payable: 9800, is_official_paid: false, refunded: 0, diff_no: null },
  ]),
  people: [71, 72].map((id, i) => ({
    id, seq: i + 1, applicant_no: `V261118000007-0${i + 1}`, name_cn: i === 0 ? "张*" : null, identity: "employed" as const, passport_no: i === 0 ? "E****1234" : null, relation: i === 0 ? "self" : "spouse", is_child: false, applicant_status: i === 0 ? ("pre_review" as const) : ("none" as const),
    status_at: "2026-11-18T02:00:00Z", status_due_at: null, waiting_party: i === 0 ? "us" : "customer", held_at: null, hold_reason: null, materials_must: 4, materials_passed: 1, supplier_name: null, settle_price: null, submit_date: null, application_no: null, handed_back_at: null, next_move: i === 0 ? "review_pass" : null, version: 5,
  })),
  ...more,
});
