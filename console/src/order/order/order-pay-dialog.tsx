/**
 * 登记收款: one or more parts of one payment, their sum beside what is payable.
 *   <OrderPayDialog order={order} onDone={…} onClose={…} />
 */
import { Form } from "antd";
import { useState } from "react";
import { FormDialog } from "#kit/form/form-dialog.tsx";
import { useFormScope } from "#kit/form/form.tsx";
import { Item, ItemList } from "#kit/page/item.tsx";
import { toast } from "#kit/app/feedback.ts";
import { money } from "@visadesk/contract/kit/format.ts";
import { orderApi } from "@visadesk/contract/order/order.ts";
import "../batch/batch.css";
import "../entry/entry.css";
import "../list/order-list.css";

export interface PayableOrder {
  id: number;
  version: number;
  order_no: string;
  amount_payable: number;
}

interface Part {
  amount?: number | null;
}

/** 合计 against 应付, and the difference while there is one. */
function PaySum({ payable }: { payable: number }) {
  const { form } = useFormScope();
  const parts: readonly (Part | undefined)[] | undefined = Form.useWatch("parts", form);
  const sum = (parts ?? []).reduce((acc, p) => acc + (p?.amount ?? 0), 0);
  const left = payable - sum;
  return (
    <output className="vd-note is-plain vd-wraps vd-after-12 vd-num">
      <span>
        应付 <b>{money(payable)}</b>
      </span>
      <span>
        合计 <b>{money(sum)}</b>
      </span>
      {left === 0 ? (
        <span className="vd-good">已平</span>
      ) : (
        <span className="vd-error vd-medium">{left > 0 ? `还差 ${money(left)}` : `多出 ${money(-left)}`}</span>
      )}
    </output>
  );
}

export function OrderPayDialog(props: { order: PayableOrder; onDone: () => void; onClose: () => void }) {
  const { order } = props;
  const [now] = useState(() => new Date().toISOString());
  return (
    <FormDialog
      endpoint={orderApi.order_pay_register}
      title={`登记收款 ${order.order_no}`}
      okText="登记收款"
      width={720}
      initial={{
        id: order.id,
        version: order.version,
        parts: [{ method: "wechat", amount: order.amount_payable, trade_no: "", proof: [], paid_at: now }],
      }}
      onClose={props.onClose}
      onDone={() => {
        toast.success("收款已登记");
        props.onDone();
      }}
    >
      <PaySum payable={order.amount_payable} />
      <ItemList name="parts" add="添加一笔" min={1} row={{ method: "wechat", paid_at: now, proof: [] }}>
        {(at) => (
          <>
            <Item name={at("method")} half />
            <Item name={at("amount")} half />
            <Item name={at("trade_no")} half />
            <Item name={at("paid_at")} half />
            <Item name={at("proof")} />
          </>
        )}
      </ItemList>
    </FormDialog>
  );
}
