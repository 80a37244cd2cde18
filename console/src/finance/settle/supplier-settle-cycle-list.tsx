/** 结算周期 of one supplier, under what the books say is owed to it. */
import { Empty } from "antd";
import { useMemo } from "react";
import { useParam } from "#kit/filter/use-url.ts";
import { Money } from "#kit/form/format-cells.tsx";
import { ListEmpty, ListScreen, ListTabs, type ListTab } from "#kit/list/list-screen.tsx";
import { Unread } from "#kit/page/reads.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { supplierSettleApi as api } from "@visadesk/contract/finance/supplier-settle.ts";
import { SETTLE_CYCLES } from "@visadesk/contract/supplier/supplier.words.ts";
import "#kit/page/detail.css";
import { SettleMoves } from "./settle-moves.tsx";
import { settlementColumns } from "./settlement-columns.tsx";
import type { Party } from "./settle-words.tsx";

const Head = ({ party: p }: { party: Party }) => (
  <header className="vd-box vd-after-12">
    <dl className="vd-detail-figures">
      {[
        { label: "供应商", value: p.name },
        { label: "周期/账期", value: `${SETTLE_CYCLES[p.settle_cycle]}/${p.credit_days}天` },
        { label: "应付余额", value: <Money cents={p.payable} /> },
        { label: "未出账", value: <Money cents={p.unbilled} /> },
        { label: "逾期", value: <Money cents={p.overdue} /> },
        { label: "预付余额", value: <Money cents={p.prepaid} /> },
      ].map((f) => (
        <div key={f.label}>
          <dt>{f.label}</dt>
          <dd>{f.value}</dd>
        </div>
      ))}
    </dl>
  </header>
);

export default function SupplierSettleCycleList() {
  const supplier_id = Number(useParam("id"));
  const answer = useRecord(api.supplier_settle_party_get, { supplier_id });
  const tabs = useMemo<readonly ListTab<typeof api.supplier_settle_cycle_query>[]>(
    () => [
      { key: "all", label: "全部", filter: { supplier_id } },
      {
        key: "open",
        label: "未结清",
        filter: { supplier_id, settlement_status: ["draft", "sent", "disputed", "confirmed", "approved", "part_paid"] },
      },
    ],
    [supplier_id],
  );
  if (answer.error && !answer.data) return <Unread answer={answer} />;
  return (
    <>
      {answer.data && <Head party={answer.data} />}
      <ListScreen
        endpoint={api.supplier_settle_cycle_query}
        title="结算周期"
        columns={settlementColumns}
        filters={["settlement_status", "cycle_end", "due_on", "is_overdue"]}
        row={(s) => <SettleMoves settlement={s} />}
      >
        <ListTabs tabs={tabs} />
        <ListEmpty>
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有结算单；周期结束后自动出账" />
        </ListEmpty>
      </ListScreen>
    </>
  );
}
