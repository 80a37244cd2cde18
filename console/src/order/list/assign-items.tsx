/** Fields of 改派: only people are offered who may take the order. */
import { Form } from "antd";
import { useEffect } from "react";
import { useFormScope } from "#kit/form/form-scope.ts";
import { Item } from "#kit/page/item.tsx";
import { OrderHolderPicker, OrderProcessorPicker } from "#shared/record-pickers.tsx";

export function AssignItems() {
  const { form } = useFormScope();
  const role: unknown = Form.useWatch("role", form);
  // Who was picked for one role need not be offered for the other.
  useEffect(() => form.setFieldValue("worker_id", undefined), [form, role]);
  return (
    <>
      <Item name="role" />
      <Item name="worker_id">
        {role === "cs_owner" ? <OrderHolderPicker placeholder="请选择" /> : <OrderProcessorPicker placeholder="请选择" />}
      </Item>
      <Item name="reason" rows={2} />
    </>
  );
}
