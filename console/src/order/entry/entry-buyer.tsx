/** Who buys: a direct customer, or a peer or company of ours, at whose price the order is made. */
import { Form } from "antd";
import { useEffect, useRef } from "react";
import { useFormScope } from "#kit/form/form-scope.ts";
import { Item } from "#kit/page/item.tsx";
import { BuyerNote } from "./entry-buyer-note.tsx";
import { AgencyPicker, CompanyPicker } from "#shared/record-pickers.tsx";

export function BuyerItems({ onChanged }: { onChanged: () => void }) {
  const { form } = useFormScope();
  const kind: unknown = Form.useWatch("customer_kind", form);
  const peer: unknown = Form.useWatch("peer_id", form);
  const before = useRef(kind);
  // Another kind of customer is another buyer.
  useEffect(() => {
    if (before.current !== undefined && before.current !== kind) {
      form.setFieldValue("peer_id", null);
      onChanged();
    }
    before.current = kind;
  }, [form, kind, onChanged]);
  return (
    <>
      <Item name="customer_kind" half />
      {kind === "peer" && (
        <Item name="peer_id" half needs="请选择同行">
          <AgencyPicker placeholder="按同行的等级、分组或专属价报价" />
        </Item>
      )}
      {kind === "corporate" && (
        <Item name="peer_id" half label="企业" needs="请选择企业">
          <CompanyPicker placeholder="按企业的等级、分组或专属价报价" />
        </Item>
      )}
      {typeof peer === "number" && <BuyerNote key={peer} id={peer} />}
    </>
  );
}
