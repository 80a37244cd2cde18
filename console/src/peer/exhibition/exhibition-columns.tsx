/** Columns of 展会 and of 线索. */
import { percentText } from "@visadesk/contract/kit/format.ts";
import { peerExhibitionFlow } from "@visadesk/contract/peer/exhibition/exhibition.flow.ts";
import { INTERESTS } from "@visadesk/contract/peer/exhibition/exhibition.words.ts";
import { HrefLink } from "#kit/app/href-link.tsx";
import { Money, TimeText } from "#kit/form/format-cells.tsx";
import type { Column } from "#kit/list/list-screen.tsx";
import { TwoLines } from "#kit/page/blocks.tsx";
import { flowTag, Mark } from "#kit/page/flow-tag.tsx";
import { exhibitionHref, leadHref, leadsHref, LeadState, type Exhibition, type Lead } from "./exhibition-words.tsx";

const BLANK = <span className="vd-blank">—</span>;
const PLAIN: readonly Column<Exhibition>[] = [
  {
    name: "name",
    width: 168,
    href: exhibitionHref,
    render: (e) => (
      <TwoLines title={e.name} under={e.venue}>
        <HrefLink href={exhibitionHref(e)}>{e.name}</HrefLink>
      </TwoLines>
    ),
  },
  { name: "city", width: 72, render: (e) => e.city },
  { name: "exhibition_status", width: 92, render: (e) => flowTag(peerExhibitionFlow, e.exhibition_status) },
  {
    name: "start_on",
    title: "日期",
    sort: "start_on",
    width: 108,
    exports: ["start_on", "end_on"],
    render: (e) => (
      <TwoLines num under={e.end_on !== e.start_on && `至 ${e.end_on}`}>
        {e.start_on}
      </TwoLines>
    ),
  },
  { name: "owner_name", width: 72, render: (e) => e.owner_name },
  {
    name: "lead_new",
    title: "线索（新/老）",
    hint: "新客线索和到场的老客分开计",
    width: 92,
    align: "end",
    exports: ["lead_new", "lead_peer"],
    render: (e) => (
      <span className="vd-num">
        <HrefLink href={leadsHref(e, { kind: "new" })}>{e.lead_new}</HrefLink>/
        <HrefLink href={leadsHref(e, { kind: "peer" })}>{e.lead_peer}</HrefLink>
      </span>
    ),
  },
  ...(["target_leads", "applied", "won"] as const).map((name) => ({
    name,
    width: name === "target_leads" ? 80 : 56,
    align: "end" as const,
    render: (e: Exhibition) => <span className="vd-num">{e[name]}</span>,
  })),
  {
    name: "first_orders",
    width: 60,
    align: "end",
    hint: "由本场入驻且已有付款订单的同行",
    render: (e) => <span className="vd-num">{e.first_orders}</span>,
  },
];
const COST: Column<Exhibition> = { name: "cost_total", width: 100, align: "end", render: (e) => <Money cents={e.cost_total} /> };
const MARGIN: Column<Exhibition> = {
  name: "margin_90",
  width: 104,
  align: "end",
  render: (e) => (typeof e.margin_90 === "number" ? <Money cents={e.margin_90} /> : BLANK),
};
const RETURN: Column<Exhibition> = {
  name: "return_rate",
  title: "投入产出",
  hint: "90天毛利除以费用",
  width: 84,
  align: "end",
  render: (e) => (typeof e.return_rate === "number" ? percentText(e.return_rate, 1) : BLANK),
};
/** Margins stand there for those who may see them. */
export const exhibitionColumns = (seesMargin: boolean): readonly Column<Exhibition>[] =>
  seesMargin ? [...PLAIN, MARGIN, COST, RETURN] : [...PLAIN, COST];

export const LEAD_COLUMNS: readonly Column<Lead>[] = [
  {
    name: "company",
    width: 200,
    href: leadHref,
    exports: ["company", "title"],
    render: (l) => (
      <TwoLines title={l.company} under={l.title}>
        {l.company}
      </TwoLines>
    ),
  },
  { name: "name", width: 72, render: (l) => l.name || "—" },
  { name: "mobile", width: 116, render: (l) => <span className="vd-num">{l.mobile}</span> },
  {
    name: "lead_status",
    width: 148,
    exports: ["state_text", "kind"],
    render: (l) => (
      <span className="vd-marks">
        <LeadState lead={l} />
        {l.is_late && <Mark tone="red">超时未联系</Mark>}
      </span>
    ),
  },
  { name: "interest", width: 60, render: (l) => INTERESTS[l.interest] },
  { name: "exhibition_name", width: 144, render: (l) => l.exhibition_name },
  { name: "owner_name", width: 80, render: (l) => l.owner_name },
  { name: "next_follow_on", sort: "next_follow_on", width: 108, render: (l) => l.next_follow_on ?? BLANK },
  { name: "last_follow", width: 168, render: (l) => <TwoLines title={l.last_follow ?? ""}>{l.last_follow ?? "—"}</TwoLines> },
  { name: "application_no", width: 148, render: (l) => l.application_no ?? BLANK },
  { name: "created_at", sort: "created_at", width: 116, render: (l) => <TimeText at={l.created_at} stacked /> },
];
