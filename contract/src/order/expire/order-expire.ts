/** 过期订单: what ran out of an order or of one of its people; found every hour, extended, chased and closed by people. */
import { api, list, move, pick, read, write } from "../../kit/endpoint.ts";
import { anyOf, bool, choice, date, id, ids, int, longText, money, personName, range, text, time, version, z } from "../../kit/field.ts";
import { stateLabels } from "../../kit/flow.ts";
import { may } from "../../permissions.ts";
import { EXPIRE_QUEUES } from "../../workbench/queues.ts";
import { expireFlow } from "./order-expire.flow.ts";

const code = may.order_expired;

export const EXPIRE_KINDS = {
  pay: "支付过期",
  material: "资料过期",
  travel: "出行过期",
  document: "证件过期",
  visit: "预约过期",
} as const;
export type ExpireKind = keyof typeof EXPIRE_KINDS;
export const EXTENSIONS = 2;

export const orderExpire = z.object({
  id: id("编号", "order_expire"),
  order_id: id("订单", "order"),
  order_no: text("订单号"),
  order_version: version(),
  peer_id: z.nullable(id("同行", "peer")),
  peer_name: z.nullable(text("同行")),
  applicant_id: z.nullable(id("申请人", "applicant")),
  applicant_no: z.nullable(text("申请人编号")),
  applicant_name: z.nullable(personName("申请人")),
  kind: choice("类型", EXPIRE_KINDS),
  due_at: time("到期时间"),
  /** Fewer than none: so many days ago. */
  days: int("剩余天数", -100_000, 100_000),
  expire_status: choice("状态", stateLabels(expireFlow)),
  stands: text("停留状态"),
  stands_at: z.nullable(time("停留自")),
  amount_paid: money("已付金额"),
  expert_id: z.nullable(id("专家", "worker")),
  expert_name: z.nullable(text("签证专家")),
  remind_times: int("提醒次数"),
  contact_times: int("联系次数"),
  last_contact_at: z.nullable(time("最近联系")),
  extended_times: int("延期次数", 0, EXTENSIONS),
  extend_reason: text("延期原因", { min: 0, max: 200 }),
  close_reason: text("关闭原因", { min: 0, max: 200 }),
  closed_by_name: z.nullable(text("关闭人")),
  closed_at: z.nullable(time("结束时间")),
  /** The order can still be taken up again. */
  is_restorable: bool("可恢复"),
  created_at: time("发现时间"),
  version: version(),
  updated_at: time("更新时间"),
});
const f = orderExpire.shape;
export const expireFilter = {
  keyword: z.optional(text("订单号或申请人编号", { min: 0, max: 40 })),
  order_id: z.optional(f.order_id),
  kind: z.optional(anyOf(f.kind)),
  expire_status: z.optional(anyOf(f.expire_status)),
  peer_id: z.optional(anyOf(id("同行", "peer"))),
  expert_id: z.optional(anyOf(id("专家", "worker"))),
  due_at: z.optional(range("到期时间")),
  is_extended: z.optional(bool("已延期")),
  is_contacted: z.optional(bool("已联系")),
  queue: z.optional(choice("待办", EXPIRE_QUEUES)),
};
const of = pick(orderExpire, "id", "version");
const reason = (label: string) => text(label, { min: 5, max: 200 });

export const orderExpireApi = api({
  order_expire_query: list("过期列表", code, {
    filter: expireFilter,
    row: orderExpire,
    sorts: ["due_at", "created_at", "amount_paid"],
    exports: [
      "order_no",
      "applicant_no",
      "applicant_name",
      "peer_name",
      "kind",
      "due_at",
      "days",
      "expire_status",
      "stands",
      "amount_paid",
      "expert_name",
      "remind_times",
      "contact_times",
      "last_contact_at",
      "extended_times",
      "extend_reason",
      "close_reason",
      "closed_by_name",
      "closed_at",
    ],
  }),
  /** Rows by kind and state, of the same filter without these two. */
  order_expire_counts: read(
    "过期数量",
    code,
    expireFilter,
    z.object({
      counts: z.array(z.object({ kind: f.kind, status: f.expire_status, n: z.int() })).meta({ label: "数量", kind: "list" }),
    }),
  ),
  /** To the end of a day; the second time asks for the rules' own right. */
  order_expire_extend: move(expireFlow, "extend", { ...of, due_on: date("新期限"), reason: reason("延期原因") }, orderExpire),
  order_expire_close: move(expireFlow, "close", { ...of, reason: reason("关闭原因") }, orderExpire),
  /** What was said stays with the order as a note. */
  order_expire_contact: write("联系记录", code, { ...pick(orderExpire, "id"), content: longText("联系内容", 1000, 2) }, orderExpire, {
    key: true,
  }),
  order_expire_remind: write(
    "过期提醒",
    code,
    { ids: ids("过期项", 100).min(1, { error: "请选择过期项" }) },
    z.object({
      results: z.array(z.object({ id: z.int(), name: z.string(), ok: z.boolean(), msg: z.string() })).meta({ label: "结果", kind: "list" }),
      done: int("已提醒"),
    }),
  ),
});
