/** 工单 of one peer on its page: what it wants of us, each opened over the page, and 代提工单 in its name. */
import { Button } from "antd";
import { useState } from "react";
import { HrefLink } from "#kit/app/href-link.tsx";
import { part } from "#kit/app/part.tsx";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { TimeText } from "#kit/form/format-cells.tsx";
import { Section, TwoLines } from "#kit/page/blocks.tsx";
import { Reads } from "#kit/page/reads.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { to } from "#kit/screens.ts";
import { Rows } from "#kit/table/rows.tsx";
import { Pages } from "#kit/table/pages.tsx";
import { workOrderApi } from "@visadesk/contract/peer/work-order/work-order.ts";
import { WORK_ORDER_CATEGORIES } from "@visadesk/contract/peer/work-order/work-order.words.ts";
import type { WorkOrderAddProps } from "#shared/work-order/work-order-add.tsx";
import type { WorkOrderDrawerProps } from "./work-order-drawer.tsx";
import { WorkOrderMoves } from "./work-order-moves.tsx";
import { useWorkOrderPlace } from "./work-order-place.ts";
import { Left, OrderLink, WorkOrderState } from "./work-order-words.tsx";

const WorkOrderAdd = part<WorkOrderAddProps>(() => import("#shared/work-order/work-order-add.tsx").then((m) => m.WorkOrderAdd));
const WorkOrderDrawer = part<WorkOrderDrawerProps>(() => import("./work-order-drawer.tsx").then((m) => m.WorkOrderDrawer));
const PAGE = 20;

export interface PeerWorkOrdersProps {
  peer: { id: number; peer_status: "active" | "closed" };
}
export function PeerWorkOrders({ peer: p }: PeerWorkOrdersProps) {
  const [page, setPage] = useState(1);
  const [dialog, open] = useDialog();
  const place = useWorkOrderPlace();
  const answer = useRecord(workOrderApi.work_order_query, { peer_id: [p.id], page, page_size: PAGE });
  return (
    <Section
      title="工单"
      flush
      extra={
        <span className="vd-row">
          <HrefLink
            href={to("peer-work-order-list", {}, { view: "all", peer_id: p.id, work_order_status: "" })}
            className="vd-link vd-small"
          >
            在工单列表中打开
          </HrefLink>
          {p.peer_status === "active" && (
            <Button size="small" onClick={() => open((close) => <WorkOrderAdd peerId={p.id} onMade={place.look} onClose={close} />)}>
              代提工单
            </Button>
          )}
        </span>
      }
    >
      <Reads inset slim rows={6} answer={answer}>
        {(data) => (
          <>
            <Rows
              label="工单"
              of={workOrderApi.work_order_query.row}
              rows={data.list}
              none="还没有工单"
              columns={[
                {
                  name: "work_order_no",
                  cell: (w) => (
                    <Button type="link" size="small" className="vd-plain-link vd-num" onClick={() => place.look(w.work_order_no)}>
                      {w.work_order_no}
                    </Button>
                  ),
                },
                {
                  name: "title",
                  cell: (w) => <TwoLines under={`${WORK_ORDER_CATEGORIES[w.category]} · ${w.config_name}`}>{w.title}</TwoLines>,
                },
                { name: "work_order_status", cell: (w) => <WorkOrderState w={w} /> },
                { name: "handler_name", cell: (w) => w.handler_name ?? <span className="vd-warn">待分配</span> },
                { title: "订单", cell: (w) => <OrderLink w={w} /> },
                {
                  name: "resolve_left",
                  title: "解决",
                  end: false,
                  cell: (w) =>
                    w.resolve_left === null ? (
                      <span className="vd-blank">—</span>
                    ) : (
                      <Left left={w.resolve_left} due={w.due_at} isStopped={w.work_order_status === "waiting_peer"} />
                    ),
                },
                { name: "created_at", cell: (w) => <TimeText at={w.created_at} /> },
                { title: "操作", unseen: true, cell: (w) => <WorkOrderMoves w={w} look={place.look} /> },
              ]}
            />
            <Pages page={page} size={PAGE} total={data.total} onChange={setPage} inset />
          </>
        )}
      </Reads>
      {place.no !== null && <WorkOrderDrawer key={place.no} no={place.no} onClose={place.close} />}
      {dialog}
    </Section>
  );
}
