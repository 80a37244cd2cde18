/** 拒签无忧订单: everybody under a protection; those refused are judged in the drawer, by another than who handed the proof in. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Button, Empty } from "antd";
import { refuseClaimApi as api } from "@visadesk/contract/order/claim/refuse-claim.ts";
import { askFilter } from "#kit/act/ask.ts";
import { part } from "#kit/app/part.tsx";
import { useOpened } from "#kit/filter/use-opened.ts";
import { Money } from "#kit/form/format-cells.tsx";
import { ListEmpty, ListFigures, ListScreen, ListTabs } from "#kit/list/list-screen.tsx";
import { CLAIM_COLUMNS } from "./refuse-claim-columns.tsx";
import type { RefuseClaimDrawerProps } from "./refuse-claim-drawer.tsx";
import { CLAIM_TABS, useClaimCounts } from "./refuse-claim-tabs.ts";

const RefuseClaimDrawer = part<RefuseClaimDrawerProps>(() => import("./refuse-claim-drawer.tsx").then((m) => m.RefuseClaimDrawer));

function Figures({ filter }: { filter: Readonly<Record<string, unknown>> }) {
  const { data } = useQuery({
    queryKey: [api.refuse_claim_figures.name, filter],
    queryFn: ({ signal }) => askFilter(api.refuse_claim_figures, filter, { signal, noToast: true }),
    placeholderData: keepPreviousData,
  });
  if (!data) return null;
  return (
    <span>
      {data.count} 人，保费收入 <Money cents={data.premium} />
      ，赔付额 <Money cents={data.paid} />
      ，赔付率 {data.rate === null ? "—" : `${(data.rate / 100).toFixed(1)}%`}
    </span>
  );
}

export default function RefuseClaimList() {
  const [opened, look] = useOpened("claim");
  return (
    <>
      <ListScreen
        endpoint={api.refuse_claim_query}
        title="拒签无忧订单"
        keyword={{ name: "keyword", placeholder: "订单号、姓名" }}
        columns={CLAIM_COLUMNS}
        filters={["country_id", "peer_id", "liability", "is_late"]}
        more={["refusal_category", "expert_id", "result_at", "queue"]}
        row={(c) => (
          <Button type="link" size="small" onClick={() => look(c.id)}>
            {c.applicant_status === "refused_review" && !c.is_mine ? "审核" : "查看"}
          </Button>
        )}
      >
        <ListTabs tabs={CLAIM_TABS} useCounts={useClaimCounts} />
        <ListFigures>{(filter) => <Figures filter={filter} />}</ListFigures>
        <ListEmpty>
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有购买拒签无忧的申请人" />
        </ListEmpty>
      </ListScreen>
      {opened !== null && <RefuseClaimDrawer key={opened} id={opened} onClose={() => look(null)} />}
    </>
  );
}
