/** One order as lists show it, and the filter its list, figures, tabs and export share. */

import { stateLabels } from "../kit/flow.ts";
import {
  anyOf,
  bool,
  choice,
  choices,
  date,
  email,
  id,
  int,
  labelsOf,
  mobile,
  money,
  contactName,
  personName,
  range,
  text,
  time,
  version,
  z,
  PERSON_NUMBERS,
} from "../kit/field.ts";
import { LEVEL_CODES } from "../peer/level/level.words.ts";
import { IDENTITIES, VISA_TYPES } from "../product/sku/sku.words.ts";
import { applicantFlow, orderFlow } from "./order.flow.ts";
import {
  CANCEL_REASONS,
  CUSTOMER_KINDS,
  DUE_FILTERS,
  FLOWS,
  ORDER_FLAGS,
  ORDER_TABS,
  PAY_STATES,
  RETURN_MODES,
  SCOPES,
  SOURCES,
} from "./words.ts";

const tabWords = labelsOf(ORDER_TABS);

export const order = z.object({
  id: id("编号"),
  order_no: text("订单号"),
  source: choice("来源", SOURCES),
  partner_order_no: z.nullable(text("渠道订单号")),
  customer_kind: choice("客户类型", CUSTOMER_KINDS),
  /** Of a peer's or a company's order; its level is that of today. */
  peer_id: z.nullable(id("同行", "peer")),
  peer_name: z.nullable(text("同行")),
  level_id: z.nullable(choice("同行等级", LEVEL_CODES)),
  contact_name: contactName(),
  contact_mobile: mobile("联系手机"),
  contact_email: z.nullable(email("联系邮箱")),
  sku_id: id("商品", "sku"),
  sku_name: text("商品"),
  country_id: text("国家/地区").meta({ label: "国家/地区", kind: "text", of: "country" }),
  country_name: text("国家/地区"),
  flag_emoji: text("旗", { min: 0 }),
  district_name: z.nullable(text("领区", { min: 0 })),
  flow: choice("流程", FLOWS),
  travel_date: z.nullable(date("出行日期")),
  return_date: z.nullable(date("回国日期")),
  effect_date: z.nullable(date("生效日期")),
  return_mode: choice("回寄方式", RETURN_MODES),
  order_status: choice("订单状态", stateLabels(orderFlow)),
  status_at: time("进入时间"),
  pay_status: choice("支付状态", PAY_STATES),
  amount_total: money("原价"),
  discount_total: money("优惠"),
  amount_payable: money("应付"),
  amount_paid: money("实付"),
  amount_refunded: money("已退"),
  /** Only for holders of 100201101; null otherwise. */
  cost: z.nullable(money("成本")),
  margin: z.nullable(money("毛利", { signed: true })),
  expert_id: z.nullable(id("签证专家", "worker")),
  expert_name: z.nullable(text("签证专家")),
  cs_owner_id: z.nullable(id("客服", "worker")),
  cs_owner_name: z.nullable(text("客服")),
  bd_owner_id: z.nullable(id("商务", "worker")),
  applicant_count: int("申请人数"),
  submitted_count: int("已送人数"),
  applicants: z
    .array(z.object({ id: id(), name_cn: z.nullable(personName("姓名")), applicant_status: choice("状态", stateLabels(applicantFlow)) }))
    .meta({ label: "申请人", kind: "list" }),
  flags: choices("标记", ORDER_FLAGS),
  due_at: z.nullable(time("截止")),
  /** The working days of its year are not published: reckoned by weekends. */
  due_estimated: bool("截止按周末推算"),
  pay_deadline_at: z.nullable(time("支付截止")),
  paid_at: z.nullable(time("支付时间")),
  promised_date: z.nullable(date("预计出签")),
  promise_estimated: bool("承诺按周末推算"),
  shipped_at: z.nullable(time("发货时间")),
  received_at: z.nullable(time("收到时间")),
  completed_at: z.nullable(time("完成时间")),
  cancelled_at: z.nullable(time("取消时间")),
  cancel_reason: z.nullable(choice("取消原因", CANCEL_REASONS)),
  created_at: time("下单时间"),
  version: version(),
});
/** A row of the list; `matched` names what a keyword met that the row does not show, never its value. */
export const orderRow = order.extend({ matched: z.nullable(text("命中")) });
const f = order.shape;

/** Filters of 订单查看, shared by the list, its figures, its tab counts and its export. */
export const orderFilter = {
  keyword: z.optional(text("订单号/姓名/手机/护照", { min: 0, max: 64, lookup: PERSON_NUMBERS })),
  tab: z.optional(choice("阶段", tabWords)),
  scope: z.optional(choice("范围", SCOPES)),
  order_status: z.optional(anyOf(f.order_status)),
  pay_status: z.optional(anyOf(f.pay_status)),
  applicant_status: z.optional(anyOf(choice("申请人状态", stateLabels(applicantFlow)))),
  country_id: z.optional(anyOf(f.country_id)),
  visa_type: z.optional(anyOf(z.int().meta({ label: "签证类型", kind: "choice", options: VISA_TYPES }))),
  sku_id: z.optional(anyOf(f.sku_id)),
  source: z.optional(anyOf(f.source)),
  customer_kind: z.optional(anyOf(f.customer_kind)),
  peer_id: z.optional(anyOf(id("同行", "peer"))),
  level_id: z.optional(anyOf(choice("同行等级", LEVEL_CODES))),
  expert_id: z.optional(anyOf(id("签证专家", "worker"))),
  cs_owner_id: z.optional(anyOf(id("客服", "worker"))),
  bd_owner_id: z.optional(anyOf(id("商务", "worker"))),
  /** Neither completed nor cancelled nor deleted. */
  is_open: z.optional(bool("未完结")),
  identity: z.optional(anyOf(choice("身份", IDENTITIES))),
  flag: z.optional(anyOf(choice("标记", ORDER_FLAGS))),
  due: z.optional(choice("截止", DUE_FILTERS)),
  amount_payable: z.optional(z.strictObject({ from: z.optional(z.int()), to: z.optional(z.int()) }).meta({ label: "应付", kind: "money" })),
  created_at: z.optional(range("下单时间")),
  paid_at: z.optional(range("支付时间")),
  travel_date: z.optional(range("出行日期")),
};
