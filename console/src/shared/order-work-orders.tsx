/** 工单 of an order: what its peer wanted of us about it, each opened over the list of work orders. */
import { useQuery } from "@tanstack/react-query";
import { workOrderFlow } from "@visadesk/contract/peer/work-order/work-order.flow.ts";
import { workOrderApi } from "@visadesk/contract/peer/work-order/work-order.ts";
import { ask } from "#kit/act/ask.ts";
import { HrefLink } from "#kit/app/href-link.tsx";
import { None } from "#kit/page/blocks.tsx";
import { Section } from "#kit/page/detail-screen.tsx";
import { flowTag } from "#kit/page/flow-tag.tsx";
import { Reads } from "#kit/page/reads.tsx";
import { to } from "#kit/screens.ts";
import { Rows } from "#kit/table/rows.tsx";

const SHOWN = 20;
export interface OrderWorkOrdersProps {
  order_id: number;
}
export function OrderWorkOrders({ order_id }: OrderWorkOrdersProps) {
  const answer = useQuery({
    queryKey: [workOrderApi.work_order_query.name, "order", order_id],
    queryFn: ({ signal }) => ask(workOrderApi.work_order_query, { order_id, page_size: SHOWN }, { signal, noToast: true }),
  });
  return (
    <Section title="工单">
      <Reads answer={answer} rows={2} slim>
        {({ list, total }) => (
          <>
            <Rows
              label="工单"
              of={workOrderApi.work_order_query.row}
              rows={list}
              none={<None>没有工单</None>}
              columns={[
                {
                  name: "title",
                  cell: (w) => (
                    <HrefLink href={to("peer-work-order-list", {}, { view: "all", work_order: w.work_order_no })} className="vd-link">
                      {w.title}
                    </HrefLink>
                  ),
                },
                { name: "work_order_status", width: 116, cell: (w) => flowTag(workOrderFlow, w.work_order_status) },
              ]}
            />
            {total !== null && total > list.length && <p className="vd-small vd-muted">共 {total} 张，其余在工单列表中查看</p>}
          </>
        )}
      </Reads>
    </Section>
  );
}
