/** 工单 of an order: what its peer wanted of us about it, and a new one in its name. */
import { Button } from "antd";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { workOrderFlow } from "@visadesk/contract/peer/work-order/work-order.flow.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { type orderApi, orderDetail } from "@visadesk/contract/order/order.ts";
import { HrefLink } from "#kit/app/href-link.tsx";
import { part } from "#kit/app/part.tsx";
import { useCan } from "#kit/app/session.ts";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { None, Section } from "#kit/page/blocks.tsx";
import { flowTag } from "#kit/page/flow-tag.tsx";
import { to } from "#kit/screens.ts";
import { Rows } from "#kit/table/rows.tsx";
import type { WorkOrderAddProps } from "./work-order-add.tsx";

const WorkOrderAdd = part<WorkOrderAddProps>(() => import("./work-order-add.tsx").then((m) => m.WorkOrderAdd));

type Order = Pick<Output<typeof orderApi.order_get>, "id" | "order_no" | "peer_id" | "work_orders">;
const placeOf = (no: string): string => to("peer-work-order-list", {}, { view: "all", work_order: no });

export function OrderWorkOrders({ o }: { o: Order }) {
  const [dialog, open] = useDialog();
  const mayHandle = useCan(may.peer_work_order);
  const { peer_id } = o;
  if (peer_id === null || (!mayHandle && o.work_orders.length === 0)) return null;
  return (
    <Section
      title="工单"
      flush={o.work_orders.length > 0}
      extra={
        mayHandle && (
          <Button
            type="text"
            size="small"
            onClick={() => open((close) => <WorkOrderAdd peerId={peer_id} order={o} onMade={close} onClose={close} />)}
          >
            代提工单
          </Button>
        )
      }
    >
      <Rows
        label="工单"
        of={orderDetail.shape.work_orders}
        rows={o.work_orders}
        none={<None>没有工单</None>}
        columns={[
          {
            name: "title",
            cell: (w) =>
              mayHandle ? (
                <HrefLink href={placeOf(w.work_order_no)} className="vd-link">
                  {w.title}
                </HrefLink>
              ) : (
                w.title
              ),
          },
          { name: "work_order_status", width: 116, cell: (w) => flowTag(workOrderFlow, w.work_order_status) },
        ]}
      />
      {dialog}
    </Section>
  );
}
