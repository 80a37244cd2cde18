/** Orders that had the special price, those that gave it back too. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";

import { useState } from "react";
import { Rows } from "#kit/table/rows.tsx";
import { ask } from "#kit/act/ask.ts";
import { Section } from "#kit/page/blocks.tsx";
import { flowTag, Mark } from "#kit/page/flow-tag.tsx";
import { Copyable, TimeText } from "#kit/form/format-cells.tsx";
import { HrefLink } from "#kit/app/href-link.tsx";
import { Unread } from "#kit/page/reads.tsx";
import { to } from "#kit/screens.ts";
import { useCan } from "#kit/app/session.ts";
import { Pages } from "#kit/table/pages.tsx";
import { orderFlow } from "@visadesk/contract/order/order.flow.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { specialPriceActivityApi } from "@visadesk/contract/product/price/special-price-activity.ts";

const PAGE = 20;

export function SpecialOrders({ activityId }: { activityId: number }) {
  const opens = useCan({ any: [may.order_view, may.order_process] });
  const [page, setPage] = useState(1);
  const body = { activity_id: activityId, page, page_size: PAGE };
  const answer = useQuery({
    queryKey: ["special_price_activity_order_query", body],
    queryFn: ({ signal }) => ask(specialPriceActivityApi.special_price_activity_order_query, body, { signal, noToast: true }),
    placeholderData: keepPreviousData,
  });
  if (!answer.data) return <Unread answer={answer} rows={5} />;
  const { list, total } = answer.data;
  return (
    <Section title="享受特价的订单" flush extra={<span className="vd-muted">共 {total ?? list.length} 单</span>}>
      <Rows
        label="享受特价的订单"
        of={specialPriceActivityApi.special_price_activity_order_query.row}
        rows={list}
        none="还没有订单享受这个特价"
        columns={[
          {
            name: "order_no",
            cell: (u) => (
              <Copyable text={u.order_no}>
                {opens ? (
                  <HrefLink href={to("order-detail", { orderId: u.order_id })}>{u.order_no}</HrefLink>
                ) : (
                  <span className="vd-num">{u.order_no}</span>
                )}
              </Copyable>
            ),
          },
          "sku_name",
          "qty",
          "saved",
          {
            name: "order_status",
            cell: (u) => (
              <>
                {flowTag(orderFlow, u.order_status)}
                {u.released_at && <Mark>名额已退回</Mark>}
              </>
            ),
          },
          { name: "created_at", cell: (u) => <TimeText at={u.created_at} /> },
        ]}
      />
      <Pages page={page} size={PAGE} total={total} onChange={setPage} />
    </Section>
  );
}
