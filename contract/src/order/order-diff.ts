/** 补差价: what is owed beyond the price paid. */
import { api, done, move, read, write } from "../kit/endpoint.ts";
import { stateLabels } from "../kit/flow.ts";
import { bool, choice, files, id, money, text, time, version, z } from "../kit/field.ts";
import { may } from "../permissions.ts";
import { insuranceChoice } from "./insurance-choice.ts";
import { diffFlow } from "./order.flow.ts";
import { DIFF_PAYERS, FEE_KINDS, REGISTERED_METHODS } from "./words.ts";

const R = { any: [may.order_view, may.order_process] } as const;

export const orderDiff = z.object({
  id: id(),
  diff_no: text("补差单号"),
  applicant_id: z.nullable(id("申请人")),
  fee_kind: choice("费用项", FEE_KINDS),
  amount: money("金额"),
  reason: text("原因"),
  payer: choice("承担方", DIFF_PAYERS),
  is_blocking: bool("阻断送签"),
  due_at: z.nullable(time("截止")),
  diff_status: choice("状态", stateLabels(diffFlow)),
  paid_at: z.nullable(time("支付时间")),
  created_by_name: z.nullable(text("发起人")),
  created_by: z.nullable(id()),
  version: version(),
  created_at: time("发起时间"),
});
export const orderDiffApi = api({
  order_diff_query: read("补差价", R, { order_id: id("订单") }, z.object({ list: z.array(orderDiff) })),
  order_diff_add: write(
    "发起补差价",
    R,
    {
      order_id: id("订单"),
      applicant_id: z.optional(z.nullable(id("申请人"))),
      fee_kind: choice("费用项", FEE_KINDS),
      /** Of insurance that of its plan: absent, or the same. */
      amount: z.optional(money("金额", { min: 1 })),
      insurance: z.optional(insuranceChoice),
      reason: text("原因", { min: 5, max: 200 }),
      payer: choice("承担方", DIFF_PAYERS),
      is_blocking: bool("阻断送签"),
    },
    orderDiff,
    { key: true },
  ),
  order_diff_pay: move(
    diffFlow,
    "pay",
    {
      id: id("补差价"),
      version: version(),
      method: choice("支付方式", REGISTERED_METHODS),
      trade_no: text("交易号", { max: 64 }),
      proof: files("凭证", "proof", 5).min(1, { error: "请上传凭证" }),
      paid_at: time("支付时间"),
    },
    done,
    { key: true },
  ),
  /** At once out of the accounts of the order's peer. */
  order_diff_deduct: write("从同行账户扣款", may.order_pay_register, { id: id("补差价"), version: version() }, done, { key: true }),
  order_diff_cancel: move(diffFlow, "cancel", { id: id("补差价"), version: version() }, done),
});
