/** 订单 of a peer: the newest first, a page at a time; more of it stands in 订单查看, narrowed to this peer. */
import { Segmented } from "antd";
import { useState } from "react";
import { HrefLink } from "#kit/app/href-link.tsx";
import { session } from "#kit/app/session.ts";
import { Money, TimeText } from "#kit/form/format-cells.tsx";
import { Section, TwoLines } from "#kit/page/blocks.tsx";
import { flowTag } from "#kit/page/flow-tag.tsx";
import { Reads } from "#kit/page/reads.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { hrefOf } from "#kit/screens.ts";
import { useOrderHref } from "#shared/order-href.ts";
import { Rows } from "#kit/table/rows.tsx";
import { Pages } from "#kit/table/pages.tsx";
import { money } from "@visadesk/contract/kit/format.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { orderFlow } from "@visadesk/contract/order/order.flow.ts";
import { peerOrder, peerOrderApi } from "@visadesk/contract/peer/peer/peer-order.ts";

type Order = Output<typeof peerOrderApi.peer_order_query>["list"][number];
const PAGE = 20;
const WHICH = [
  { value: "all", label: "全部" },
  { value: "open", label: "未完结" },
];

/** Opened by whoever may see or process orders. */
function OrderNo({ order: o }: { order: Order }) {
  const href = useOrderHref(o.id);
  return href ? <HrefLink href={href}>{o.order_no}</HrefLink> : <span className="vd-num">{o.order_no}</span>;
}
/** What was paid, with what went back under it. */
const Paid = ({ order: o }: { order: Order }) =>
  o.amount_paid === 0 ? (
    <span className="vd-blank">—</span>
  ) : (
    <TwoLines end num under={o.amount_refunded === 0 ? "" : `已退 ${money(o.amount_refunded)}`}>
      {money(o.amount_paid)}
    </TwoLines>
  );

export interface PeerOrdersProps {
  peerId: number;
}
export function PeerOrders({ peerId }: PeerOrdersProps) {
  const [page, setPage] = useState(1);
  const [which, setWhich] = useState("all");
  const codes = session.use((s) => s.codes);
  const answer = useRecord(peerOrderApi.peer_order_query, {
    peer_id: peerId,
    ...(which === "open" && { is_open: true }),
    page,
    page_size: PAGE,
  });
  const all = hrefOf("admin-order-list", {}, codes, { peer_id: peerId });
  return (
    <Section
      title="订单"
      flush
      extra={
        <span className="vd-row">
          <Segmented
            size="small"
            aria-label="订单范围"
            options={WHICH}
            value={which}
            onChange={(value) => {
              setWhich(value);
              setPage(1);
            }}
          />
          {all && (
            <HrefLink href={all} className="vd-link vd-small">
              在订单查看中打开
            </HrefLink>
          )}
        </span>
      }
    >
      <Reads inset slim rows={6} answer={answer}>
        {(data) => (
          <>
            <Rows
              label="订单"
              of={peerOrder}
              rows={data.list}
              none={which === "open" ? "没有未完结的订单" : "还没有订单"}
              columns={[
                { name: "order_no", cell: (o) => <OrderNo order={o} /> },
                { name: "sku_name", cell: (o) => <TwoLines under={o.country_name}>{o.sku_name}</TwoLines> },
                "applicant_count",
                { name: "order_status", cell: (o) => flowTag(orderFlow, o.order_status) },
                { name: "amount_payable", cell: (o) => <Money cents={o.amount_payable} /> },
                { name: "amount_paid", cell: (o) => <Paid order={o} /> },
                "promised_date",
                { name: "created_at", cell: (o) => <TimeText at={o.created_at} /> },
                { name: "paid_at", cell: (o) => (o.paid_at === null ? <span className="vd-blank">—</span> : <TimeText at={o.paid_at} />) },
              ]}
            />
            <Pages page={page} size={PAGE} total={data.total} onChange={setPage} inset />
          </>
        )}
      </Reads>
    </Section>
  );
}
