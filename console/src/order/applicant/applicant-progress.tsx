/** Beside the papers: visit, submission, result, parcels, timeline. */
import { Button } from "antd";
import type { ReactNode } from "react";
import { time } from "@visadesk/contract/kit/format.ts";
import { applicantDetail } from "@visadesk/contract/order/applicant.ts";
import { applicantClaim } from "@visadesk/contract/order/claim/refuse-claim-proof.ts";
import { CLAIM_REJECTS } from "@visadesk/contract/order/claim/refuse-claim.words.ts";
import { applicantFlow } from "@visadesk/contract/order/order.flow.ts";
import { PARTIES } from "@visadesk/contract/order/words.ts";
import { ENTRY_COUNTS } from "@visadesk/contract/product/sku/sku.words.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { Fields } from "#kit/form/fields.tsx";
import { FileLinks } from "#kit/file/file-links.tsx";
import { StateTag } from "#kit/page/flow-tag.tsx";
import { TabBar } from "#kit/page/tab-bar.tsx";
import { Money } from "#kit/form/format-cells.tsx";
import { HrefLink } from "#kit/app/href-link.tsx";
import { part } from "#kit/app/part.tsx";
import { useCan } from "#kit/app/session.ts";
import { useSearchText } from "#kit/filter/use-url.ts";
import { wordOf } from "#kit/words.ts";
import { canSendResult } from "./applicant-acts.tsx";
import type { Applicant } from "./applicant-model.ts";
import { ApplicantParcels } from "./applicant-parcels.tsx";
import type { RiskCardProps } from "./risk-card.tsx";
import { noticeHref } from "../list/order-links.ts";
import type { OrderCompanionsProps } from "../order/order-companions.tsx";
import { OrderTimeline } from "../order/order-timeline.tsx";

const VISIT_STATES: Readonly<Record<string, { label: string; tone: "orange" | "blue" | "green" | "red" | "grey" }>> = {
  proposed: { label: "待确认", tone: "orange" },
  booked: { label: "已预约", tone: "blue" },
  attended: { label: "已赴馆", tone: "green" },
  missed: { label: "未到馆", tone: "red" },
  released: { label: "已释放", tone: "grey" },
};

/** Looked at when people are compared: fetched when they are. */
const OrderCompanions = part<OrderCompanionsProps>(
  () => import("../order/order-companions.tsx").then((m) => m.OrderCompanions),
  null,
  "drawn",
);
const RiskCard = part<RiskCardProps>(() => import("./risk-card.tsx").then((m) => m.RiskCard), null, "drawn");

/** Visits whose notice may be put on paper. */
const PRINTED: ReadonlySet<string> = new Set(["booked", "attended"]);

function Visits({ a }: { a: Applicant }) {
  const mayPrint = useCan(may.order_process);
  if (!a.needs.visit && a.visits.length === 0) return <p className="vd-muted">该商品不需要赴馆</p>;
  if (a.visits.length === 0) return <p className="vd-muted">还没有预约</p>;
  return (
    <ul className="vd-parted">
      {a.visits.map((v) => {
        const state = VISIT_STATES[v.visit_status];
        return (
          <li key={v.id} className="vd-near vd-small">
            <p className="vd-wraps">
              <b className="vd-num">{time(v.visit_at).slice(0, 16)}</b>
              {state && <StateTag tone={state.tone}>{state.label}</StateTag>}
            </p>
            <p>{v.embassy_name}</p>
            <p className="vd-muted">
              预约号 {v.appointment_no ?? "—"}
              {v.confirm_due_at && v.visit_status === "proposed" && ` · ${time(v.confirm_due_at).slice(5, 16)} 前确认`}
              {v.end_reason && ` · ${v.end_reason}`}
            </p>
            {v.notice_sent_at && <p className="vd-muted">赴馆单 {time(v.notice_sent_at).slice(0, 16)} 发送</p>}
            {v.letter && <FileLinks keys={[v.letter]} />}
            {mayPrint && PRINTED.has(v.visit_status) && (
              <p>
                <HrefLink href={noticeHref(a.order_id, a.id)}>打印赴馆通知单</HrefLink>
              </p>
            )}
          </li>
        );
      })}
    </ul>
  );
}

const Submission = ({ a }: { a: Applicant }) => (
  <Fields
    of={applicantDetail}
    value={a}
    columns={2}
    names={[
      "submit_date",
      "application_no",
      "supplier_name",
      "promised_date",
      "admin_check_due",
      ...(a.settle_price !== null
        ? [{ label: a.settle_includes_embassy ? "结算价(含签证费)" : "结算价", value: <Money cents={a.settle_price} /> }]
        : []),
    ]}
  />
);

/** What was handed in after the refusal, and what was made of it. */
function Claim({ a }: { a: Applicant }) {
  const { claim } = a;
  if (claim === null) return null;
  return (
    <section aria-label="拒签无忧理赔" className="vd-stack">
      <h3 className="vd-small">拒签无忧理赔：{claim.plan_name || "—"}</h3>
      <Fields
        of={applicantClaim}
        value={claim}
        columns={2}
        names={[
          "premium",
          "trial_amount",
          "approved_amount",
          "refund_no",
          "proof_by",
          { label: "申诉", value: `已用 ${claim.appeals_used} 次，共 ${claim.appeal_times} 次` },
          { label: "不通过原因", value: claim.reason_code === null ? null : CLAIM_REJECTS[claim.reason_code] },
          "reason",
          "appeal_reason",
          "proof_files",
        ]}
      />
    </section>
  );
}

function Result({ a, onSend }: { a: Applicant; onSend: () => void }) {
  const maySend = useCan(may.order_process) && canSendResult(a);
  if (a.result_at === null) return <p className="vd-muted">还没有结果</p>;
  const entry = a.entry_count === null ? null : wordOf(ENTRY_COUNTS, a.entry_count);
  return (
    <div className="vd-stack">
      {a.applicant_status === "issued" ? (
        <Fields
          of={applicantDetail}
          value={a}
          columns={2}
          names={[
            "visa_no",
            "visa_issue_date",
            "visa_effective_date",
            "visa_expiry_date",
            "stay_days",
            { label: "入境次数", value: entry },
            "result_files",
            "result_at",
          ]}
        />
      ) : (
        <Fields
          of={applicantDetail}
          value={a}
          columns={1}
          names={["refusal_category", "refusal_text", "refusal_files", "liability", "result_at"]}
        />
      )}
      <Claim a={a} />
      <p className="vd-muted">
        {a.handed_back_at ? `${time(a.handed_back_at)} 寄回${a.received_at ? `，${time(a.received_at)} 收到` : ""}` : "还没有寄回"}
      </p>
      {maySend && (
        <Button type="primary" onClick={onSend}>
          寄回结果与原件
        </Button>
      )}
    </div>
  );
}

/** Where the time went, stage by stage; rolled-back stages are struck out. */
const Spans = ({ a }: { a: Applicant }) => (
  <ul className="vd-tiny vd-after-12 ord-spans">
    {a.spans.map((s) => (
      <li key={`${s.status} ${s.entered_at}`} className={s.is_rolled_back ? "is-back" : ""}>
        <span>{applicantFlow.states[s.status].label}</span>
        <span className="vd-muted">{PARTIES[s.party]}</span>
        <span className="vd-num">
          {s.left_at === null
            ? "进行中"
            : s.work_minutes === null
              ? "—"
              : s.work_minutes >= 480
                ? `${(s.work_minutes / 480).toFixed(1)} 工作日`
                : `${Math.floor(s.work_minutes / 60)}时${s.work_minutes % 60}分`}
        </span>
      </li>
    ))}
  </ul>
);

/** The tab that matters in this state. */
const tabFor = (a: Applicant): string => {
  if (a.result_at !== null) return "result";
  if (a.moves.some((m) => m.move === "review_pass" && m.missing?.startsWith("同行人"))) return "companions";
  if (a.applicant_status === "awaiting_originals") return "express";
  if (["awaiting_appointment", "awaiting_confirm", "appointed", "awaiting_training", "awaiting_visit"].includes(a.applicant_status))
    return "visit";
  return ["awaiting_submission", "in_embassy"].includes(a.applicant_status) ? "submission" : "log";
};

export function ApplicantProgress({ applicant: a, review, onSend }: { applicant: Applicant; review: boolean; onSend: () => void }) {
  const [search, replace] = useSearchText();
  const params = new URLSearchParams(search);
  const setTab = (key: string): void => {
    params.set("tab", key);
    replace(params.toString());
  };
  const tabs: readonly { key: string; label: string; body: ReactNode }[] = [
    { key: "visit", label: "预约与赴馆", body: <Visits a={a} /> },
    { key: "submission", label: "送签", body: <Submission a={a} /> },
    { key: "result", label: "结果", body: <Result a={a} onSend={onSend} /> },
    { key: "express", label: "快递", body: <ApplicantParcels applicant={a} review={review} /> },
    { key: "companions", label: "同行人", body: <OrderCompanions orderId={a.order_id} applicantId={a.id} acts={review} /> },
    { key: "risk", label: "风险卡", body: <RiskCard applicantId={a.id} /> },
    {
      key: "log",
      label: "动态",
      body: (
        <>
          <Spans a={a} />
          <OrderTimeline orderId={a.order_id} applicantId={a.id} />
        </>
      ),
    },
  ];
  const asked = params.get("tab") ?? tabFor(a);
  const chosen = tabs.find((t) => t.key === asked) ?? tabs[0];
  return (
    <section className="vd-card vd-stack ord-progress" aria-label="办理进度">
      <TabBar label="办理进度" tabs={tabs} chosen={chosen?.key ?? ""} onChoose={setTab} />
      <div key={chosen?.key} role="tabpanel" aria-label={chosen?.label}>
        {chosen?.body}
      </div>
    </section>
  );
}
