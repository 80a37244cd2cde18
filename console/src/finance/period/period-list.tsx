/** 期间结账: months of the books, the newest first. */
import { Empty } from "antd";
import { Moves } from "#kit/act/moves.tsx";
import { part } from "#kit/app/part.tsx";
import { useOpened } from "#kit/filter/use-opened.ts";
import { TimeText } from "#kit/form/format-cells.tsx";
import { ListActs, ListEmpty, ListScreen, ListTabs, type Column } from "#kit/list/list-screen.tsx";
import { TwoLines } from "#kit/page/blocks.tsx";
import { flowTag } from "#kit/page/flow-tag.tsx";
import { periodApi } from "@visadesk/contract/finance/period.ts";
import { periodFlow } from "@visadesk/contract/finance/period.flow.ts";
import { BalanceButtons } from "../balance/balance-buttons.tsx";
import { BALANCE_TABS } from "../balance/balance-tabs.ts";
import { useBalanceTabCounts } from "../balance/tab-counts.ts";
import type { PeriodCloseProps } from "./period-close.tsx";
import type { PeriodDrawerProps } from "./period-drawer.tsx";
import type { Period } from "./period-words.tsx";

const PeriodDrawer = part<PeriodDrawerProps>(() => import("./period-drawer.tsx").then((m) => m.PeriodDrawer));
const PeriodClose = part<PeriodCloseProps>(() => import("./period-close.tsx").then((m) => m.PeriodClose));

const Who = ({ name, at }: { name: string | null; at: string | null }) =>
  name === null ? <span className="vd-blank">—</span> : <TwoLines under={<TimeText at={at} />}>{name}</TwoLines>;
export const PERIOD_COLUMNS: readonly Column<Period>[] = [
  { name: "month", sort: "month", width: 120, render: (p) => <b className="vd-num">{p.month}</b> },
  { name: "period_status", width: 104, render: (p) => flowTag(periodFlow, p.period_status) },
  { name: "held_by_name", width: 180, exports: ["held_by_name", "held_at"], render: (p) => <Who name={p.held_by_name} at={p.held_at} /> },
  {
    name: "closed_by_name",
    width: 180,
    exports: ["closed_by_name", "closed_at"],
    render: (p) => <Who name={p.closed_by_name} at={p.closed_at} />,
  },
  {
    name: "left_over",
    width: 120,
    hint: "结账时说明后留下的事项",
    render: (p) => (p.left_over === null ? <span className="vd-blank">—</span> : p.left_over === 0 ? "无" : `${p.left_over} 项`),
  },
];
/** Today's month is never stopped; who held one does not close it. */
const judged = (p: Period) => [
  { move: "hold", ok: p.is_over, missing: p.is_over ? null : "本月未结束，不能暂停" },
  { move: "close", ok: !p.is_mine, missing: p.is_mine ? "由他人结账：您暂停了该期间" : null },
];

export function PeriodList() {
  const [opened, look] = useOpened("month_id");
  return (
    <>
      <ListScreen
        endpoint={periodApi.period_query}
        title="余额明细"
        columns={PERIOD_COLUMNS}
        filters={["period_status", "month"]}
        more={["before"]}
        row={(p) => (
          <Moves
            flow={periodFlow}
            row={{ id: p.id, version: p.version, moves: judged(p) }}
            state={p.period_status}
            endpoints={periodApi}
            variant="row"
            lead={{ label: p.period_status === "closed" ? "查看" : "结账预演", onClick: () => look(p.id) }}
            asks={{
              hold: () => ({ title: `暂停 ${p.month}？`, content: "暂停后只有结账人能在该月记账，其他人记账会被拒绝；可随时恢复。" }),
            }}
            dialogs={{ close: (close, done) => <PeriodClose period={p} onDone={done} onClose={close} /> }}
          />
        )}
      >
        <ListTabs tabs={BALANCE_TABS} useCounts={useBalanceTabCounts} />
        <ListActs>
          <BalanceButtons />
        </ListActs>
        <ListEmpty>
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有会计期间；第一笔记账时生成，以后每月提前建好" />
        </ListEmpty>
      </ListScreen>
      {opened !== null && <PeriodDrawer id={opened} onClose={() => look(null)} />}
    </>
  );
}
