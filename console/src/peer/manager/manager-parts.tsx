/** Open work orders and transfers of a manager on his page. */
import { HrefLink } from "#kit/app/href-link.tsx";
import { session } from "#kit/app/session.ts";
import { TimeText } from "#kit/form/format-cells.tsx";
import { Section } from "#kit/page/blocks.tsx";
import { flowTag } from "#kit/page/flow-tag.tsx";
import { hrefOf } from "#kit/screens.ts";
import { Rows } from "#kit/table/rows.tsx";
import { peerManagerDetail } from "@visadesk/contract/peer/peer/peer-manager.ts";
import { peerTransferFlow } from "@visadesk/contract/peer/transfer/peer-transfer.flow.ts";
import { workOrderFlow } from "@visadesk/contract/peer/work-order/work-order.flow.ts";
import type { ReactNode } from "react";
import { Figure, workOrdersOf, type ManagerDetail } from "./manager-words.tsx";

interface Of {
  manager: ManagerDetail;
}
/** A link for who may open it, else the words. */
function Opens({ route, query, children }: { route: string; query: Readonly<Record<string, string | number>>; children: ReactNode }) {
  const codes = session.use((s) => s.codes);
  const href = hrefOf(route, {}, codes, query);
  return href ? <HrefLink href={href}>{children}</HrefLink> : children;
}

export const ManagerWorkOrders = ({ manager: m }: Of) => (
  <Section
    title="未结工单"
    flush
    extra={
      m.open_work_orders > m.work_orders.length && (
        <span className="vd-small">
          <Figure text={`全部 ${m.open_work_orders} 张`} of={workOrdersOf(m.worker_id)} />
        </span>
      )
    }
  >
    <Rows
      label="未结工单"
      of={peerManagerDetail.shape.work_orders}
      rows={m.work_orders}
      none="没有未结工单"
      columns={[
        {
          name: "work_order_no",
          cell: (w) => (
            <Opens route="peer-work-order-list" query={{ view: "all", work_order: w.work_order_no }}>
              {w.work_order_no}
            </Opens>
          ),
        },
        "title",
        "peer_name",
        { name: "work_order_status", cell: (w) => flowTag(workOrderFlow, w.work_order_status) },
        { name: "due_at", cell: (w) => <TimeText at={w.due_at} /> },
      ]}
    />
  </Section>
);

export const ManagerTransfers = ({ manager: m }: Of) => (
  <Section title="转移记录" flush>
    <Rows
      label="转移记录"
      of={peerManagerDetail.shape.transfers}
      rows={m.transfers}
      none="没有转移记录"
      columns={[
        {
          name: "transfer_no",
          cell: (t) => (
            <Opens route="peer-transfer-list" query={{ transfer: t.id }}>
              {t.transfer_no}
            </Opens>
          ),
        },
        "role",
        "direction",
        "peers",
        "effective_on",
        { name: "transfer_status", cell: (t) => flowTag(peerTransferFlow, t.transfer_status) },
      ]}
    />
  </Section>
);
