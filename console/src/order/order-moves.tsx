/** The order's own moves and the acts beside them. */
import { orderApi } from "@visadesk/contract/order/order.ts";
import { orderFlow } from "@visadesk/contract/order/order.flow.ts";
import { money } from "@visadesk/contract/kit/format.ts";
import { useState } from "react";
import { useDialog, FormDialog } from "#kit/form-dialog.tsx";
import { Item, ItemList } from "#kit/item.tsx";
import { Moves } from "#kit/moves.tsx";
import { DiffAddDialog } from "./order-diffs.tsx";
import { WishItems, type Order } from "./order-overview.tsx";
import { NoteDialog } from "./order-side.tsx";

/** Moves of management; the rest is processing. Registering a payment belongs to whoever holds its code. */
const MANAGEMENT: readonly string[] = ["restore", "pay"];
const PROCESSING: readonly string[] = ["pay", "wish_submit", "upload_submit", "form_submit", "cancel", "receive"];

function PayDialog({ o, close, done }: { o: Order; close: () => void; done: () => void }) {
  const [paid_at] = useState(() => new Date().toISOString());
  return (
    <FormDialog endpoint={orderApi.order_pay_register} width={720} title="登记收款" okText="登记收款" onDone={done} onClose={close}
      initial={{ id: o.id, version: o.version, parts: [{ method: "wechat", amount: o.amount_payable, trade_no: "", proof: [], paid_at }] }}
      intro={`应付 ${money(o.amount_payable)}，各笔合计须与应付一致。`}>
      <ItemList name="parts" add="添加一笔" min={1} row={{ method: "wechat", proof: [], paid_at }}>
        {(at) => <><Item name={at("method")} half /><Item name={at("amount")} half /><Item name={at("trade_no")} half /><Item name={at("paid_at")} half /><Item name={at("proof")} /></>}
      </ItemList>
    </FormDialog>
  );
}

function WishDialog({ o, close, done }: { o: Order; close: () => void; done: () => void }) {
  const [wish, setWish] = useState<string | null>(null);
  return (
    <FormDialog endpoint={orderApi.order_wish_submit} initial={{ id: o.id, version: o.version, visit_wish_dates: [] }} title="提交赴馆意向" okText="提交" onDone={done} onClose={close}>
      <WishItems wish={wish} onWish={setWish} />
    </FormDialog>
  );
}

export function OrderMoves({ o, admin }: { o: Order; admin: boolean }) {
  const [dialog, open] = useDialog();
  return (
    <>
      <Moves flow={orderFlow} row={o} state={o.order_status} endpoints={orderApi} variant="head" only={admin ? MANAGEMENT : PROCESSING}
        dialogs={{ pay: (close, done) => <PayDialog o={o} close={close} done={done} />, wish_submit: (close, done) => <WishDialog o={o} close={close} done={done} /> }}
        inputs={{ cancel: <><Item name="cancel_reason" /><Item name="reason" rows={2} /></> }}
        more={[
          { key: "diff", label: "补差价", onClick: () => open((close) => <DiffAddDialog o={o} close={close} />) },
          { key: "note", label: "追加备注", onClick: () => open((close) => <NoteDialog o={o} close={close} />) },
        ]} />
      {dialog}
    </>
  );
}
