/** What the books say of one party, above its settlements. */
import { Money } from "#kit/form/format-cells.tsx";
import { SETTLE_CYCLES } from "@visadesk/contract/supplier/supplier.words.ts";
import "#kit/page/detail.css";
import { payeeText, type CarrierParty, type PartyDetail } from "./settle-words.tsx";

export const PartyHead = ({ party: p, label }: { party: PartyDetail | CarrierParty; label: string }) => (
  <header className="vd-box vd-after-12">
    <dl className="vd-detail-figures">
      {[
        { label, value: p.name },
        { label: "周期/账期", value: `${SETTLE_CYCLES[p.settle_cycle]}/${p.credit_days}天` },
        { label: "应付余额", value: <Money cents={p.payable} /> },
        { label: "未出账", value: <Money cents={p.unbilled} /> },
        { label: "逾期", value: <Money cents={p.overdue} /> },
        { label: "预付余额", value: <Money cents={p.prepaid} /> },
        ...("payee" in p ? [{ label: "收款账户", value: payeeText(p) }] : []),
      ].map((f) => (
        <div key={f.label}>
          <dt>{f.label}</dt>
          <dd>{f.value}</dd>
        </div>
      ))}
    </dl>
  </header>
);
