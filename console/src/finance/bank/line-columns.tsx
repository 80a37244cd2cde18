/** Columns of 账户流水. */
import { Money, TimeText } from "#kit/form/format-cells.tsx";
import type { Column } from "#kit/list/list-screen.tsx";
import { TwoLines } from "#kit/page/blocks.tsx";
import { flowTag } from "#kit/page/flow-tag.tsx";
import { statementLineFlow } from "@visadesk/contract/finance/bank/statement-line.flow.ts";
import type { statementLineApi } from "@visadesk/contract/finance/bank/statement-line.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { money } from "@visadesk/contract/kit/format.ts";

export type Line = Output<typeof statementLineApi.statement_line_get>;
const Blank = () => <span className="vd-blank">—</span>;
/** What it belongs to, in one line. */
export const matchText = (l: Line): string => l.journal_no ?? l.matches.map((m) => `${m.no} ${m.title}`.trim()).join("，");

export const LINE_COLUMNS: readonly Column<Line>[] = [
  { name: "at", sort: "at", width: 116, render: (l) => <TimeText at={l.at} stacked /> },
  { name: "account_name", width: 112, render: (l) => l.account_name },
  {
    name: "amount",
    sort: "amount",
    title: "收/支金额",
    width: 128,
    align: "end",
    exports: ["direction", "amount"],
    render: (l) => (
      <span className="vd-num">
        {l.direction === "in" ? "+" : "-"}
        {money(l.amount)}
      </span>
    ),
  },
  {
    name: "line_status",
    width: 148,
    exports: ["line_status", "claimed"],
    render: (l) => (
      <TwoLines under={l.claimed > 0 && <span className="vd-num">已认领/退回 {money(l.claimed)}</span>}>
        {flowTag(statementLineFlow, l.line_status)}
      </TwoLines>
    ),
  },
  {
    name: "balance_after",
    width: 120,
    align: "end",
    render: (l) => (l.balance_after === null ? <Blank /> : <Money cents={l.balance_after} />),
  },
  {
    name: "counterparty_name",
    width: 200,
    exports: ["counterparty_name", "counterparty_account"],
    render: (l) => <TwoLines under={<span className="vd-num">{l.counterparty_account}</span>}>{l.counterparty_name || <Blank />}</TwoLines>,
  },
  {
    name: "summary",
    title: "摘要/流水号",
    width: 176,
    exports: ["summary", "ref"],
    render: (l) => <TwoLines under={<span className="vd-num">{l.ref}</span>}>{l.summary || <Blank />}</TwoLines>,
  },
  {
    name: "matched",
    width: 176,
    render: (l) => <TwoLines under={matchText(l)}>{l.matched === 0 ? <Blank /> : <Money cents={l.matched} />}</TwoLines>,
  },
  {
    name: "handled_by_name",
    width: 112,
    exports: ["handled_by_name", "handled_at", "note"],
    render: (l) => (l.handled_at === null ? <Blank /> : <TwoLines under={l.note}>{l.handled_by_name ?? "系统"}</TwoLines>),
  },
];
