/** An order at a glance, without leaving the list. */
import { Fields } from "#kit/form/fields.tsx";
import { flowTag } from "#kit/page/flow-tag.tsx";
import { order } from "@visadesk/contract/order/order-record.ts";
import { applicantFlow } from "@visadesk/contract/order/order.flow.ts";
import type { OrderRow } from "./admin-order-columns.tsx";

export const OrderPeek = ({ row }: { row: OrderRow }) => (
  <Fields
    of={order}
    value={row}
    columns={2}
    names={[
      "order_status",
      "pay_status",
      { label: "商品", value: row.sku_name, wide: true },
      "amount_payable",
      "amount_paid",
      ...(row.peer_name ? (["peer_name", "level_id"] as const) : []),
      "contact_name",
      "contact_mobile",
      "travel_date",
      "promised_date",
      "expert_name",
      "cs_owner_name",
      "created_at",
      "paid_at",
      {
        label: "申请人",
        wide: true,
        value: (
          <>
            {row.applicants.map((a) => (
              <div key={a.id}>
                {a.name_cn ?? "未填姓名"} {flowTag(applicantFlow, a.applicant_status)}
              </div>
            ))}
          </>
        ),
      },
    ]}
  />
);
