/** 登记汇款 and its correction: who sent how much to which account of ours, what for, on which voucher. */
import { Form } from "antd";
import { useEffect, useState } from "react";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { toast } from "#kit/app/feedback.ts";
import { FormDrawer } from "#kit/form/form-drawer.tsx";
import { useFormScope } from "#kit/form/form-scope.ts";
import { Item } from "#kit/page/item.tsx";
import { PeerPicker } from "#shared/record-pickers.tsx";
import { remittanceApi } from "@visadesk/contract/finance/remittance.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { OrderParts, type Part } from "./order-parts.tsx";
import type { Remittance } from "./remittance-words.tsx";

/** Without a peer only orders of direct customers are paid. */
function Items() {
  const { form } = useFormScope();
  const purpose: unknown = Form.useWatch("purpose", form);
  const peer: unknown = Form.useWatch("peer_id", form);
  const amount: unknown = Form.useWatch("amount", form);
  const parts = Form.useWatch<Part[] | undefined>("order_parts", form);
  const isOrder = purpose === "order";
  useEffect(() => {
    if (!isOrder && parts && parts.length > 0) form.setFieldValue("order_parts", []);
  }, [form, isOrder, parts]);
  return (
    <>
      <Item name="purpose" half />
      <Item name="peer_id" half {...(!isOrder && { needs: "请选择同行" })} {...(isOrder && { help: "直客订单留空" })}>
        <PeerPicker placeholder="编号或简称" onChange={() => form.setFieldValue("order_parts", [])} />
      </Item>
      <Item name="amount" half />
      <Item name="remitted_on" half past />
      {isOrder && (
        <Item name="order_parts" label="订单分配" needs="请选择订单">
          <OrderParts
            key={typeof peer === "number" ? peer : "direct"}
            peer={typeof peer === "number" ? peer : null}
            amount={typeof amount === "number" ? amount : null}
          />
        </Item>
      )}
      <Item name="payer_name" half help="与企业名称不一致时须上传代付说明" />
      <Item name="payer_account" half />
      <Item name="payer_bank" half />
      <Item name="company_account_id" half />
      <Item name="bank_ref" half help="网银回单上的流水号，便于自动匹配" />
      <Item name="vouchers" />
      <Item name="payer_letters" />
      <Item name="note" rows={2} />
    </>
  );
}
const BLANK = {
  order_parts: [],
  payer_account: "",
  payer_bank: "",
  bank_ref: "",
  note: "",
  vouchers: [],
  payer_letters: [],
};

export interface RemittanceFormProps {
  /** Who is known to have sent it. */
  given?: { peer_id: number; purpose?: "top_up" | "repay" };
  onClose: () => void;
}
export function RemittanceForm({ given, onClose }: RemittanceFormProps) {
  const afterWrite = useAfterWrite();
  const [today] = useState(() => shanghaiDate(new Date()));
  const { peer_id, purpose = "top_up" } = given ?? {};
  return (
    <FormDrawer
      endpoint={remittanceApi.remittance_add}
      title="登记汇款"
      okText="提交审核"
      width={760}
      initial={{ ...BLANK, purpose, remitted_on: today, ...(peer_id !== undefined && { peer_id }) }}
      onDone={(r) => {
        toast.success(`已提交审核 ${r.remittance_no}`);
        afterWrite();
      }}
      onClose={onClose}
    >
      <Items />
    </FormDrawer>
  );
}
export interface RemittanceEditProps {
  remittance: Remittance;
  onClose: () => void;
}
export function RemittanceEdit({ remittance: r, onClose }: RemittanceEditProps) {
  const afterWrite = useAfterWrite();
  const order_parts = r.order_parts.map(({ order_id, amount }) => ({ order_id, amount }));
  return (
    <FormDrawer
      endpoint={remittanceApi.remittance_update}
      title={`修改汇款 ${r.remittance_no}`}
      okText={r.remittance_status === "rejected" ? "重新提交" : "保存"}
      width={760}
      initial={{ ...r, order_parts }}
      onDone={() => {
        toast.success(r.remittance_status === "rejected" ? "已重新提交审核" : "汇款已修改");
        afterWrite();
      }}
      onClose={onClose}
    >
      <Items />
    </FormDrawer>
  );
}
