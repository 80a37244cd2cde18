/** 结算周期 of one supplier, under what the books say is owed to it. */
import { Empty } from "antd";
import { useMemo } from "react";
import { useIdParam } from "#kit/filter/use-url.ts";
import { ListEmpty, ListScreen, ListTabs, type ListTab } from "#kit/list/list-screen.tsx";
import { Unread } from "#kit/page/reads.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { supplierSettleApi as api } from "@visadesk/contract/finance/supplier-settle.ts";
import { PartyHead } from "./party-head.tsx";
import { SettleMoves } from "./settle-moves.tsx";
import { settlementColumns } from "./settlement-columns.tsx";

export default function SupplierSettleCycleList() {
  const supplier_id = useIdParam("id");
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
      {answer.data && <PartyHead party={answer.data} label="供应商" />}
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
