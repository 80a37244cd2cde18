/**
 * 登记收款: one or more parts of one payment, of a peer's order out of its accounts first; their sum beside what is payable.
 *   <OrderPayDialog order={order} onDone={…} onClose={…} />
 */
import { Form } from "antd";
import { useState } from "react";
import { Dialog } from "#kit/form/dialog.tsx";
import { FormDialog } from "#kit/form/form-dialog.tsx";
import { useFormScope } from "#kit/form/form.tsx";
import { Item, ItemList } from "#kit/page/item.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { toast } from "#kit/app/feedback.ts";
import { part } from "#kit/app/part.tsx";
import { money } from "@visadesk/contract/kit/format.ts";
import { orderApi } from "@visadesk/contract/order/order.ts";
import type { AccountPayProps, AccountQuote } from "./account-pay.tsx";
import { sumOf } from "./pay-sum.ts";
import "../batch/batch.css";
import "../entry/entry.css";
import "../list/order-list.css";

const AccountPay = part<AccountPayProps>(() => import("./account-pay.tsx").then((m) => m.AccountPay));

export interface PayableOrder {
  id: number;
  version: number;
  order_no: string;
  amount_payable: number;
  customer_kind: string;
}

/** 合计 against 应付, and the difference while there is one. */
function PaySum({ payable }: { payable: number }) {
  const { form } = useFormScope();
  const sum = sumOf(Form.useWatch("parts", form)) + sumOf(Form.useWatch("account_parts", form));
  const left = payable - sum;
  return (
    <output className="vd-note is-plain vd-wraps vd-after-12 vd-num">
      <span>
        应付 <b>{money(payable)}</b>
      </span>{" "}
      <span>
        合计 <b>{money(sum)}</b>
      </span>{" "}
      {left === 0 ? (
        <span className="vd-good">已平</span>
      ) : (
        <span className="vd-error vd-medium">{left > 0 ? `还差 ${money(left)}` : `多出 ${money(-left)}`}</span>
      )}
    </output>
  );
}

const WIDTH = 720;

interface PayProps {
  order: PayableOrder;
  onDone: () => void;
  onClose: () => void;
}
export const OrderPayDialog = (props: PayProps) =>
  props.order.customer_kind === "direct" ? <PayForm {...props} account={null} /> : <QuotedPay {...props} />;

/** Opens once it is known what the peer's accounts pay; what they lack is to be registered. Unread, nothing may stand in their place. */
function QuotedPay(props: PayProps) {
  const answer = useRecord(orderApi.order_pay_quote, { id: props.order.id, elsewhere: 0 });
  if (answer.data) return <PayForm {...props} account={answer.data.account} />;
  return <Dialog title={`登记收款 ${props.order.order_no}`} width={WIDTH} reads={answer} onClose={props.onClose} />;
}

function PayForm({ order, account, onDone, onClose }: PayProps & { account: AccountQuote | null }) {
  const [now] = useState(() => new Date().toISOString());
  const blank = { method: "wechat" as const, trade_no: "", proof: [], paid_at: now };
  const amount = account ? account.shortage : order.amount_payable;
  return (
    <FormDialog
      endpoint={orderApi.order_pay_register}
      title={`登记收款 ${order.order_no}`}
      okText="登记收款"
      width={WIDTH}
      initial={{ id: order.id, version: order.version, parts: amount > 0 || !account ? [{ ...blank, amount }] : [] }}
      onClose={onClose}
      onDone={() => {
        toast.success("收款已登记");
        onDone();
      }}
    >
      <PaySum payable={order.amount_payable} />
      {account && (
        <Item name="account_parts">
          <AccountPay orderId={order.id} />
        </Item>
      )}
      <ItemList name="parts" add="添加一笔" min={account ? 0 : 1} row={blank}>
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
