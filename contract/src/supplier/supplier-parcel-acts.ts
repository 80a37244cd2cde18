/** What is done with a parcel to or from a supplier: made, packed, sealed, sent, signed, counted, lost and found. */
import { api, optional, pick, write } from "../kit/endpoint.ts";
import { bool, choice, date, files, id, ids, int, money, text, time, version, z } from "../kit/field.ts";
import { may } from "../permissions.ts";
import { supplierParcel, supplierParcelDetail } from "./supplier-parcel.ts";
import { EXTRAS_MAX, PARCEL_ITEMS_MAX, PARCEL_TRACKED, RESOLUTIONS, VERDICTS } from "./supplier.words.ts";

const code = may.supplier_logistics;
const f = supplierParcel.shape;
const of = pick(supplierParcel, "id", "version");
const way = {
  mode: f.mode,
  carrier_code: z.optional(f.carrier_code),
  waybill_no: z.optional(f.waybill_no),
};
const reason = text("原因", { min: 2, max: 200 });
const proof = files("凭证", "parcel_proof");
const itemFacts = z.strictObject({
  applicant_id: id("申请人"),
  material_id: z.optional(z.nullable(id("原件"))),
  name: z.optional(text("物品", { max: 60 })),
  count: z.optional(int("数量", 1, 99)),
});
const scanned = z.object({
  outcome: z.enum(["packed", "already"]),
  applicant_id: id("申请人"),
  applicant_no: text("申请人号"),
  /** In people, as the desk counts. */
  packed: int("已装(人)"),
  missing: int("缺(人)"),
  version: version(),
});

export const supplierParcelActApi = api({
  supplier_parcel_add: write(
    "新建交接单",
    code,
    {
      supplier_id: f.supplier_id,
      purpose: f.purpose,
      contact_id: z.optional(z.nullable(id("收件人"))),
      batch_id: z.optional(z.nullable(id("送签批次"))),
      planned_send_on: z.optional(z.nullable(date("计划寄出日"))),
      ...way,
      items: z
        .array(itemFacts)
        .max(PARCEL_ITEMS_MAX, { error: `清单最多${PARCEL_ITEMS_MAX}行` })
        .meta({ label: "清单", kind: "list" }),
      note: z.optional(f.note),
    },
    supplierParcel,
    { key: true },
  ),
  supplier_parcel_update: write(
    "编辑交接单",
    code,
    { ...of, ...optional({ purpose: f.purpose, contact_id: f.contact_id, planned_send_on: f.planned_send_on, ...way, note: f.note }) },
    supplierParcel,
  ),
  /** What a supplier announced that he sends. */
  supplier_parcel_expect: write(
    "登记供应商寄来",
    code,
    {
      supplier_id: f.supplier_id,
      purpose: f.purpose,
      contact_id: z.optional(z.nullable(id("寄件人"))),
      ...way,
      items: z
        .array(itemFacts)
        .min(1, { error: "请填写清单" })
        .max(PARCEL_ITEMS_MAX, { error: `清单最多${PARCEL_ITEMS_MAX}行` })
        .meta({ label: "清单", kind: "list" }),
      note: z.optional(f.note),
    },
    supplierParcel,
    { key: true },
  ),
  supplier_parcel_item_add: write(
    "加入清单",
    code,
    { ...of, items: z.array(itemFacts).min(1).max(PARCEL_ITEMS_MAX).meta({ label: "清单", kind: "list" }) },
    supplierParcel,
  ),
  /** A passport whole or its last four, or an applicant's number. Whole and of nobody expected it is a look-up, counted by the handler. */
  supplier_parcel_item_scan: write("扫描装箱", code, { ...pick(supplierParcel, "id"), code: text("扫描内容", { max: 40 }) }, scanned),
  supplier_parcel_item_remove: write(
    "移出清单",
    code,
    {
      ...of,
      item_ids: ids("物品", 500).min(1, { error: "请选择物品" }),
      /** Moves its person's submission to another day as well. */
      planned_date: z.optional(date("改到")),
    },
    supplierParcel,
  ),
  supplier_parcel_seal: write(
    "封箱",
    code,
    {
      ...of,
      passport_count: int("清点护照数", 0, 2_000),
      /** Who is expected and lies here stays behind. */
      confirm_missing: z.optional(bool("其余应寄申请人本次不寄")),
    },
    supplierParcel,
    { key: true },
  ),
  supplier_parcel_unseal: write("重新装箱", code, { ...of, reason }, supplierParcel, { key: true }),
  supplier_parcel_send: write(
    "寄出",
    code,
    {
      ...of,
      ...optional(way),
      weight_g: z.optional(int("重量(克)", 1, 100_000)),
      proof_files: z.optional(proof),
      over_limit_reason: z.optional(text("超出持有上限的原因", { min: 5, max: 200 })),
    },
    supplierParcel,
    { key: true },
  ),
  supplier_parcel_sign: write(
    "签收",
    code,
    { ...of, signed_at: time("签收时间"), signed_by: text("签收人", { max: 40 }), proof_files: z.optional(proof) },
    supplierParcel,
    { key: true },
  ),
  /** Held up, going on, or given back to its sender. */
  supplier_parcel_track: write(
    "物流更新",
    code,
    { ...of, to: choice("物流状态", PARCEL_TRACKED), track_text: text("轨迹", { min: 2, max: 200 }) },
    supplierParcel,
    { key: true },
  ),
  supplier_parcel_count: write(
    "清点",
    code,
    {
      ...of,
      verdicts: z
        .array(
          z.strictObject({
            item_id: id("物品"),
            verdict: choice("清点结果", VERDICTS),
            issue_note: z.optional(text("说明", { min: 0, max: 200 })),
            issue_files: z.optional(files("照片", "parcel_photo")),
          }),
        )
        .max(PARCEL_ITEMS_MAX)
        .meta({ label: "清点", kind: "list" }),
      /** What came beside the list. */
      extras: z.optional(
        z
          .array(
            z.strictObject({ name: text("物品", { max: 60 }), count: int("数量", 1, 99), issue_note: text("说明", { min: 2, max: 200 }) }),
          )
          .max(EXTRAS_MAX)
          .meta({ label: "多出", kind: "list" }),
      ),
    },
    supplierParcel,
    { key: true },
  ),
  supplier_parcel_resolve: write(
    "差异处理完成",
    code,
    {
      ...of,
      rows: z
        .array(
          z.strictObject({
            item_id: id("物品"),
            resolution: choice("处理", RESOLUTIONS),
            resolution_note: text("说明", { min: 2, max: 200 }),
            /** Of 已赔付: taken off what the supplier is owed. */
            deduct: z.optional(money("扣款金额", { min: 1 })),
          }),
        )
        .min(1, { error: "请填写处理结果" })
        .max(PARCEL_ITEMS_MAX + EXTRAS_MAX)
        .meta({ label: "差异处理", kind: "list" }),
    },
    supplierParcel,
    { key: true },
  ),
  supplier_parcel_lose: write("登记遗失", code, { ...of, reason, proof_files: proof.min(1, { error: "请上传凭证" }) }, supplierParcel, {
    key: true,
  }),
  supplier_parcel_find: write("找回", code, { ...of, reason, proof_files: proof.min(1, { error: "请上传凭证" }) }, supplierParcel, {
    key: true,
  }),
  supplier_parcel_cancel: write("作废", code, { ...of, reason }, supplierParcel, { key: true }),
  /** One version of the list; full numbers only for those who may see them. Each print is a row. */
  supplier_parcel_print: write(
    "打印交接单",
    code,
    { ...pick(supplierParcel, "id"), with_numbers: bool("含完整护照号") },
    // What is asked for in full leaves by a field of its own: the items' numbers are masked like everywhere.
    supplierParcelDetail.extend({
      full_numbers: z.array(z.object({ item_id: id("物品"), number: text("护照号") })),
      /** Whom the courier calls: that paper goes with the parcel. Null on a masked print. */
      full_party: z.nullable(z.object({ name: text("收/寄件人"), phone: z.nullable(text("电话")) })),
    }),
    { log: "print" },
  ),
  /** Several delivered at once; each stands or falls by itself. */
  supplier_parcel_sign_batch: write(
    "批量登记签收",
    code,
    { ids: ids("交接单", 200).min(1, { error: "请选择交接单" }), signed_at: time("签收时间"), signed_by: text("签收人", { max: 40 }) },
    z.object({ results: z.array(z.object({ id: z.int(), ok: z.boolean(), msg: z.string() })), done: int("已完成") }),
    { key: true },
  ),
});
