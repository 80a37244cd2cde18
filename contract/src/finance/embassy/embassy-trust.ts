/** 官费敞口: what is held for missions and not paid to them, what was paid and not collected, and who is through with money left. */
import { api, list, pick, rowResult, write } from "../../kit/endpoint.ts";
import { anyOf, bool, choice, id, int, money, text, time, z } from "../../kit/field.ts";
import { stateLabels } from "../../kit/flow.ts";
import { applicantFlow } from "../../order/order.flow.ts";
import { may } from "../../permissions.ts";

const code = may.embassy_payment;
export const embassyTrust = z.object({
  /** Of the mission; 0: electronic visas, which have none. */
  id: int("使领馆编号"),
  embassy_name: text("使领馆"),
  country_name: text("国家/地区", { min: 0 }),
  held: money("已收未付"),
  held_count: int("人数"),
  d7: money("7天内"),
  d30: money("8–30天"),
  d60: money("31–60天"),
  older: money("60天以上"),
  /** Paid by us beyond what was collected, decided to be charged or not decided. */
  paid_ahead: money("已付未收"),
  finished_count: int("已办结有余额"),
  finished_left: money("办结余额"),
});
export const trustLeft = z.object({
  /** Of the applicant. */
  id: id("申请人", "applicant"),
  applicant_no: text("申请人编号"),
  name_cn: z.nullable(z.string()).meta({ label: "姓名", kind: "text", personal: "name" }),
  order_id: id("订单", "order"),
  order_no: text("订单号"),
  embassy_name: text("使领馆"),
  country_name: text("国家/地区", { min: 0 }),
  applicant_status: choice("申请人状态", stateLabels(applicantFlow)),
  left: money("官费余额"),
  /** Since when nothing more is to be paid. */
  finished_at: z.nullable(time("办结时间")),
  /** Becomes income by itself at night. */
  is_small: bool("容差内"),
});

export const embassyTrustApi = api({
  embassy_trust_query: list("官费敞口", code, {
    filter: { embassy_id: z.optional(anyOf(id("使领馆", "embassy"))) },
    row: embassyTrust,
    sorts: ["held"],
    exports: [
      "embassy_name",
      "country_name",
      "held",
      "held_count",
      "d7",
      "d30",
      "d60",
      "older",
      "paid_ahead",
      "finished_count",
      "finished_left",
    ],
  }),
  embassy_trust_left_query: list("办结官费余额", code, {
    filter: { embassy_id: z.optional(anyOf(id("使领馆", "embassy"))), keyword: z.optional(text("申请人/订单", { min: 0, max: 40 })) },
    row: trustLeft,
    sorts: ["finished_at"],
    exports: ["applicant_no", "name_cn", "order_no", "embassy_name", "country_name", "applicant_status", "left", "finished_at", "is_small"],
  }),
  /** Money of customers becomes ours: by who may pass payments, each row by itself at the amount that was looked at. */
  embassy_trust_income: write(
    "官费余额转收入",
    may.embassy_payment_release,
    {
      rows: z
        .array(z.object(pick(trustLeft, "id", "left")))
        .min(1, { error: "请选择申请人" })
        .max(100, { error: "一次最多100人" })
        .meta({ label: "申请人", kind: "list" }),
      reason: text("原因", { min: 5, max: 200 }),
    },
    z.object({ results: z.array(rowResult), done: int("已完成") }),
    { key: true },
  ),
});
