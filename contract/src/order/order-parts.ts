/** What an order is made of: fees, payments, people, notes, log, and all of it together. */

import { stateLabels } from "../kit/flow.ts";
import {
  address,
  bool,
  choice,
  contactName,
  date,
  files,
  id,
  int,
  mobile,
  money,
  personName,
  text,
  time,
  version,
  z,
} from "../kit/field.ts";
import { workOrderFlow } from "../peer/work-order/work-order.flow.ts";
import { IDENTITIES } from "../product/sku/sku.words.ts";
import { applicantFlow } from "./order.flow.ts";
import { FEE_KINDS, LOG_ENTRY_KINDS, PAY_METHODS, VISIT_WISHES } from "./words.ts";
import { order } from "./order-record.ts";
import { orderRemind } from "./order-remind.ts";
import { orderNote } from "./order-list.ts";

const f = order.shape;
export const orderFee = z.object({
  id: id(),
  applicant_id: z.nullable(id("申请人")),
  kind: choice("费用项", FEE_KINDS),
  amount: money("原价"),
  discount_share: money("优惠分摊"),
  payable: money("应付"),
  is_official_paid: bool("官方已收"),
  refunded: money("已退"),
  diff_no: z.nullable(text("来源补差")),
});
export const orderPayment = z.object({
  id: id(),
  method: choice("支付方式", PAY_METHODS),
  amount: money("金额"),
  trade_no: z.nullable(text("交易号")),
  proof: files("凭证", "proof"),
  refunded: money("已退"),
  paid_at: time("支付时间"),
  created_by_name: z.nullable(text("登记人")),
  diff_no: z.nullable(text("补差价")),
});
export const orderLog = z.object({
  id: id(),
  kind: choice("类型", LOG_ENTRY_KINDS),
  noun: z.string(),
  noun_id: id(),
  applicant_id: z.nullable(id("申请人")),
  applicant_seq: z.nullable(z.int()),
  move: z.nullable(z.string()),
  label: text("动作"),
  from_state: z.nullable(z.string()),
  to_state: z.nullable(z.string()),
  from_label: z.nullable(z.string()),
  to_label: z.nullable(z.string()),
  actor_kind: z.string(),
  actor_name: text("操作人", { min: 0 }),
  on_behalf: bool("代客户"),
  reason: z.nullable(text("原因")),
  changes: z.array(z.object({ field: z.string(), label: z.string(), before: z.unknown(), after: z.unknown() })),
  customer_visible: bool("对客可见"),
  at: time("时间"),
});

/** A legal or refused next move, as the server judges it. */
export const moveState = z.object({ move: z.string(), ok: z.boolean(), missing: z.nullable(z.string()) });

export const orderApplicant = z.object({
  id: id(),
  seq: int("序号"),
  applicant_no: text("申请人编号"),
  name_cn: z.nullable(personName("姓名")),
  identity: z.nullable(choice("身份", IDENTITIES)),
  passport_no: z.nullable(z.string().meta({ label: "护照号", kind: "text", personal: "passport" })),
  relation: z.string(),
  is_child: bool("儿童"),
  applicant_status: choice("状态", stateLabels(applicantFlow)),
  status_at: time("进入时间"),
  status_due_at: z.nullable(time("截止")),
  waiting_party: z.string(),
  held_at: z.nullable(time("挂起")),
  hold_reason: z.nullable(z.string()),
  materials_must: z.int(),
  materials_passed: z.int(),
  supplier_name: z.nullable(z.string()),
  settle_price: z.nullable(money("结算价")),
  submit_date: z.nullable(date("送签日期")),
  application_no: z.nullable(z.string()),
  handed_back_at: z.nullable(time("寄回")),
  /** The one next step, for the row button. */
  next_move: z.nullable(z.string()),
  version: version(),
});

/** Where the papers go back to; an order from before it was asked for names nobody. */
export const returnTo = z.object({
  return_name: z.nullable(contactName("收件人")),
  return_mobile: z.nullable(mobile("收件手机")),
  return_address: z.nullable(address("收件地址")),
});

export const orderDetail = z.object({
  ...f,
  ...returnTo.shape,
  return_address_text: z.nullable(z.string().meta({ label: "收件地址", kind: "text", personal: "address" })),
  visit_wish: z.nullable(choice("赴馆意向", VISIT_WISHES)),
  visit_wish_dates: z.array(z.string()).meta({ label: "可选日期", kind: "list" }),
  urgent_tier: z.nullable(z.object({ tier_code: z.string(), name: z.string(), fee: z.int(), work_days: z.int() })),
  customer_note: text("客户留言", { min: 0, max: 500 }),
  created_by_name: z.nullable(text("下单人")),
  snapshot: z.object({
    id: id(),
    sku_no: z.string(),
    sku_name: z.string(),
    spu_name: z.string(),
    visa_type: z.int(),
    visa_form: z.string(),
    entry_count: z.string(),
    stay: z.string(),
    validity: z.string(),
    embassy_name: z.nullable(z.string()),
    need_visit: z.boolean(),
    work_days_min: z.int(),
    work_days_max: z.int(),
    passport_months: z.int(),
    refund_policy_name: z.nullable(z.string()),
    made_at: time("快照时间"),
  }),
  snapshot_diff: z.array(z.object({ label: z.string(), then: z.string(), now: z.string() })),
  fees: z.array(orderFee),
  payments: z.array(orderPayment),
  people: z.array(orderApplicant),
  notes: z.array(orderNote),
  /** What its peer wanted of us about it, the newest first. */
  work_orders: z.array(
    z.object({
      id: id("工单"),
      work_order_no: text("工单号"),
      title: text("标题"),
      work_order_status: choice("状态", stateLabels(workOrderFlow)),
      due_at: time("解决时限"),
    }),
  ),
  /** Reminders that are still open. */
  reminds: z.array(orderRemind),
  evaluate: z.nullable(z.object({ id: id(), score: z.int(), content: z.string(), source: z.string(), created_at: time("时间") })),
  moves: z.array(moveState),
});
