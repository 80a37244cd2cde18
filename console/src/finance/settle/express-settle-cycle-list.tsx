/** 快递结算周期 of one carrier, by its cards. */
import { Empty } from "antd";
import { useMemo } from "react";
import { useIdParam } from "#kit/filter/use-url.ts";
import { ListEmpty, ListScreen, ListTabs, type ListTab } from "#kit/list/list-screen.tsx";
import { Unread } from "#kit/page/reads.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { expressSettleApi as api } from "@visadesk/contract/finance/express-settle.ts";
import { PartyHead } from "./party-head.tsx";
import { SettleMoves } from "./settle-moves.tsx";
import { withCard } from "./settlement-columns.tsx";

export default function ExpressSettleCycleList() {
  const supplier_id = useIdParam("id");
  const answer = useRecord(api.express_settle_party_get, { supplier_id });
  const tabs = useMemo<readonly ListTab<typeof api.express_settle_cycle_query>[]>(
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
      {answer.data && <PartyHead party={answer.data} label="快递公司" />}
      <ListScreen
        endpoint={api.express_settle_cycle_query}
        title="快递结算周期"
        columns={withCard}
        filters={["card_id", "settlement_status", "cycle_end", "due_on", "is_overdue"]}
        row={(s) => <SettleMoves settlement={s} />}
      >
        <ListTabs tabs={tabs} />
        <ListEmpty>
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有结算单；每月1日为上月运单出账" />
        </ListEmpty>
      </ListScreen>
    </>
  );
}
