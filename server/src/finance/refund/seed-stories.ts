/** What becomes of each demo refund, and who asks for it. */
import type { refundApi } from "@visadesk/contract/order/refund/refund.ts";
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";

type Asked = Parsed<(typeof refundApi)["refund_start"]>;
export type Step = "pass" | "final" | "reject" | "withdraw" | "reroute" | "paid" | "failed" | "give_up" | "bounce";
export interface Story {
  by: "expert" | "service" | "manager";
  of: "direct" | "peer";
  /** One person, everybody, part of a fee, part of a fee that is invoiced; or more than one person may pass. */
  what: "one" | "all" | "part" | "invoiced" | "large";
  days: number;
  steps: readonly Step[];
}
const story = (by: Story["by"], of: Story["of"], what: Story["what"], days: number, ...steps: Step[]): Story => ({
  by,
  of,
  what,
  days,
  steps,
});
/** In this order, so that a small business has one of each before it has many of one; each act comes a few hours after the one before. */
export const STORIES: readonly Story[] = [
  story("service", "direct", "one", 0.7, "pass", "failed", "give_up"),
  story("service", "direct", "one", 0.4, "withdraw"),
  story("service", "direct", "one", 0.4, "reject"),
  story("expert", "direct", "one", 0.2),
  story("service", "direct", "one", 1, "pass"),
  story("service", "direct", "large", 1, "pass"),
  story("service", "direct", "one", 1, "pass", "paid"),
  story("service", "peer", "one", 1, "pass"),
  story("expert", "direct", "one", 1.2, "pass", "failed", "give_up", "reroute"),
  story("manager", "peer", "invoiced", 0.8, "pass"),
  story("expert", "direct", "all", 8, "pass"),
  story("manager", "direct", "part", 7, "pass"),
  story("manager", "peer", "one", 2),
  story("service", "direct", "all", 4),
  story("expert", "direct", "one", 6),
  story("expert", "peer", "large", 2, "pass"),
  story("service", "direct", "large", 2, "pass", "final"),
  story("expert", "direct", "all", 3, "pass", "paid"),
  story("expert", "peer", "all", 3, "pass"),
  story("manager", "peer", "one", 3, "pass"),
  story("service", "direct", "one", 4, "pass", "failed", "give_up", "reroute", "paid"),
  story("expert", "peer", "one", 3, "reject"),
  story("expert", "direct", "one", 2, "pass", "failed", "give_up", "withdraw"),
  story("service", "direct", "part", 6, "pass", "paid"),
  story("service", "direct", "one", 3, "pass", "paid", "bounce"),
];
type Why = Pick<Asked, "reason_code" | "reason" | "liability">;
const WHYS: readonly Why[] = [
  { reason_code: "trip_changed", reason: "客户行程取消，不再办理", liability: "customer" },
  { reason_code: "papers", reason: "在职证明无法开具，资料补不齐", liability: "customer" },
  { reason_code: "no_slot", reason: "出行前约不到合适的日期", liability: "embassy" },
  { reason_code: "wrong_order", reason: "重复下单，保留另一笔订单", liability: "customer" },
  { reason_code: "price", reason: "客户改由单位统一办理", liability: "customer" },
];
const LATE: Why = { reason_code: "overdue", reason: "办理超过承诺时间，退还部分服务费", liability: "us" };
export const whyOf = (s: Story, n: number): Why => (s.what === "part" || s.what === "invoiced" ? LATE : (WHYS[n % WHYS.length] ?? LATE));
export const PAYEES = ["招商银行上海分行", "中国银行北京朝阳支行", "工商银行广州天河支行"] as const;
