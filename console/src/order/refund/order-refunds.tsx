/** 退款 of one order: what was asked back, what was granted and how far it is. */
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { refund, refundApi } from "@visadesk/contract/order/refund/refund.ts";
import { refundFlow } from "@visadesk/contract/order/refund/refund.flow.ts";
import { REFUND_KINDS, REFUND_REASONS } from "@visadesk/contract/order/refund/refund.words.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { ask } from "#kit/act/ask.ts";
import { HrefLink } from "#kit/app/href-link.tsx";
import { part } from "#kit/app/part.tsx";
import { session, useCan } from "#kit/app/session.ts";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { flowTag } from "#kit/page/flow-tag.tsx";
import { Unread } from "#kit/page/reads.tsx";
import { hrefOf } from "#kit/screens.ts";
import { Rows } from "#kit/table/rows.tsx";
import type { Order } from "../order/order-overview.tsx";
import { RefundMoves } from "./refund-moves.tsx";
import type { RefundLateProps } from "./refund-late.tsx";
import type { RefundStartProps } from "./refund-start.tsx";
import { peopleText, type RefundRow } from "./refund-words.tsx";

const RefundStart = part<RefundStartProps>(() => import("./refund-start.tsx").then((m) => m.RefundStart));
const RefundLate = part<RefundLateProps>(() => import("./refund-late.tsx").then((m) => m.RefundLate));

/** The review's page is for those who review; others read the number. */
function RefundNo({ of }: { of: RefundRow }) {
  const codes = session.use((s) => s.codes);
  const href = hrefOf("order-refund-review-detail", { id: of.id }, codes);
  return href === undefined ? of.refund_no : <HrefLink href={href}>{of.refund_no}</HrefLink>;
}

export function OrderRefunds({ o }: { o: Order }) {
  const answer = useQuery({
    queryKey: [refundApi.refund_query.name, "order", o.id],
    queryFn: ({ signal }) => ask(refundApi.refund_query, { order_id: o.id, page_size: 50 }, { signal, noToast: true }),
  });
  const [dialog, open] = useDialog();
  const mayStart = useCan(may.order_refund_start) && o.pay_status !== "unpaid";
  const mayLate = useCan(may.order_pay_register) && (o.pay_status !== "unpaid" || ["cancelled", "deleted"].includes(o.order_status));
  if (answer.error) return <Unread answer={answer} />;
  return (
    <div className="vd-stack">
      {(mayStart || mayLate) && (
        <p className="vd-wraps">
          {mayStart && <Button onClick={() => open((close) => <RefundStart o={o} close={close} />)}>发起退款</Button>}
          {mayLate && <Button onClick={() => open((close) => <RefundLate orderId={o.id} close={close} />)}>登记多付</Button>}
        </p>
      )}
      <Rows
        label="退款"
        of={refund}
        rows={answer.data?.list ?? []}
        by="id"
        none={answer.isPending ? "读取中…" : "没有退款"}
        columns={[
          { name: "refund_no", cell: (r) => <RefundNo of={r} /> },
          { name: "applicant_name", cell: peopleText },
          { name: "kind", cell: (r) => REFUND_KINDS[r.kind] },
          { name: "reason_code", cell: (r) => REFUND_REASONS[r.reason_code] },
          "asked_amount",
          "approved_amount",
          { name: "refund_status", cell: (r) => flowTag(refundFlow, r.refund_status) },
          "created_by_name",
          "created_at",
          { title: "", cell: (r) => <RefundMoves refund={r} bare /> },
        ]}
      />
      {dialog}
    </div>
  );
}
