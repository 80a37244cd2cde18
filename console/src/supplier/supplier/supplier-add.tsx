import { useState } from "react";
import { toast } from "#kit/app/feedback.ts";
import { useGo } from "#kit/filter/use-url.ts";
import { FormScreen } from "#kit/form/form-screen.tsx";
import type { Values } from "#kit/form/save/form-rules.ts";
import { to } from "#kit/screens.ts";
import { supplierApi } from "@visadesk/contract/supplier/supplier.ts";
import { ContactItems, DocumentItems, FactItems, NoteItems, PayeeItems, SECTIONS, TermItems, useHolder } from "./supplier-form.tsx";
import { supplierHref } from "./supplier-words.tsx";

/** The usual terms; the rest is empty until somebody fills it. */
const USUAL = {
  credit_code: null,
  serves: [],
  address: null,
  settle_cycle: "month",
  credit_days: 30,
  settle_trigger: "submitted",
  on_refusal: "full",
  invoice_kind: "ordinary",
  tax_rate_bp: 600,
  prepaid_floor: 0,
  originals_limit: 300,
  note: "",
  contacts: [],
  documents: [],
  payees: [],
};

const without = (rows: unknown, name: string): unknown =>
  Array.isArray(rows) ? rows.map((r: unknown) => (typeof r === "object" && r !== null ? { ...r, [name]: undefined } : r)) : rows;
/** Sealed numbers are typed again. */
const draftOf = (values: Values): Values => ({
  ...values,
  ...("payees" in values && { payees: without(values["payees"], "account_no") }),
  ...("contacts" in values && { contacts: without(values["contacts"], "mobile") }),
});

export default function SupplierAdd() {
  const go = useGo();
  const [initial] = useState(USUAL);
  const [holder, heard] = useHolder();
  return (
    <FormScreen
      endpoint={supplierApi.supplier_add}
      title="新增供应商"
      saveText="提交审核"
      initial={initial}
      draft="supplier-new"
      draftOf={draftOf}
      outline={SECTIONS}
      onRefused={heard}
      onCancel={() => go(to("supplier-list"))}
      onDone={(saved) => {
        toast.success(`「${saved.short_name}」已新增，待另一人审核`);
        go(supplierHref(saved));
      }}
    >
      <FactItems holder={holder} />
      <ContactItems />
      <TermItems />
      <DocumentItems />
      <PayeeItems />
      <NoteItems />
    </FormScreen>
  );
}
