/** 登记多付: money of a channel that came for a paid or a dead order; it goes back by the way it came, reviewed by nobody. */
import { useState } from "react";
import { refundApi } from "@visadesk/contract/order/refund/refund.ts";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { toast } from "#kit/app/feedback.ts";
import { FormDialog } from "#kit/form/form-dialog.tsx";
import { Item } from "#kit/page/item.tsx";

export interface RefundLateProps {
  orderId: number;
  close: () => void;
}
export function RefundLate({ orderId, close }: RefundLateProps) {
  const afterWrite = useAfterWrite();
  const [paid_at] = useState(() => new Date().toISOString());
  return (
    <FormDialog
      endpoint={refundApi.refund_late_add}
      title="登记多付款项"
      okText="登记并退回"
      intro="订单取消后到账，或重复支付的款项。登记后直接生成多付退回，由出纳原路退回，不需要审核。"
      initial={{ order_id: orderId, paid_at }}
      onDone={({ refund_no }) => {
        toast.success(`已生成 ${refund_no}，等待出纳原路退回`);
        afterWrite();
      }}
      onClose={close}
    >
      <Item name="method" />
      <Item name="amount" />
      <Item name="trade_no" />
      <Item name="paid_at" past />
      <Item name="proof" />
    </FormDialog>
  );
}
