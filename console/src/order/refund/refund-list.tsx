/** 退款审核: what is asked back of orders, stage by stage, with what the policy gives beside what is asked. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Empty } from "antd";
import { REFUND_KINDS, REFUND_REASONS } from "@visadesk/contract/order/refund/refund.words.ts";
import { refundApi } from "@visadesk/contract/order/refund/refund.ts";
import { refundFlow } from "@visadesk/contract/order/refund/refund.flow.ts";
import { LIABILITIES } from "@visadesk/contract/order/words.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { askFilter } from "#kit/act/ask.ts";
import { Money, TimeText } from "#kit/form/format-cells.tsx";
import { ListBulk, ListEmpty, ListFigures, ListScreen, ListTabs, type BulkAct, type Column } from "#kit/list/list-screen.tsx";
import { idsOf } from "#kit/list/list-model.ts";
import { TwoLines } from "#kit/page/blocks.tsx";
import { flowTag, Mark } from "#kit/page/flow-tag.tsx";
import { PeerLink } from "#shared/peer-link.tsx";
import { isPlain, NOT_PLAIN, passAll } from "./refund-bulk.ts";
import { RefundMoves } from "./refund-moves.tsx";
import { REFUND_TABS, useRefundCounts } from "./refund-tabs.ts";
import { OrderLink, peopleText, refundHref, type RefundRow } from "./refund-words.tsx";

export const COLUMNS: readonly Column<RefundRow>[] = [
  {
    name: "refund_no",
    width: 168,
    href: refundHref,
    exports: ["refund_no", "order_no"],
    render: (r) => <TwoLines under={<OrderLink of={r} />}>{r.refund_no}</TwoLines>,
  },
  {
    name: "applicant_name",
    width: 132,
    exports: ["applicant_name", "applicant_count", "peer_name"],
    render: (r) => (
      <TwoLines under={r.peer_id === null ? "直客" : <PeerLink id={r.peer_id}>{r.peer_name ?? ""}</PeerLink>}>{peopleText(r)}</TwoLines>
    ),
  },
  {
    name: "refund_status",
    width: 120,
    render: (r) => (
      <TwoLines
        under={r.waits.length > 0 ? <Mark tone="red">等待红冲</Mark> : r.fail_reason && <span className="vd-error">{r.fail_reason}</span>}
      >
        {flowTag(refundFlow, r.refund_status)}
      </TwoLines>
    ),
  },
  {
    name: "sku_name",
    width: 176,
    render: (r) => (
      <span className="vd-ellipsis" title={r.sku_name}>
        {r.sku_name}
      </span>
    ),
  },
  {
    name: "kind",
    width: 140,
    exports: ["kind", "reason_code", "reason"],
    render: (r) => <TwoLines under={REFUND_REASONS[r.reason_code]}>{REFUND_KINDS[r.kind]}</TwoLines>,
  },
  { name: "asked_amount", sort: "asked_amount", width: 112, align: "end", render: (r) => <Money cents={r.asked_amount} /> },
  {
    name: "policy_amount",
    width: 112,
    align: "end",
    render: (r) => (
      <TwoLines
        end
        num
        under={
          r.asked_amount === r.policy_amount ? "" : <Mark tone="orange">{r.asked_amount > r.policy_amount ? "高于政策" : "低于政策"}</Mark>
        }
      >
        <Money cents={r.policy_amount} />
      </TwoLines>
    ),
  },
  {
    name: "approved_amount",
    width: 112,
    align: "end",
    render: (r) => (r.approved_amount === null ? <span className="vd-blank">—</span> : <Money cents={r.approved_amount} />),
  },
  { name: "liability", width: 88, render: (r) => LIABILITIES[r.liability] },
  {
    name: "created_by_name",
    width: 104,
    exports: ["created_by_name", "reviewer_name", "final_reviewer_name"],
    render: (r) => <TwoLines under={r.is_mine && <Mark>本人发起</Mark>}>{r.created_by_name ?? "系统"}</TwoLines>,
  },
  { name: "created_at", sort: "created_at", width: 116, render: (r) => <TimeText at={r.created_at} stacked /> },
];

function Figures({ filter }: { filter: Readonly<Record<string, unknown>> }) {
  const { data } = useQuery({
    queryKey: [refundApi.refund_figures.name, filter],
    queryFn: ({ signal }) => askFilter(refundApi.refund_figures, filter, { signal, noToast: true }),
    placeholderData: keepPreviousData,
  });
  if (!data) return null;
  return (
    <span>
      {data.count} 笔，申请 <Money cents={data.asked} />
      ，核定 <Money cents={data.approved} />
      ，已退 <Money cents={data.returned} />
    </span>
  );
}

export default function RefundList() {
  const afterWrite = useAfterWrite();
  const bulk: BulkAct = {
    label: "初审通过",
    may: may.refund_review,
    ids_only: true,
    fits: { of: (r: RefundRow) => isPlain(r), none: NOT_PLAIN },
    run: async (s) => {
      const left = await passAll(idsOf(s));
      afterWrite();
      return left;
    },
  };
  return (
    <ListScreen
      endpoint={refundApi.refund_query}
      title="退款审核"
      keyword={{ name: "keyword", placeholder: "退款单号或订单号" }}
      columns={COLUMNS}
      filters={["peer_id", "kind", "liability", "created_by"]}
      more={["refund_status", "reason_code", "amount_from", "amount_to", "created_at", "is_waiting_red", "queue"]}
      row={(r) => <RefundMoves refund={r} />}
    >
      <ListTabs tabs={REFUND_TABS} useCounts={useRefundCounts} />
      <ListFigures>{(filter) => <Figures filter={filter} />}</ListFigures>
      <ListBulk acts={[bulk]} />
      <ListEmpty>
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有退款；在订单详情发起" />
      </ListEmpty>
    </ListScreen>
  );
}
