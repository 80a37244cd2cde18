/** 结算 of a supplier: the terms and what is owed. */
import { Fields } from "#kit/form/fields.tsx";
import { Money } from "#kit/form/format-cells.tsx";
import { Section } from "#kit/page/blocks.tsx";
import { supplierDetail } from "@visadesk/contract/supplier/supplier.ts";
import type { SupplierDetail } from "./supplier-words.tsx";

export const SupplierSettle = ({ supplier: s }: { supplier: SupplierDetail }) => (
  <Section title="结算" extra={<span className="vd-muted">结算随财务模块开放</span>}>
    <Fields
      of={supplierDetail}
      value={s}
      names={[
        { label: "未结金额", value: <Money cents={s.unsettled} /> },
        "settle_cycle",
        "credit_days",
        "settle_trigger",
        "on_refusal",
        "prepaid_floor",
      ]}
    />
  </Section>
);
