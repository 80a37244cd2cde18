/** 凭证: every journal in sight, the newest first. */
import { Empty } from "antd";
import { Copyable, Money, TimeText } from "#kit/form/format-cells.tsx";
import { ListActs, ListEmpty, ListScreen, ListTabs, type Column } from "#kit/list/list-screen.tsx";
import { TwoLines } from "#kit/page/blocks.tsx";
import { Mark } from "#kit/page/flow-tag.tsx";
import { isReversible } from "@visadesk/contract/finance/adjustment.words.ts";
import { journalApi } from "@visadesk/contract/finance/books/journal.ts";
import { JOURNAL_KINDS } from "@visadesk/contract/finance/ledger.words.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { ReverseButton } from "../adjustment/adjust-acts.tsx";
import { TraceButton } from "../trace/trace-button.tsx";
import { BalanceButtons } from "./balance-buttons.tsx";
import { BALANCE_TABS } from "./balance-tabs.ts";
import { JournalButton } from "./journal-button.tsx";
import { useBalanceTabCounts } from "./tab-counts.ts";

type Journal = Output<typeof journalApi.journal_query>["list"][number];
const Clipped = ({ text }: { text: string }) => (
  <span className="vd-ellipsis" title={text}>
    {text}
  </span>
);
export const JOURNAL_COLUMNS: readonly Column<Journal>[] = [
  { name: "no", width: 168, render: (j) => <Copyable text={j.no} /> },
  { name: "kind", width: 132, render: (j) => JOURNAL_KINDS[j.kind] },
  { name: "booked_on", width: 104, render: (j) => <span className="vd-num">{j.booked_on}</span> },
  { name: "event_at", width: 116, render: (j) => <TimeText at={j.event_at} stacked /> },
  { name: "amount", width: 116, align: "end", render: (j) => <Money cents={j.amount} /> },
  { name: "accounts_text", width: 208, render: (j) => <Clipped text={j.accounts_text} /> },
  { name: "source_text", width: 200, render: (j) => <Clipped text={j.source_text} /> },
  {
    key: "reversal_of_no",
    title: "冲正",
    width: 168,
    exports: ["reversal_of_no", "reversed_by_no"],
    render: (j) =>
      j.reversal_of_no !== null ? (
        <TwoLines under={j.reversal_of_no}>冲正</TwoLines>
      ) : j.reversed_by_no !== null ? (
        <TwoLines under={j.reversed_by_no}>
          <Mark>已冲正</Mark>
        </TwoLines>
      ) : (
        <span className="vd-blank">—</span>
      ),
  },
  { name: "created_by_name", width: 84, render: (j) => j.created_by_name ?? "系统" },
  { name: "reason", width: 140, render: (j) => (j.reason ? <Clipped text={j.reason} /> : <span className="vd-blank">—</span>) },
];

export const JournalList = () => (
  <ListScreen
    endpoint={journalApi.journal_query}
    title="余额明细"
    keyword={{ name: "keyword", placeholder: "凭证号、来源单号" }}
    columns={JOURNAL_COLUMNS}
    filters={["kind", "account", "booked_on"]}
    more={["is_reversal", "created_by"]}
    row={(j) => (
      <span className="vd-moves is-row">
        <JournalButton id={j.id} label="查看" />
        {isReversible(j) && j.reversed_by === null && <ReverseButton journal={j} />}
        <TraceButton no={j.no} />
      </span>
    )}
  >
    <ListTabs tabs={BALANCE_TABS} useCounts={useBalanceTabCounts} />
    <ListActs>
      <BalanceButtons />
    </ListActs>
    <ListEmpty>
      <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有凭证；每笔资金入账时生成" />
    </ListEmpty>
  </ListScreen>
);
