/** The order's own moves and the acts beside them. */
import { part } from "#kit/app/part.tsx";
import { orderApi } from "@visadesk/contract/order/order.ts";
import { orderFlow } from "@visadesk/contract/order/order.flow.ts";
import { useState } from "react";
import { useDialog, FormDialog } from "#kit/form/form-dialog.tsx";
import { Item } from "#kit/page/item.tsx";
import { Moves } from "#kit/act/moves.tsx";
import { may } from "@visadesk/contract/permissions.ts";
import type { RefundStartProps } from "../refund/refund-start.tsx";
import { DiffAddDialog } from "./order-diffs.tsx";
import { OrderPayDialog } from "./order-pay-dialog.tsx";
import { WishItems, type Order } from "./order-overview.tsx";
import { NoteDialog } from "./order-side.tsx";

const RefundStart = part<RefundStartProps>(() => import("../refund/refund-start.tsx").then((m) => m.RefundStart));

/** Moves of management; the rest is processing. Registering a payment belongs to whoever holds its code. */
const MANAGEMENT: readonly string[] = ["restore", "pay"];
const PROCESSING: readonly string[] = ["pay", "wish_submit", "upload_submit", "form_submit", "cancel", "receive"];

function WishDialog({ o, close, done }: { o: Order; close: () => void; done: () => void }) {
  const [wish, setWish] = useState<string | null>(null);
  return (
    <FormDialog
      endpoint={orderApi.order_wish_submit}
      initial={{ id: o.id, version: o.version, visit_wish_dates: [] }}
      title="提交赴馆意向"
      okText="提交"
      onDone={done}
      onClose={close}
    >
      <WishItems wish={wish} onWish={setWish} />
    </FormDialog>
  );
}

export function OrderMoves({ o, admin }: { o: Order; admin: boolean }) {
  const [dialog, open] = useDialog();
  return (
    <>
      <Moves
        flow={orderFlow}
        row={o}
        state={o.order_status}
        endpoints={orderApi}
        variant="head"
        only={admin ? MANAGEMENT : PROCESSING}
        dialogs={{
          pay: (close, done) => <OrderPayDialog order={o} onDone={done} onClose={close} />,
          wish_submit: (close, done) => <WishDialog o={o} close={close} done={done} />,
        }}
        inputs={{
          cancel: (
            <>
              <Item name="cancel_reason" />
              <Item name="reason" rows={2} />
            </>
          ),
        }}
        more={[
          ...(o.pay_status === "unpaid"
            ? []
            : [
                {
                  key: "refund",
                  label: "发起退款",
                  may: may.order_refund_start,
                  onClick: () => open((close) => <RefundStart o={o} close={close} />),
                },
              ]),
          { key: "diff", label: "补差价", onClick: () => open((close) => <DiffAddDialog o={o} close={close} />) },
          { key: "note", label: "追加备注", onClick: () => open((close) => <NoteDialog o={o} close={close} />) },
        ]}
      />
      {dialog}
    </>
  );
}
