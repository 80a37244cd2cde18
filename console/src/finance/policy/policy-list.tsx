/** 保险业务: policies of what customers paid for, from the list for the insurer to the end of the cover. */
import { useQueryClient } from "@tanstack/react-query";
import { Button, Empty } from "antd";
import { policyApi as api } from "@visadesk/contract/finance/insurance/policy.ts";
import { part } from "#kit/app/part.tsx";
import { useOpened } from "#kit/filter/use-opened.ts";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { ListActs, ListBulk, ListEmpty, ListFigures, ListScreen, ListTabs } from "#kit/list/list-screen.tsx";
import { policyBulk } from "./policy-bulk.tsx";
import { POLICY_COLUMNS } from "./policy-columns.tsx";
import type { PolicyDrawerProps } from "./policy-drawer.tsx";
import { PolicyHead } from "./policy-head.tsx";
import { PolicyMoves } from "./policy-moves.tsx";
import { POLICY_TABS, usePolicyCounts } from "./policy-tabs.ts";

const PolicyDrawer = part<PolicyDrawerProps>(() => import("./policy-drawer.tsx").then((m) => m.PolicyDrawer));
const PolicyImport = part<{ onClose: () => void }>(() => import("./policy-import.tsx").then((m) => m.PolicyImport));

export default function PolicyList() {
  const client = useQueryClient();
  const [dialog, open] = useDialog();
  const [looked, look] = useOpened("policy");
  return (
    <>
      <ListScreen
        endpoint={api.policy_query}
        title="保险业务"
        filters={["policy_no", "insured", "order_no", "insurer_id", "start_on"]}
        more={["product_name", "country_id", "kind", "policy_status", "queue"]}
        columns={POLICY_COLUMNS}
        row={(p) => <PolicyMoves policy={p} onLook={() => look(p.id)} />}
      >
        <ListTabs tabs={POLICY_TABS} useCounts={usePolicyCounts} />
        <ListFigures>{(filter) => <PolicyHead filter={filter} />}</ListFigures>
        <ListActs>
          <Button onClick={() => open((close) => <PolicyImport onClose={close} />)}>批量登记保单</Button>
        </ListActs>
        <ListBulk acts={policyBulk(client)} />
        <ListEmpty>
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有保单；订单或补差价支付保险后自动建立" />
        </ListEmpty>
      </ListScreen>
      {dialog}
      {looked !== null && <PolicyDrawer id={looked} onClose={() => look(null)} />}
    </>
  );
}
