/** Columns of 产品匹配. */
import type { Column } from "#kit/list/list-screen.tsx";
import { HrefLink } from "#kit/app/href-link.tsx";
import { TwoLines } from "#kit/page/blocks.tsx";
import { time } from "@visadesk/contract/kit/format.ts";
import { Cost, Margin, MatchState, recordsHref, SkuCell, SupplierCell } from "./match-cells.tsx";
import { costText, isGap, leadText, periodText, quotaText, rateText, type Match } from "./match-model.ts";

const NONE = <span className="vd-blank">—</span>;
/** Figures that rest on fewer results are grey. */
const FEW = 20;

const WHO: readonly Column<Match>[] = [
  {
    key: "sku",
    title: "SKU",
    sort: "sku_no",
    width: 216,
    exports: ["sku_no", "sku_name"],
    render: (m) => <SkuCell match={m} />,
  },
  { name: "district_name", width: 96, render: (m) => m.district_name || "不限" },
  { name: "supplier_name", width: 124, exports: ["supplier_text"], render: (m) => <SupplierCell match={m} /> },
  { name: "match_state", width: 116, exports: ["state_text"], render: (m) => <MatchState match={m} /> },
  {
    name: "priority",
    width: 76,
    align: "end",
    render: (m) => (m.priority === null ? NONE : <span className="vd-num">{m.priority}</span>),
  },
];
const COSTS: readonly Column<Match>[] = [
  {
    name: "adult",
    width: 104,
    align: "end",
    exports: ["adult", "currency"],
    render: (m) => <Cost minor={m.adult} currency={m.currency} />,
  },
  { name: "child", width: 96, align: "end", render: (m) => <Cost minor={m.child} currency={m.currency} /> },
  {
    name: "urgent_text",
    width: 104,
    render: (m) =>
      m.urgent_text ? (
        <span className="vd-ellipsis vd-num" title={m.urgent_text}>
          {m.urgent_text}
        </span>
      ) : (
        NONE
      ),
  },
  {
    name: "embassy_included",
    width: 96,
    exports: ["embassy_included", "embassy_fee"],
    render: (m) =>
      m.embassy_included === null ? (
        NONE
      ) : (
        <TwoLines under={m.embassy_included && m.embassy_fee ? costText(m.embassy_fee, m.currency) : ""}>
          {m.embassy_included ? "含" : "不含"}
        </TwoLines>
      ),
  },
  {
    key: "next_adult",
    title: "待生效价",
    width: 132,
    align: "end",
    exports: ["next_adult", "next_at"],
    render: (m) =>
      m.next_at === null ? (
        NONE
      ) : (
        <TwoLines end num under={<TimeAt at={m.next_at} />}>
          <Cost minor={m.next_adult} currency={m.currency} />
        </TwoLines>
      ),
  },
];
const TimeAt = ({ at }: { at: string }) => <>{time(at).slice(0, 16)} 起</>;
const MARGIN: Column<Match> = {
  name: "margin",
  hint: "成人门市价减去结算价和未含的费用，每人",
  width: 104,
  align: "end",
  render: (m) => <Margin cents={m.margin} />,
};
const TERMS: readonly Column<Match>[] = [
  {
    key: "supplier_code",
    width: 144,
    exports: ["supplier_code", "supplier_title"],
    render: (m) =>
      m.supplier_code || m.supplier_title ? (
        <TwoLines title={m.supplier_title} under={m.supplier_title}>
          <span className="vd-num">{m.supplier_code || "—"}</span>
        </TwoLines>
      ) : (
        NONE
      ),
  },
  { key: "lead", title: "时效", width: 104, exports: ["lead_min", "lead_max"], render: (m) => (isGap(m) ? NONE : leadText(m)) },
  {
    name: "daily_quota",
    hint: "下方为今天和明天已占用的名额",
    exports: ["daily_quota", "used_today", "used_next"],
    width: 112,
    align: "end",
    render: (m) =>
      isGap(m) ? (
        NONE
      ) : (
        <TwoLines end num under={`今 ${m.used_today} · 明 ${m.used_next}`}>
          {quotaText(m)}
        </TwoLines>
      ),
  },
  {
    key: "valid_to",
    title: "有效期",
    width: 124,
    sort: "valid_to",
    exports: ["valid_from", "valid_to"],
    render: (m) =>
      isGap(m) ? (
        NONE
      ) : m.valid_to === null ? (
        periodText(m)
      ) : (
        <TwoLines num under={`至 ${m.valid_to}`}>
          {m.valid_from ?? "即日"}
        </TwoLines>
      ),
  },
  {
    name: "issue_rate",
    exports: ["issue_rate", "results_90"],
    width: 116,
    align: "end",
    render: (m) =>
      m.issue_rate === null ? (
        NONE
      ) : (
        <span className={m.results_90 < FEW ? "vd-num vd-muted" : "vd-num"}>
          {rateText(m.issue_rate)} <small>n={m.results_90}</small>
        </span>
      ),
  },
  {
    name: "updated_at",
    render: (m) =>
      isGap(m) ? (
        NONE
      ) : (
        <HrefLink className="vd-link" href={recordsHref(m)}>
          {time(m.updated_at)}
        </HrefLink>
      ),
  },
];

/** The margin stands there for those who may see it. */
export const matchColumns = (seesMargin: boolean): readonly Column<Match>[] => [
  ...WHO,
  ...COSTS,
  ...(seesMargin ? [MARGIN] : []),
  ...TERMS,
];
