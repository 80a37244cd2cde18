/** 供应商物流: parcels of originals to suppliers and back; waybill, parties and state stand in the parcel's express row. */
import { api, list, optional, pick, read } from "../kit/endpoint.ts";
import { PERSON_NUMBERS, anyOf, bool, choice, date, files, id, int, longText, money, range, text, time, version, z } from "../kit/field.ts";
import { may } from "../permissions.ts";
import { PARCEL_QUEUES } from "../workbench/queues.ts";
import { CARRIERS, EXPRESS_MODES, HOLDERS } from "../order/words.ts";
import { PARCEL_PURPOSES, PARCEL_STAGES, PARCEL_TABS, PARCEL_TYPES, RESOLUTIONS, VERDICTS } from "./supplier.words.ts";

const code = may.supplier_logistics;
export const supplierParcel = z.object({
  id: id("编号", "supplier_parcel"),
  parcel_no: text("交接单号"),
  type: z.union([z.literal(2), z.literal(5)]).meta({ label: "方向", kind: "choice", options: PARCEL_TYPES }),
  express_id: id("快递"),
  supplier_id: id("供应商", "supplier"),
  supplier_name: text("供应商"),
  purpose: choice("用途", PARCEL_PURPOSES),
  contact_id: z.nullable(id("收/寄件人", "supplier_contact")),
  contact_name: z.nullable(text("收/寄件人")),
  batch_id: z.nullable(id("送签批次", "submission_batch")),
  batch_no: z.nullable(text("批次")),
  mode: choice("方式", EXPRESS_MODES),
  carrier_code: z.nullable(choice("承运商", CARRIERS)),
  waybill_no: z.nullable(text("运单号", { max: 40 })),
  track_text: z.nullable(text("轨迹")),
  planned_send_on: z.nullable(date("计划寄出日")),
  /** Sealed before it, it is handed in on `catches`; missed, on `else_catches`. */
  cut_off_at: z.nullable(time("封箱截止")),
  catches: z.nullable(date("可赶送签日")),
  else_catches: z.nullable(date("错过则送签日")),
  is_tight: bool("赶不上倒推计划"),
  item_count: int("件数"),
  passports: int("护照"),
  packed_count: int("已装"),
  issue_count: int("差异数"),
  estimated_cost: z.nullable(money("预估运费")),
  cost: z.nullable(money("实际运费")),
  sealed_at: z.nullable(time("封箱时间")),
  sent_at: z.nullable(time("寄出时间")),
  signed_at: z.nullable(time("签收时间")),
  stage: choice("状态", PARCEL_STAGES),
  is_auto_counted: bool("默认无误"),
  list_version: int("清单版本"),
  created_by: z.nullable(id("经手人")),
  created_by_name: z.nullable(text("经手人")),
  note: longText("备注", 500, 0),
  version: version(),
  created_at: time("建单时间"),
});
const f = supplierParcel.shape;

export const supplierParcelItem = z.object({
  id: id("物品"),
  applicant_id: z.nullable(id("申请人", "applicant")),
  applicant_no: z.nullable(text("申请人号")),
  order_id: z.nullable(id("订单", "order")),
  name_cn: z.nullable(z.string()).meta({ label: "姓名", kind: "text", personal: "name" }),
  passport_no: z.nullable(z.string()).meta({ label: "护照号", kind: "text", personal: "passport" }),
  material_id: z.nullable(id("原件")),
  name: text("物品"),
  count: int("数量"),
  district_name: text("领区", { min: 0 }),
  is_passport: bool("护照"),
  packed_at: z.nullable(time("已装")),
  verdict: z.nullable(choice("清点结果", VERDICTS)),
  issue_note: text("说明", { min: 0 }),
  issue_files: files("照片", "parcel_photo"),
  resolution: z.nullable(choice("处理", RESOLUTIONS)),
  resolution_note: text("处理说明", { min: 0 }),
  /** No longer assigned to this supplier since it was packed. */
  moved_to: z.nullable(text("已改派至")),
  /** Null once he is no longer given to this supplier. */
  planned_date: z.nullable(date("计划送签日")),
});
/** Somebody whose originals lie here and who is assigned to the supplier for a day: tiles of the packing desk and rows of 今日应寄. */
const expected = z.object({
  applicant_id: id("申请人", "applicant"),
  applicant_no: text("申请人号"),
  order_id: id("订单", "order"),
  name_cn: z.nullable(z.string()).meta({ label: "姓名", kind: "text", personal: "name" }),
  passport_no: z.nullable(z.string()).meta({ label: "护照号", kind: "text", personal: "passport" }),
  district_name: text("领区", { min: 0 }),
  planned_date: date("计划送签日"),
  originals: z.array(
    z.object({
      material_id: id("原件"),
      name: text("原件"),
      count: int("份数"),
      is_here: bool("在我方"),
      is_passport: bool("护照"),
      parcel_no: z.nullable(text("已在交接单")),
    }),
  ),
});
/** An original that a supplier may send back: it lies there, or with the mission where he handed it in. */
const source = z.object({
  id: id("原件"),
  name: text("原件"),
  count: int("份数"),
  is_passport: bool("护照"),
  applicant_id: id("申请人", "applicant"),
  applicant_no: text("申请人号"),
  name_cn: z.nullable(z.string()).meta({ label: "姓名", kind: "text", personal: "name" }),
  passport_no: z.nullable(z.string()).meta({ label: "护照号", kind: "text", personal: "passport" }),
  holder: choice("现在", HOLDERS),
});
export const supplierParcelDetail = supplierParcel.extend({
  ...pick(
    z.object({
      proof_files: files("交接凭证", "parcel_proof"),
      lost_reason: z.nullable(text("遗失原因")),
      cancel_reason: z.nullable(text("作废原因")),
    }),
    "proof_files",
    "lost_reason",
    "cancel_reason",
  ),
  signed_by: z.nullable(text("签收人")),
  address_text: z.nullable(text("地址")),
  phone_text: z.nullable(text("电话")),
  items: z.array(supplierParcelItem),
  expected: z.array(expected),
  tracks: z.array(z.object({ at: time("时间"), text: text("轨迹") })),
  prints: z.array(
    z.object({
      list_version: int("版本"),
      with_numbers: bool("含完整护照号"),
      printed_by_name: z.nullable(text("打印人")),
      printed_at: time("打印时间"),
      is_void: bool("已作废"),
    }),
  ),
  /** Acts that may be done now, and what stands against the others. */
  acts: z.array(z.object({ act: z.string(), ok: z.boolean(), missing: z.nullable(z.string()) })),
});
const keyword = z.optional(text("交接单号/运单号/申请人/订单号/护照号", { min: 0, max: 60, lookup: PERSON_NUMBERS }));
export const supplierParcelApi = api({
  supplier_parcel_query: list("供应商物流列表", code, {
    filter: {
      tab: z.optional(choice("分类", PARCEL_TABS)),
      queue: z.optional(choice("待办", PARCEL_QUEUES)),
      keyword,
      supplier_id: z.optional(anyOf(f.supplier_id)),
      type: z.optional(f.type),
      purpose: z.optional(anyOf(f.purpose)),
      stage: z.optional(anyOf(f.stage)),
      /** Longer under way than `TRANSIT_DAYS`. */
      is_late: z.optional(bool("在途超3个工作日")),
      batch_no: z.optional(text("批次", { min: 0, max: 30 })),
      created_by: z.optional(anyOf(id("经手人", "worker"))),
      sent_at: z.optional(range("寄出时间")),
      signed_at: z.optional(range("签收时间")),
    },
    row: supplierParcel,
    sorts: ["created_at", "planned_send_on", "sent_at", "signed_at"],
    exports: [
      "parcel_no",
      "type",
      "supplier_name",
      "purpose",
      "batch_no",
      "item_count",
      "passports",
      "mode",
      "carrier_code",
      "waybill_no",
      "planned_send_on",
      "sent_at",
      "signed_at",
      "stage",
      "issue_count",
      "estimated_cost",
      "cost",
      "created_by_name",
    ],
    // What carriers ask for is known to whoever sends.
    columns_may: { estimated_cost: code, cost: code },
  }),
  /** By tab; and `parcels` and `passports` that are open, `late` and `exceptions`, the figures of its head. */
  supplier_parcel_stat_get: read("供应商物流计数", code, {}, z.record(z.string(), z.int())),
  /** By its id, or by its number. */
  supplier_parcel_get: read("交接单详情", code, optional(pick(supplierParcel, "id", "parcel_no")), supplierParcelDetail),
  /** What he may announce: all of it, so that one parcel brings back what several took. */
  supplier_parcel_source_query: list("供应商处原件", code, {
    filter: {
      supplier_id: f.supplier_id,
      keyword: z.optional(text("姓名/护照号/申请人号/订单号", { min: 0, max: 60, lookup: PERSON_NUMBERS })),
    },
    row: source,
    sorts: ["applicant_no"],
  }),
  supplier_parcel_due_query: read(
    "今日应寄",
    code,
    { date: z.optional(date("日期")), keyword, supplier_id: z.optional(anyOf(f.supplier_id)) },
    z.object({
      date: date("日期"),
      suppliers: z.array(
        z.object({
          supplier_id: f.supplier_id,
          supplier_name: f.supplier_name,
          people: z.array(expected),
          here: int("在我方"),
          missing: int("缺"),
          parcel_nos: z.array(z.string()).meta({ label: "已建单", kind: "list" }),
        }),
      ),
    }),
  ),
});
