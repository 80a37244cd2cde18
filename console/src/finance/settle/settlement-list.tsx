/** Every settlement of suppliers and insurers, what waits for somebody among them. */
import { Empty } from "antd";
import { ListEmpty, ListScreen, ListTabs } from "#kit/list/list-screen.tsx";
import { supplierSettleApi } from "@visadesk/contract/finance/supplier-settle.ts";
import { PARTY_TABS } from "./settle-tabs.ts";
import { SettleMoves } from "./settle-moves.tsx";
import { withParty } from "./settlement-columns.tsx";

export function SettlementList() {
  return (
    <ListScreen
      endpoint={supplierSettleApi.supplier_settle_cycle_query}
      title="供应商结算"
      columns={withParty}
      keyword={{ name: "keyword", placeholder: "单号、供应商" }}
      filters={["settlement_status", "cycle_end", "due_on", "is_overdue"]}
      more={["supplier_id", "queue"]}
      row={(s) => <SettleMoves settlement={s} />}
    >
      <ListTabs tabs={PARTY_TABS} />
      <ListEmpty>
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有结算单；周期结束后自动出账" />
      </ListEmpty>
    </ListScreen>
  );
}
