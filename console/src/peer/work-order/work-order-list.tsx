/** 工单配置: what peers want of us and until when; behind the second tab, what is asked for each kind of matter. */
import { useQueryClient } from "@tanstack/react-query";
import { Button } from "antd";
import { WORK_ORDER_VIEWS } from "@visadesk/contract/peer/work-order/work-order.words.ts";
import { workOrderApi } from "@visadesk/contract/peer/work-order/work-order.ts";
import { part } from "#kit/app/part.tsx";
import { useSearchText } from "#kit/filter/use-url.ts";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { ListActs, ListBulk, ListFigures, ListScope, ListScreen, ListTabs } from "#kit/list/list-screen.tsx";
import type { WorkOrderAddProps } from "#shared/work-order/work-order-add.tsx";
import { bulkOf } from "./work-order-bulk.tsx";
import { workOrderColumns } from "./work-order-columns.tsx";
import type { WorkOrderDrawerProps } from "./work-order-drawer.tsx";
import { WorkOrderMoves } from "./work-order-moves.tsx";
import { useWorkOrderPlace } from "./work-order-place.ts";
import { CONFIGS, OPEN, OPENS_AT, TABS, useTabCounts, WorkOrderFigures } from "./work-order-tabs.tsx";

const WorkOrderConfigList = part<object>(() => import("./work-order-config-list.tsx").then((m) => m.WorkOrderConfigList));
const WorkOrderAdd = part<WorkOrderAddProps>(() => import("#shared/work-order/work-order-add.tsx").then((m) => m.WorkOrderAdd));
const WorkOrderDrawer = part<WorkOrderDrawerProps>(() => import("./work-order-drawer.tsx").then((m) => m.WorkOrderDrawer));

const VIEWS = Object.entries(WORK_ORDER_VIEWS).map(([value, label]) => ({ value, label }));

function WorkOrders() {
  const [dialog, open] = useDialog();
  const place = useWorkOrderPlace();
  const client = useQueryClient();
  return (
    <>
      <ListScreen
        endpoint={workOrderApi.work_order_query}
        title="工单"
        columns={workOrderColumns}
        keyword={{ name: "keyword", placeholder: "工单号、标题、同行、订单号" }}
        filters={["work_order_status", "category", "peer_id", "overdue"]}
        more={["config_code", "level_id", "handler_id", "score", "is_unlinked", "created_at"]}
        defaultFilter={OPEN}
        row={(w) => <WorkOrderMoves w={w} look={place.look} />}
      >
        <ListFigures>{(filter) => <WorkOrderFigures filter={filter} />}</ListFigures>
        <ListTabs tabs={TABS} useCounts={useTabCounts} />
        <ListScope name="view" options={VIEWS} opensAt={OPENS_AT} />
        <ListActs>
          <Button type="primary" onClick={() => open((close) => <WorkOrderAdd onMade={place.look} onClose={close} />)}>
            代提工单
          </Button>
        </ListActs>
        <ListBulk acts={bulkOf(client, open)} />
      </ListScreen>
      {place.no !== null && <WorkOrderDrawer key={place.no} no={place.no} onClose={place.close} />}
      {dialog}
    </>
  );
}

export default function WorkOrderList() {
  const [search] = useSearchText();
  return new URLSearchParams(search).get("tab") === CONFIGS ? <WorkOrderConfigList /> : <WorkOrders />;
}
