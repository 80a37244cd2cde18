/** 调账单: what is posted by hand, those that wait first. */
import { Button, Empty } from "antd";
import { part } from "#kit/app/part.tsx";
import type { Filter } from "#kit/filter/url-query.ts";
import { openedHref, useOpened } from "#kit/filter/use-opened.ts";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { Money, TimeText } from "#kit/form/format-cells.tsx";
import { ListActs, ListEmpty, ListScreen, ListTabs, link, type Column } from "#kit/list/list-screen.tsx";
import { TwoLines } from "#kit/page/blocks.tsx";
import { flowTag, Mark } from "#kit/page/flow-tag.tsx";
import { adjustmentApi } from "@visadesk/contract/finance/adjustment.ts";
import { adjustmentFlow } from "@visadesk/contract/finance/adjustment.flow.ts";
import { ADJUST_ACCOUNTS, ADJUST_DIRECTIONS, ADJUST_KINDS, DIRECTION_WORDS } from "@visadesk/contract/finance/adjustment.words.ts";
import { BalanceButtons } from "../balance/balance-buttons.tsx";
import { BALANCE_TABS } from "../balance/balance-tabs.ts";
import { useBalanceTabCounts } from "../balance/tab-counts.ts";
import type { AdjustDrawerProps } from "./adjust-drawer.tsx";
import type { AdjustFormProps } from "./adjust-form.tsx";
import { AdjustMoves } from "./adjust-moves.tsx";
import type { Adjustment } from "./adjust-words.tsx";

const AdjustDrawer = part<AdjustDrawerProps>(() => import("./adjust-drawer.tsx").then((m) => m.AdjustDrawer));
const AdjustForm = part<AdjustFormProps>(() => import("./adjust-form.tsx").then((m) => m.AdjustForm));
const WAITING: Filter = { adjust_status: ["pending"] };
const Blank = () => <span className="vd-blank">—</span>;
const Clipped = ({ text }: { text: string }) => (
  <span className="vd-ellipsis" title={text}>
    {text}
  </span>
);
const said = (a: Adjustment): string => {
  if (a.direction === null) return "";
  return (DIRECTION_WORDS[a.kind] ?? ADJUST_DIRECTIONS)[a.direction];
};

/** Passed, and its payment has not left. */
const isUnpaid = (a: Adjustment): boolean => a.adjust_status === "approved" && a.booked_id === null;

export const ADJUST_COLUMNS: readonly Column<Adjustment>[] = [
  { ...link<Adjustment>("adjust_no", (a) => openedHref("adjustment", a.id)), width: 164 },
  { name: "kind", width: 96, render: (a) => ADJUST_KINDS[a.kind] },
  { name: "target", width: 208, render: (a) => (a.target === "" ? <Blank /> : <Clipped text={a.target} />) },
  {
    name: "account",
    width: 124,
    exports: ["account", "direction"],
    render: (a) =>
      a.account === null && a.direction === null ? (
        <Blank />
      ) : (
        <TwoLines under={a.account === null ? "" : said(a)}>{a.account === null ? said(a) : ADJUST_ACCOUNTS[a.account]}</TwoLines>
      ),
  },
  { name: "amount", width: 112, align: "end", render: (a) => <Money cents={a.amount} /> },
  { name: "booked_on", width: 104, render: (a) => <span className="vd-num">{a.booked_on}</span> },
  {
    name: "adjust_status",
    width: 92,
    exports: ["adjust_status", "payee_name", "payee_account", "payee_bank", "payout_no"],
    render: (a) => (isUnpaid(a) ? <Mark tone="orange">待付款</Mark> : flowTag(adjustmentFlow, a.adjust_status)),
  },
  { name: "reason", width: 180, render: (a) => <Clipped text={a.reason} /> },
  { name: "created_by_name", width: 88, render: (a) => a.created_by_name ?? "—" },
  { name: "created_at", sort: "created_at", width: 116, render: (a) => <TimeText at={a.created_at} stacked /> },
  {
    name: "decided_by_name",
    width: 140,
    exports: ["decided_by_name", "decided_note"],
    render: (a) => (a.decided_by_name === null ? <Blank /> : <TwoLines under={a.decided_note}>{a.decided_by_name}</TwoLines>),
  },
  { name: "decided_at", width: 116, render: (a) => <TimeText at={a.decided_at} stacked /> },
  { name: "booked_no", width: 164, render: (a) => (a.booked_no === null ? <Blank /> : <span className="vd-num">{a.booked_no}</span>) },
];

export function AdjustList() {
  const [opened, look] = useOpened("adjustment");
  const [dialog, open] = useDialog();
  return (
    <>
      <ListScreen
        endpoint={adjustmentApi.adjustment_query}
        title="余额明细"
        keyword={{ name: "adjust_no", placeholder: "调账单号" }}
        filters={["adjust_status", "kind", "peer_id", "booked_on"]}
        more={["created_by", "created_at", "queue"]}
        defaultFilter={WAITING}
        columns={ADJUST_COLUMNS}
        row={(a) => <AdjustMoves adjustment={a} onLook={() => look(a.id)} />}
      >
        <ListTabs tabs={BALANCE_TABS} useCounts={useBalanceTabCounts} />
        <ListActs>
          <BalanceButtons />
          <Button type="primary" onClick={() => open((close) => <AdjustForm onClose={close} />)}>
            提交调账单
          </Button>
        </ListActs>
        <ListEmpty>
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有待审批的调账单；从凭证或余额明细的行上申请，或在这里提交" />
        </ListEmpty>
      </ListScreen>
      {opened !== null && <AdjustDrawer id={opened} onClose={() => look(null)} />}
      {dialog}
    </>
  );
}
