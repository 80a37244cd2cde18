/** One order in two roles: processing and management look at the same record, each with its own moves. */
import { Segmented } from "antd";
import { orderApi } from "@visadesk/contract/order/order.ts";
import { applicantApi } from "@visadesk/contract/order/applicant.ts";
import { orderFlow } from "@visadesk/contract/order/order.flow.ts";
import { ORDER_FLAGS, PAY_STATES, PAY_TONES } from "@visadesk/contract/order/words.ts";
import { money, shortTime, time } from "@visadesk/contract/kit/format.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { useState } from "react";
import { Stack, StepLine, type Step } from "#kit/page/blocks.tsx";
import { DetailHead, DetailScreen, useRecord } from "#kit/page/detail-screen.tsx";
import { Due } from "#kit/page/due.tsx";
import { flowTag, Mark, StateTag } from "#kit/page/flow-tag.tsx";
import { HrefLink } from "#kit/app/href-link.tsx";
import { Reads } from "#kit/page/reads.tsx";
import { part } from "#kit/app/part.tsx";
import { useCan } from "#kit/app/session.ts";
import { ApplicantParcels } from "../applicant/applicant-parcels.tsx";
import { orderHref } from "../list/order-links.ts";
import { OrderDiffs, pendingTotal, useDiffs } from "./order-diffs.tsx";
import { OrderMoney } from "./order-money.tsx";
import { OrderMoves } from "./order-moves.tsx";
import { OrderOverview, type Order } from "./order-overview.tsx";
import { OrderPeople, personName } from "./order-people.tsx";
import { OrderReminds } from "./order-reminds.tsx";
import type { OrderCompanionsProps } from "./order-companions.tsx";
import type { OrderPlanProps } from "./order-plan.tsx";
import { OrderSide } from "./order-side.tsx";
import { OrderTimeline, TimelineButton } from "./order-timeline.tsx";
import "./details.css";

/** Tabs that few visits open: fetched when they are. */
const OrderCompanions = part<OrderCompanionsProps>(() => import("./order-companions.tsx").then((m) => m.OrderCompanions), null, "drawn");
const OrderRefunds = part<{ o: Order }>(() => import("../refund/order-refunds.tsx").then((m) => m.OrderRefunds), null, "drawn");
const OrderRemindTab = part<{ o: Order }>(() => import("../remind/order-remind-tab.tsx").then((m) => m.OrderRemindTab), null, "drawn");
const OrderEvaluate = part<{ o: Order }>(() => import("../evaluate/order-evaluate.tsx").then((m) => m.OrderEvaluate), null, "drawn");
const OrderPlan = part<OrderPlanProps>(() => import("./order-plan.tsx").then((m) => m.OrderPlan));
/** Nothing is left to plan in these. */
const OVER: ReadonlySet<string> = new Set(["pending_evaluate", "completed", "cancelled", "deleted"]);

const FLAG_TONES = {
  urgent: "red",
  overdue: "red",
  supplement_open: "orange",
  admin_check: "gold",
  on_hold: "orange",
  protected: "purple",
  diff_pending: "orange",
  originals_lost: "red",
} as const;
const STAGES = [
  { label: "下单", at: (o: Order) => o.created_at, states: [] },
  { label: "支付", at: (o: Order) => o.paid_at, states: ["pending_payment"] },
  { label: "收资料", at: () => null, states: ["pending_visit_date", "pending_upload", "pending_form", "pending_mail"] },
  { label: "办理", at: () => null, states: ["processing"] },
  { label: "寄回", at: (o: Order) => o.shipped_at, states: ["shipped"] },
  { label: "评价", at: (o: Order) => o.received_at, states: ["pending_evaluate"] },
  { label: "完成", at: (o: Order) => o.completed_at, states: ["completed"] },
] as const;

const promiseText = (o: Order): string => (o.promised_date ? `${o.promised_date}${o.promise_estimated ? "（按周末推算）" : ""}` : "—");

/** The order's path; paying comes second whether it was asked before or after the papers. */
export function orderSteps(o: Order): Step[] {
  const at = o.order_status === "deleted" ? STAGES.length - 1 : STAGES.findIndex((s) => s.states.some((x) => x === o.order_status));
  const cancelled = o.order_status === "cancelled";
  return STAGES.map((s, i) => {
    const when = s.at(o);
    const paidOut = s.label === "支付" && o.paid_at === null && at > i;
    const state = cancelled
      ? when
        ? "done"
        : "wait"
      : i === at
        ? o.order_status === "completed"
          ? "done"
          : "now"
        : i < at && !paidOut
          ? "done"
          : "wait";
    return { label: s.label, state, ...(when && { note: shortTime(when) }) };
  });
}

function Head({ o, admin }: { o: Order; admin: boolean }) {
  const pending = pendingTotal(useDiffs(o.id).data);
  const mayProcess = useCan(may.order_process);
  const unpaid = o.pay_status === "unpaid";
  return (
    <>
      <DetailHead
        title={<span className="vd-wrap-any">{o.sku_name}</span>}
        no={o.order_no}
        states={
          <>
            {flowTag(orderFlow, o.order_status)}
            <StateTag tone={PAY_TONES[o.pay_status]}>{PAY_STATES[o.pay_status]}</StateTag>
            {o.flags.map((f) => (
              <Mark key={f} tone={FLAG_TONES[f]}>
                {ORDER_FLAGS[f]}
              </Mark>
            ))}
          </>
        }
        due={o.due_at && <Due at={o.due_at} estimated={o.due_estimated} />}
        acts={
          <>
            <TimelineButton />
            {admin && mayProcess && <HrefLink href={orderHref(o.id)}>去处理</HrefLink>}
            <OrderMoves o={o} admin={admin} />
          </>
        }
        figures={[
          { label: "应付", value: money(o.amount_payable) },
          { label: "实付", value: money(o.amount_paid) },
          { label: "已退", value: money(o.amount_refunded) },
          { label: "待补", value: <span className={pending > 0 ? "vd-error" : ""}>{money(pending)}</span> },
          ...(unpaid && o.pay_deadline_at ? [{ label: "支付截止", value: time(o.pay_deadline_at).slice(5, 16) }] : []),
          { label: "申请人", value: `${o.applicant_count} 人` },
          { label: "出行", value: o.travel_date ?? "—" },
          { label: "承诺出签", value: promiseText(o) },
          { label: "专家", value: o.expert_name ?? "未分派" },
        ]}
      />
      <div className="vd-wraps ord-path">
        <StepLine steps={orderSteps(o)} />
        {!OVER.has(o.order_status) && <OrderPlan orderId={o.id} people={o.people.length} />}
      </div>
      <OrderReminds reminds={o.reminds} named />
    </>
  );
}

/** Begun anew with each person: what stands of the one before would be acted upon. */
function ParcelsOf({ orderId, id, review }: { orderId: number; id: number; review: boolean }) {
  const answer = useRecord(applicantApi.applicant_get, { order_id: orderId, id });
  return (
    <Reads slim answer={answer}>
      {(applicant) => <ApplicantParcels applicant={applicant} review={review} />}
    </Reads>
  );
}

/** Parcels and originals person by person. */
function Parcels({ o, admin }: { o: Order; admin: boolean }) {
  const [chosen, choose] = useState(o.people[0]?.id ?? 0);
  return (
    <div className="vd-card vd-stack">
      {o.people.length > 1 && (
        <Segmented value={chosen} onChange={choose} options={o.people.map((p) => ({ value: p.id, label: `${p.seq}. ${personName(p)}` }))} />
      )}
      <ParcelsOf key={chosen} orderId={o.id} id={chosen} review={!admin} />
    </div>
  );
}

export function OrderPage({ orderId, admin }: { orderId: number; admin: boolean }) {
  return (
    <DetailScreen
      endpoint={orderApi.order_get}
      input={{ id: orderId }}
      presence={{ noun: "order", id: orderId }}
      files={(o) => ({ noun: "order", noun_id: o.id })}
      head={(o) => <Head o={o} admin={admin} />}
      side={(o) => <OrderSide o={o} />}
      tabs={[
        { key: "overview", label: "概览", render: (o) => <OrderOverview o={o} /> },
        {
          key: "people",
          label: "申请人",
          render: (o) => (
            <Stack>
              <OrderPeople o={o} admin={admin} />
              <OrderCompanions orderId={o.id} acts={!admin} />
            </Stack>
          ),
        },
        { key: "money", label: "费用与支付", render: (o) => <OrderMoney o={o} /> },
        { key: "express", label: "快递与原件", render: (o) => <Parcels key={o.id} o={o} admin={admin} /> },
        { key: "diff", label: "补差价", render: (o) => <OrderDiffs o={o} /> },
        { key: "refund", label: "退款", render: (o) => <OrderRefunds o={o} /> },
        { key: "remind", label: "提醒", render: (o) => <OrderRemindTab o={o} /> },
        { key: "evaluate", label: "评价", render: (o) => <OrderEvaluate o={o} /> },
        {
          key: "log",
          label: "动态",
          render: (o) => (
            <div className="vd-card">
              <OrderTimeline orderId={o.id} />
            </div>
          ),
        },
      ]}
    />
  );
}
