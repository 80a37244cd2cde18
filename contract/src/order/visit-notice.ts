/** 赴馆通知单: what one person, or everybody of an order, takes to the mission. */
import { api, read, write } from "../kit/endpoint.ts";
import { bool, id, int, personName, text, time, z } from "../kit/field.ts";
import { may } from "../permissions.ts";

/** Raised whenever the paper says something else; it stands at its foot. */
export const NOTICE_VERSION = "V1";

export const noticePerson = z.object({
  id: id("申请人", "applicant"),
  applicant_no: text("申请人编号"),
  name_cn: z.nullable(personName("姓名")),
  passport_no: z.nullable(text("护照号", { personal: "passport" })),
  visit_at: time("赴馆时间"),
  appointment_no: z.nullable(text("预约号")),
  place_name: text("使领馆"),
  place_address: text("地址"),
  place_phone: text("电话", { min: 0 }),
  transport: text("交通", { min: 0 }),
  carry_limits: text("携带限制", { min: 0 }),
  notice_note: text("赴馆须知", { min: 0 }),
  bring: z
    .array(z.object({ id: id("编号"), name: text("资料"), is_original: bool("原件"), copies: int("份数"), note: text("说明", { min: 0 }) }))
    .meta({ label: "携带清单", kind: "list" }),
});
export const visitNotice = z.object({
  order_id: id("订单", "order"),
  order_no: text("订单号"),
  country_name: text("国家"),
  sku_name: text("商品"),
  people: z.array(noticePerson).meta({ label: "申请人", kind: "list" }),
  /** Of the same order, who cannot be printed. */
  left_out: z
    .array(z.object({ id: id("申请人", "applicant"), applicant_no: text("申请人编号"), name_cn: z.nullable(personName("姓名")) }))
    .meta({ label: "未列入", kind: "list" }),
  photo: text("照片要求", { min: 0 }),
  expert_name: z.nullable(text("签证专家")),
  /** The work number that is told to customers. */
  expert_phone: z.nullable(text("专家电话")),
  notice_version: text("模板版本"),
});

const which = {
  order_id: id("订单", "order"),
  id: id("申请人", "applicant"),
  /** Everybody of the order whose visit is booked. */
  is_whole: bool("全家"),
};
export const visitNoticeApi = api({
  visit_notice_get: read("赴馆通知单", may.order_process, which, visitNotice),
  /** Names leave whole by a field of their own, for those who may see them; each is a look. */
  visit_notice_print: write(
    "打印赴馆通知单",
    may.order_process,
    { ...which, with_names: bool("含完整姓名") },
    z.object({
      full_names: z.array(z.object({ id: id("申请人", "applicant"), name: text("完整姓名") })).meta({ label: "完整姓名", kind: "list" }),
    }),
    { log: "print" },
  ),
});
