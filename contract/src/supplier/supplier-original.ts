/** 原件 at suppliers: what of our customers lies where, for how long, and until when it should be back. */
import { api, list, read } from "../kit/endpoint.ts";
import { choice, date, id, int, text, time, z } from "../kit/field.ts";
import { stateLabels } from "../kit/flow.ts";
import { applicantFlow } from "../order/order.flow.ts";
import { may } from "../permissions.ts";

export const supplierOriginal = z.object({
  id: id("原件"),
  name: text("原件"),
  count: int("份数"),
  applicant_id: id("申请人", "applicant"),
  applicant_no: text("申请人编号"),
  name_cn: z.nullable(z.string()).meta({ label: "姓名", kind: "text", personal: "name" }),
  order_id: id("订单", "order"),
  sku_name: text("商品"),
  applicant_status: choice("状态", stateLabels(applicantFlow)),
  /** Null of what came there before hand-overs were written down. */
  held_since: z.nullable(time("到供应商时间")),
  days: z.nullable(int("在其处天数")),
  /** When the result is due. */
  back_on: z.nullable(date("预计归还")),
});
/** A supplier with what it holds, by age. */
const exposure = z.object({
  id: id("供应商", "supplier"),
  short_name: text("简称"),
  originals_held: int("在其处原件"),
  /** What the limit counts. */
  passports_held: int("在其处护照"),
  originals_limit: int("原件持有上限(本)"),
  days: z.nullable(int("最久天数")),
  up_to_7: int("7天内"),
  up_to_14: int("8–14天"),
  up_to_30: int("15–30天"),
  over_30: int("30天以上"),
  back_on: z.nullable(date("最近预计归还")),
  collector_name: z.nullable(text("收料联系人")),
});

export const supplierOriginalApi = api({
  supplier_original_query: list("在其处原件列表", may.supplier, {
    filter: { supplier_id: id("供应商", "supplier") },
    row: supplierOriginal,
    sorts: ["held_since", "back_on"],
    exports: ["applicant_no", "name_cn", "name", "count", "sku_name", "applicant_status", "held_since", "days", "back_on"],
  }),
  /** Longest first. */
  supplier_exposure_query: read("原件暴露榜", may.supplier, {}, z.object({ list: z.array(exposure) })),
});
