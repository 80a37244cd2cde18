/** Columns of 展会 and of 线索. */
import { percentText } from "@visadesk/contract/kit/format.ts";
import { exhibitionLeadFlow, peerExhibitionFlow } from "@visadesk/contract/peer/exhibition/exhibition.flow.ts";
import { INTERESTS } from "@visadesk/contract/peer/exhibition/exhibition.words.ts";
import { Money, TimeText } from "#kit/form/format-cells.tsx";
import { link, type Column } from "#kit/list/list-screen.tsx";
import { TwoLines } from "#kit/page/blocks.tsx";
import { flowTag, Mark } from "#kit/page/flow-tag.tsx";
import { daysText, exhibitionHref, leadHref, type Exhibition, type Lead } from "./exhibition-words.tsx";

const BLANK = <span className="vd-blank">—</span>;
const PLAIN: readonly Column<Exhibition>[] = [
  { ...link<Exhibition>("name", exhibitionHref), width: 168 },
  { name: "exhibition_status", width: 92, render: (e) => flowTag(peerExhibitionFlow, e.exhibition_status) },
  { name: "city", width: 72, render: (e) => e.city },
  {
    name: "start_on",
    title: "日期",
    sort: "start_on",
    width: 164,
    exports: ["start_on", "end_on"],
    render: (e) => <span className="vd-num">{daysText(e)}</span>,
  },
  { name: "owner_name", width: 80, render: (e) => e.owner_name },
  {
    name: "lead_new",
    title: "线索（新/老）",
    hint: "新客线索和到场的老客分开计",
    width: 104,
    align: "end",
    exports: ["lead_new", "lead_peer"],
    render: (e) => (
      <span className="vd-num">
        {e.lead_new}/{e.lead_peer}
      </span>
    ),
  },
  "target_leads",
  "applied",
  "won",
  {
    name: "first_orders",
    width: 68,
    align: "end",
    hint: "由本场入驻且已有付款订单的同行",
    render: (e) => <span className="vd-num">{e.first_orders}</span>,
  },
  { name: "cost_total", width: 112, align: "end", render: (e) => <Money cents={e.cost_total} /> },
];
/** Margins stand there for those who may see them. */
export const exhibitionColumns = (seesMargin: boolean): readonly Column<Exhibition>[] =>
  seesMargin
    ? [
        ...PLAIN,
        {
          name: "margin_90",
          width: 112,
          align: "end",
          render: (e) => (typeof e.margin_90 === "number" ? <Money cents={e.margin_90} /> : BLANK),
        },
        {
          name: "return_rate",
          title: "投入产出",
          hint: "90天毛利除以费用",
          width: 88,
          align: "end",
          render: (e) => (typeof e.return_rate === "number" ? percentText(e.return_rate, 1) : BLANK),
        },
      ]
    : PLAIN;

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
  { name: "name", width: 80, render: (l) => l.name || "—" },
  { name: "mobile", width: 116, render: (l) => <span className="vd-num">{l.mobile}</span> },
  {
    name: "lead_status",
    width: 148,
    exports: ["lead_status", "kind"],
    render: (l) => (
      <span className="vd-marks">
        {flowTag(exhibitionLeadFlow, l.lead_status)}
        {l.kind === "peer" && <Mark>老客</Mark>}
        {l.is_late && <Mark tone="red">超时未联系</Mark>}
      </span>
    ),
  },
  { name: "interest", width: 60, render: (l) => INTERESTS[l.interest] },
  { name: "exhibition_name", width: 152, render: (l) => l.exhibition_name },
  { name: "owner_name", width: 80, render: (l) => l.owner_name },
  { name: "next_follow_on", sort: "next_follow_on", width: 108, render: (l) => l.next_follow_on ?? BLANK },
  { name: "last_follow", width: 184, render: (l) => <TwoLines title={l.last_follow ?? ""}>{l.last_follow ?? "—"}</TwoLines> },
  { name: "application_no", width: 148, render: (l) => l.application_no ?? BLANK },
  { name: "created_at", sort: "created_at", width: 116, render: (l) => <TimeText at={l.created_at} stacked /> },
];
