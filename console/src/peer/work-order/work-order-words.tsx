/** Work orders in words: what is left of a limit, which kind a matter is, whose record answers it. */
import { WORK_ORDER_CATEGORIES } from "@visadesk/contract/peer/work-order/work-order.words.ts";
import { workOrderFlow } from "@visadesk/contract/peer/work-order/work-order.flow.ts";
import type { workOrderApi } from "@visadesk/contract/peer/work-order/work-order.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { HrefLink } from "#kit/app/href-link.tsx";
import { flowTag, Mark } from "#kit/page/flow-tag.tsx";
import { useOrderHref } from "#shared/order-href.ts";

export type WorkOrder = Output<typeof workOrderApi.work_order_query>["list"][number];
export type WorkOrderDetail = Output<typeof workOrderApi.work_order_get>;

/** 大类, and what its configuration is called where that says more. */
export const kindText = (w: Pick<WorkOrder, "category" | "config_name">): string =>
  w.config_name === WORK_ORDER_CATEGORIES[w.category] ? w.config_name : `${WORK_ORDER_CATEGORIES[w.category]} · ${w.config_name}`;

const DAY = 480;
/** Working minutes as people say them; a day has eight hours. */
export function minuteWords(n: number): string {
  const [days, hours, minutes] = [Math.floor(n / DAY), Math.floor((n % DAY) / 60), n % 60];
  const parts = [days > 0 && `${days}天`, hours > 0 && `${hours}小时`, days === 0 && (minutes > 0 || hours === 0) && `${minutes}分钟`];
  return parts.filter(Boolean).join("");
}
const SOON = 60;
const isOver = (due: string): boolean => Date.parse(due) < Date.now();
/** What is left of a limit; a stopped clock is said to stand. */
export function Left({ left, due, isStopped = false }: { left: number; due: string; isStopped?: boolean }) {
  if (isStopped) return <span className="vd-muted">停表，剩{minuteWords(left)}</span>;
  const isLate = isOver(due);
  return (
    <span className={`vd-num ${isLate ? "vd-error" : left <= SOON ? "vd-warn" : ""}`}>
      {isLate ? `已超${minuteWords(-left)}` : `剩${minuteWords(left)}`}
    </span>
  );
}

type Replied = Pick<WorkOrder, "first_reply_at" | "due_reply_at">;
/** Answered after its limit. */
const isReplyLate = (w: Replied): boolean => w.first_reply_at !== null && Date.parse(w.first_reply_at) > Date.parse(w.due_reply_at);
/** What is left until the first reply, or how it came. */
export function FirstReply({ w }: { w: Replied & Pick<WorkOrder, "reply_left"> }) {
  if (w.reply_left !== null) return <Left left={w.reply_left} due={w.due_reply_at} />;
  if (w.first_reply_at === null) return <>—</>;
  return isReplyLate(w) ? <span className="vd-warn">首响迟</span> : <>已回复</>;
}

export const WorkOrderState = ({ w }: { w: Pick<WorkOrder, "work_order_status" | "reopen_count" | "is_unlinked"> }) => (
  <span className="vd-marks">
    {flowTag(workOrderFlow, w.work_order_status)}
    {w.reopen_count > 0 && <Mark tone="orange">重开 {w.reopen_count}</Mark>}
    {w.is_unlinked && <Mark tone="orange">未联动</Mark>}
  </span>
);

/** An order by its number, opened by whoever may. */
export function OrderLink({ w }: { w: Pick<WorkOrder, "order_id" | "order_no"> }) {
  const href = useOrderHref(w.order_id, true);
  if (w.order_id === null) return <>—</>;
  return href ? <HrefLink href={href}>{w.order_no}</HrefLink> : <span className="vd-num">{w.order_no}</span>;
}
