/** How a parcel travels: a waybill by courier, proof from hand to hand; its contact, once its supplier is known. */
import { useQuery } from "@tanstack/react-query";
import { Form, Select } from "antd";
import { supplierContactApi } from "@visadesk/contract/supplier/supplier-contact.ts";
import { CLEARS } from "#kit/inputs/clears.tsx";
import { ask } from "#kit/act/ask.ts";
import { useFormScope } from "#kit/form/form-scope.ts";
import { Item } from "#kit/page/item.tsx";

const useValue = (name: string): unknown => Form.useWatch(name, useFormScope().form);

/** A courier's parcel has a waybill; the others go from hand to hand. */
export function WayFields() {
  const isCourier = useValue("mode") === "express";
  return (
    <>
      <Item name="mode" />
      {isCourier && (
        <>
          <Item name="carrier_code" half />
          <Item name="waybill_no" half />
        </>
      )}
    </>
  );
}

export function SendFields() {
  const isCourier = useValue("mode") === "express";
  return (
    <>
      <Item name="mode" />
      {isCourier ? (
        <>
          <Item name="carrier_code" half needs="请选择承运商" />
          <Item name="waybill_no" half needs="请填写运单号" />
          <Item name="weight_g" half help="不填按首重暂估运费" />
          <Item name="proof_files" />
        </>
      ) : (
        <Item name="proof_files" needs="请上传交接凭证" />
      )}
      <Item name="over_limit_reason" rows={2} help="寄出后对方持有原件超过上限时填写" />
    </>
  );
}

interface ContactSelectProps {
  /** Where it is not chosen in the form. */
  supplierId?: number;
  id?: string;
  value?: number | null;
  onChange?: (id: number | null) => void;
}

/** Contacts of the supplier that the form names; those that collect papers first. */
export function ContactSelect({ supplierId, id, value, onChange }: ContactSelectProps) {
  const chosen = useValue("supplier_id");
  const supplier_id = supplierId ?? chosen;
  const { data, isFetching } = useQuery({
    queryKey: ["supplier_contact_query", supplier_id],
    queryFn: ({ signal }) =>
      ask(supplierContactApi.supplier_contact_query, { supplier_id: Number(supplier_id) }, { signal, noToast: true }),
    enabled: typeof supplier_id === "number",
  });
  const contacts = (data?.list ?? []).toSorted((a, b) => Number(b.roles.includes("collect")) - Number(a.roles.includes("collect")));
  return (
    <Select
      {...(id && { id })}
      allowClear={CLEARS}
      className="vd-wide"
      placeholder={typeof supplier_id === "number" ? "默认收料联系人" : "先选择供应商"}
      disabled={typeof supplier_id !== "number"}
      loading={isFetching}
      value={value ?? null}
      onChange={(v: number | undefined) => onChange?.(v ?? null)}
      options={contacts.map((c) => ({ value: c.id, label: [c.name, c.address_text].filter(Boolean).join(" · ") }))}
    />
  );
}
