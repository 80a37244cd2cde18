/** Columns of 拒签无忧订单: one row per person under a protection. */
import { LIABILITIES, REFUSAL_CATEGORIES } from "@visadesk/contract/order/words.ts";
import { applicantFlow } from "@visadesk/contract/order/order.flow.ts";
import { LOSS_PARTIES } from "@visadesk/contract/order/claim/refuse-claim.words.ts";
import { refundFlow } from "@visadesk/contract/order/refund/refund.flow.ts";
import { shanghaiDate, time } from "@visadesk/contract/kit/format.ts";
import { Money } from "#kit/form/format-cells.tsx";
import type { Column } from "#kit/list/list-screen.tsx";
import { TwoLines } from "#kit/page/blocks.tsx";
import { Due } from "#kit/page/due.tsx";
import { flowTag, Mark } from "#kit/page/flow-tag.tsx";
import { PeerLink } from "#shared/peer-link.tsx";
import { capWords, ClaimRefundLink, PersonLink, scopeWords, type ClaimListRow } from "./refuse-claim-words.tsx";

const blank = <span className="vd-blank">—</span>;
const OPEN: readonly string[] = ["refused_proof", "refused_review", "refused_rejected"];

export const CLAIM_COLUMNS: readonly Column<ClaimListRow>[] = [
  {
    name: "applicant_no",
    width: 172,
    exports: ["applicant_no", "peer_name"],
    render: (c) => (
      <TwoLines under={c.peer_id === null ? "直客" : <PeerLink id={c.peer_id}>{c.peer_name ?? ""}</PeerLink>}>
        <PersonLink of={c}>{c.applicant_no}</PersonLink>
      </TwoLines>
    ),
  },
  { name: "name_cn", width: 96, render: (c) => c.name_cn ?? "未填姓名" },
  {
    name: "applicant_status",
    width: 156,
    exports: ["applicant_status", "refund_no"],
    render: (c) => (
      <TwoLines
        under={
          c.refund_status !== null ? (
            <>
              <ClaimRefundLink of={c} /> {refundFlow.states[c.refund_status].label}
            </>
          ) : (
            c.held_at !== null && <Mark tone="orange">挂起</Mark>
          )
        }
      >
        {flowTag(applicantFlow, c.applicant_status)}
      </TwoLines>
    ),
  },
  {
    name: "status_due_at",
    sort: "status_due_at",
    width: 96,
    render: (c) => (OPEN.includes(c.applicant_status) && c.held_at === null ? <Due at={c.status_due_at} /> : blank),
  },
  {
    name: "sku_name",
    width: 148,
    exports: ["country_name", "sku_name"],
    render: (c) => (
      <TwoLines under={c.country_name}>
        <span className="vd-ellipsis" title={c.sku_name}>
          {c.sku_name}
        </span>
      </TwoLines>
    ),
  },
  {
    name: "plan_name",
    width: 128,
    exports: ["plan_name", "scope", "rate"],
    render: (c) => (
      <TwoLines title={`${c.plan_name} ${scopeWords(c)}，${capWords(c)}`} under={scopeWords(c)}>
        {c.plan_name || "—"}
      </TwoLines>
    ),
  },
  { name: "cap", width: 104, align: "end", render: (c) => (c.cap > 0 ? <Money cents={c.cap} /> : "不封顶") },
  { name: "premium", width: 88, align: "end", render: (c) => <Money cents={c.premium} /> },
  {
    name: "result_at",
    sort: "result_at",
    width: 116,
    exports: ["result_at", "refusal_category"],
    render: (c) =>
      c.refusal_category === null || c.result_at === null ? (
        blank
      ) : (
        <TwoLines under={REFUSAL_CATEGORIES[c.refusal_category]}>
          <span className="vd-num" title={time(c.result_at)}>
            {shanghaiDate(c.result_at)}
          </span>
        </TwoLines>
      ),
  },
  {
    name: "proof_count",
    title: "证明",
    width: 88,
    exports: ["proof_count", "appeals_used"],
    render: (c) =>
      c.refusal_category === null ? (
        blank
      ) : (
        <TwoLines under={c.appeals_used > 0 ? `已申诉 ${c.appeals_used} 次` : c.is_mine && <Mark>本人经办</Mark>}>
          {c.proof_count > 0 ? `${c.proof_count} 份` : "未提交"}
        </TwoLines>
      ),
  },
  { name: "trial_amount", width: 104, align: "end", render: (c) => (c.trial_amount === null ? blank : <Money cents={c.trial_amount} />) },
  {
    name: "approved_amount",
    width: 104,
    align: "end",
    exports: ["approved_amount", "loss_party"],
    render: (c) =>
      c.approved_amount === null ? (
        blank
      ) : (
        <TwoLines end num under={c.loss_party !== null && `${LOSS_PARTIES[c.loss_party]}承担`}>
          <Money cents={c.approved_amount} />
        </TwoLines>
      ),
  },
  { name: "liability", width: 104, render: (c) => (c.liability === null ? blank : LIABILITIES[c.liability]) },
  { name: "expert_name", width: 88, render: (c) => c.expert_name ?? blank },
];
