/** Columns of settlements, wherever they are listed: in which state, until when and how much first, what it is made of behind. */
import { Money } from "#kit/form/format-cells.tsx";
import { link, type Column } from "#kit/list/list-screen.tsx";
import { flowTag } from "#kit/page/flow-tag.tsx";
import { tradeOf } from "./settle-trades.ts";
import { cycleText, Late, settleHref, type Settlement } from "./settle-words.tsx";

const amount = (name: "ours" | "adjust" | "final" | "paid", width = 112): Column<Settlement> => ({
  name,
  width,
  align: "end",
  render: (s) => <Money cents={s[name]} />,
});
const theirs = (name: "theirs" | "difference"): Column<Settlement> => ({
  name,
  width: 108,
  align: "end",
  render: (s) => (s[name] === null ? <span className="vd-muted">—</span> : <Money cents={s[name]} />),
});
const NO: Column<Settlement> = link("settle_no", (s: Settlement) => settleHref(s));
const REST: readonly Column<Settlement>[] = [
  {
    name: "cycle_end",
    sort: "cycle_end",
    exports: ["cycle_start", "cycle_end"],
    title: "周期",
    width: 168,
    render: (s) => <span className="vd-num">{cycleText(s)}</span>,
  },
  { name: "settlement_status", width: 104, render: (s) => flowTag(tradeOf(s).flow, s.settlement_status) },
  {
    name: "due_on",
    sort: "due_on",
    width: 140,
    render: (s) => (
      <span className="vd-num">
        {s.due_on} <Late settlement={s} />
      </span>
    ),
  },
  amount("final"),
  amount("paid"),
  theirs("difference"),
  amount("ours"),
  theirs("theirs"),
  amount("adjust", 96),
  { name: "line_count", width: 68, align: "end", render: (s) => <span className="vd-num">{s.line_count}</span> },
];
export const settlementColumns: readonly Column<Settlement>[] = [NO, ...REST];
export const withParty: readonly Column<Settlement>[] = [NO, { name: "party_name", width: 132, render: (s) => s.party_name }, ...REST];
export const withCard: readonly Column<Settlement>[] = [NO, { name: "card_name", width: 132, render: (s) => s.card_name ?? "—" }, ...REST];
export const withCarrier: readonly Column<Settlement>[] = [
  NO,
  { name: "party_name", title: "快递公司", width: 120, render: (s) => s.party_name },
  { name: "card_name", width: 120, render: (s) => s.card_name ?? "—" },
  ...REST,
];
