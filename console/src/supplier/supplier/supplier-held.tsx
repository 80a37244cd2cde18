/** 原件 and 结算 of a supplier: the figures that stand. */
import { HrefLink } from "#kit/app/href-link.tsx";
import { session } from "#kit/app/session.ts";
import { Fields } from "#kit/form/fields.tsx";
import { Money } from "#kit/form/format-cells.tsx";
import { Meter, Stack } from "#kit/page/blocks.tsx";
import { Section } from "#kit/page/detail-screen.tsx";
import { hrefOf } from "#kit/screens.ts";
import { supplierDetail } from "@visadesk/contract/supplier/supplier.ts";
import type { SupplierDetail } from "./supplier-words.tsx";

const FULL = 90;

export function SupplierOriginals({ supplier: s }: { supplier: SupplierDetail }) {
  const codes = session.use((c) => c.codes);
  const percent = (s.originals_held / s.originals_limit) * 100;
  const parcels = hrefOf("supplier-logistics-list", {}, codes, { supplier_id: s.id });
  return (
    <Section title="在其处原件">
      <Stack gap={8} className={percent > 100 ? "vd-tone-red" : percent >= FULL ? "vd-tone-orange" : ""}>
        <p>
          <b className="vd-big vd-num">{s.originals_held}</b> <span className="vd-muted">本，上限 {s.originals_limit} 本</span>
        </p>
        <Meter percent={percent} />
        {percent > 100 && <p className="vd-error">已超过上限，再寄须写明原因</p>}
        {parcels && (
          <p>
            <HrefLink href={parcels} className="vd-link">
              查看往来交接单
            </HrefLink>
          </p>
        )}
      </Stack>
    </Section>
  );
}

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
