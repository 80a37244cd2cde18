/** 退款审核详情: what is asked of which fee and what the policy says to it, by which ways it goes back, and how far it is. */
import { useEffect } from "react";
import { refundApi, refundDetail } from "@visadesk/contract/order/refund/refund.ts";
import { refundFlow } from "@visadesk/contract/order/refund/refund.flow.ts";
import { PART_STATES, REFUND_KINDS, REFUND_WAYS } from "@visadesk/contract/order/refund/refund.words.ts";
import { FEE_KINDS, PAY_METHODS } from "@visadesk/contract/order/words.ts";
import { REFUND_STAGES } from "@visadesk/contract/base-data/refund.rules.ts";
import { recordLogApi } from "@visadesk/contract/record-log.ts";
import { ask } from "#kit/act/ask.ts";
import { FileLinks } from "#kit/file/file-links.tsx";
import { useIdParam } from "#kit/filter/use-url.ts";
import { Fields } from "#kit/form/fields.tsx";
import { Money, TimeText } from "#kit/form/format-cells.tsx";
import { None, Section, type Step, StepLine } from "#kit/page/blocks.tsx";
import { DetailHead, DetailScreen } from "#kit/page/detail-screen.tsx";
import { flowTag, Mark } from "#kit/page/flow-tag.tsx";
import { LogButton } from "#kit/page/log-button.tsx";
import { Timeline } from "#kit/page/timeline.tsx";
import { Rows } from "#kit/table/rows.tsx";
import { PeerLink } from "#shared/peer-link.tsx";
import { lookedAt } from "./refund-bulk.ts";
import { RefundMoves } from "./refund-moves.tsx";
import { OrderLink, peopleText, type RefundDetail } from "./refund-words.tsx";

interface Of {
  refund: RefundDetail;
}

/** The way it takes; one that ended otherwise stops where it was. */
export function refundSteps(r: RefundDetail): Step[] {
  if (r.refund_status === "rejected" || r.refund_status === "withdrawn")
    return [
      { label: "发起", state: "done", note: <TimeText at={r.created_at} /> },
      { label: refundFlow.states[r.refund_status].label, state: "stopped", note: <TimeText at={r.updated_at} /> },
    ];
  const way = [
    ...(r.kind === "late" ? [] : [{ label: "初审", states: ["pending"] }]),
    ...(r.needs_final && r.kind !== "late" ? [{ label: "复核", states: ["pending_final"] }] : []),
    { label: "退款", states: ["paying", "failed"] },
    { label: "退款成功", states: ["success"] },
  ];
  const at = way.findIndex((s) => s.states.includes(r.refund_status));
  const isDone = r.refund_status === "success";
  return way.map(({ label }, n) => ({
    label,
    state: n < at || isDone ? "done" : n > at ? "wait" : r.refund_status === "failed" ? "stopped" : "now",
  }));
}

const Head = ({ refund: r }: Of) => (
  <>
    <DetailHead
      title={r.applicant_name === null ? r.order_no : peopleText(r)}
      no={r.refund_no}
      states={
        <>
          {flowTag(refundFlow, r.refund_status)}
          <Mark>{REFUND_KINDS[r.kind]}</Mark>
          {r.waits.length > 0 && <Mark tone="red">等待红冲</Mark>}
          {r.is_trial_changed && <Mark tone="orange">试算已变化</Mark>}
          {r.is_mine && <Mark>本人发起</Mark>}
        </>
      }
      figures={[
        { label: "申请", value: <Money cents={r.asked_amount} /> },
        { label: "政策", value: <Money cents={r.policy_amount} /> },
        { label: "核定", value: r.approved_amount === null ? "—" : <Money cents={r.approved_amount} /> },
        { label: "订单", value: <OrderLink of={r} /> },
        { label: "同行", value: r.peer_id === null ? "直客" : <PeerLink id={r.peer_id}>{r.peer_name ?? ""}</PeerLink> },
      ]}
      acts={
        <>
          <LogButton noun="refund" id={r.id} />
          <RefundMoves refund={r} head />
        </>
      }
    />
    <StepLine steps={refundSteps(r)} />
    {r.waits.length > 0 && (
      <output className="vd-note vd-small vd-wraps vd-tone-red" aria-label="等待红冲">
        已开票的订单先红冲再退款：{r.waits.join("、")}
      </output>
    )}
    {r.fail_reason !== "" && (
      <output className="vd-note vd-small vd-wraps vd-tone-red" aria-label="失败原因">
        {r.fail_reason}
      </output>
    )}
    {r.refund_status === "rejected" && (
      <output className="vd-note vd-small vd-wraps vd-tone-red" aria-label="驳回说明">
        {r.decided_note}
      </output>
    )}
  </>
);

const Lines = ({ refund: r }: Of) => (
  <Rows
    label="费用"
    of={refundApi.refund_get.output.shape.lines}
    rows={r.lines}
    by="line_id"
    columns={[
      { name: "applicant_name", cell: (l) => l.applicant_name ?? "整单" },
      { name: "fee_kind", cell: (l) => FEE_KINDS[l.fee_kind] },
      { name: "stage", cell: (l) => (l.stage === null ? "—" : REFUND_STAGES[l.stage]) },
      "paid",
      { name: "rate", num: true, end: true, cell: (l) => `${l.rate}%` },
      "policy_amount",
      r.is_trial_changed && "policy_now",
      "asked_amount",
      "approved_amount",
      { name: "clause", cell: (l) => <span className="vd-wrap vd-muted">{l.clause || "—"}</span> },
      { name: "note", cell: (l) => <span className="vd-wrap">{l.note || "—"}</span> },
    ]}
  />
);

const Parts = ({ refund: r }: Of) =>
  r.parts.length === 0 ? (
    <None>通过后按付款方式原路退回</None>
  ) : (
    <Rows
      label="退回"
      of={refundApi.refund_get.output.shape.parts}
      rows={r.parts}
      by="id"
      columns={[
        { name: "method", cell: (p) => PAY_METHODS[p.method] },
        { name: "way", cell: (p) => REFUND_WAYS[p.way] },
        "amount",
        {
          name: "part_status",
          cell: (p) => (
            <Mark tone={p.part_status === "done" ? "green" : p.part_status === "failed" ? "red" : "blue"}>
              {PART_STATES[p.part_status]}
            </Mark>
          ),
        },
        "payout_no",
        "done_at",
        "fail_reason",
      ]}
    />
  );

const Substance = ({ refund: r }: Of) => (
  <>
    <Section title="费用" flush>
      <Lines refund={r} />
    </Section>
    <Section title="退回" flush>
      <Parts refund={r} />
    </Section>
    <Section title="申请">
      <Fields of={refundDetail} value={r} names={["initiator", "reason_code", "liability", "reason", "created_by_name", "created_at"]} />
      {r.proof.length > 0 && <FileLinks keys={r.proof} />}
    </Section>
  </>
);

const Beside = ({ refund: r }: Of) => (
  <>
    <Section title="审核">
      <Fields
        of={refundDetail}
        value={r}
        columns={1}
        names={["reviewer_name", "reviewed_at", "final_reviewer_name", "due_at", "paid_at"]}
      />
    </Section>
    {r.payee_name !== "" && (
      <Section title="收款">
        <Fields
          of={refundDetail}
          value={r}
          columns={1}
          names={["payee_name", "payee_account", "payee_bank"]}
          reveal={async (name) => {
            const whole = await ask(refundApi.refund_reveal, { id: r.id });
            return name === "payee_name" ? whole.payee_name : whole.payee_account;
          }}
          record={`refund ${r.id}`}
        />
      </Section>
    )}
    <Section title="动态">
      <Timeline endpoint={recordLogApi.refund_log_query} input={{ id: r.id }} />
    </Section>
  </>
);

/** Who saw it may pass it together with others. */
function Looked({ refund }: Of) {
  useEffect(() => lookedAt(refund.id), [refund.id]);
  return <Substance refund={refund} />;
}

export default function RefundView() {
  const id = useIdParam("id");
  return (
    <DetailScreen
      endpoint={refundApi.refund_get}
      input={{ id }}
      files={(r) => ({ noun: "refund", noun_id: r.id })}
      head={(r) => <Head refund={r} />}
      side={(r) => <Beside refund={r} />}
    >
      {(r) => <Looked refund={r} />}
    </DetailScreen>
  );
}
