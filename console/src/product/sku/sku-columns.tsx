/** Columns of the product list; cost and margin only where they may be seen. */
import { TwoLines } from "#kit/page/blocks.tsx";
import type { Column } from "#kit/list/list-screen.tsx";
import { Money } from "#kit/form/format-cells.tsx";
import { COVER_MODES, LEVEL_NAMES } from "@visadesk/contract/product/sku/sku.words.ts";
import { Completeness, endsText, IssueRate, Margin, Retail, SkuName, skuHref, SkuState, workDays, type Sku } from "./sku-cells.tsx";

const level = (name: string): Column<Sku> => ({
  key: `level_${name}`,
  title: name,
  hint: `${name} 等级价，成人`,
  width: 84,
  align: "end",
  render: (s) => <Money cents={s.levels.find((l) => l.level === name)?.adult ?? null} />,
});

const SALES: readonly Column<Sku>[] = [
  {
    key: "sku",
    title: "商品",
    sort: "name",
    width: 240,
    href: skuHref,
    exports: ["sku_no", "name", "country_name"],
    render: (s) => <SkuName sku={s} />,
  },
  { name: "sku_status", width: 140, exports: ["sku_status", "sale_blocks"], render: (s) => <SkuState sku={s} /> },
  { name: "retail_adult", width: 116, align: "end", exports: ["retail_adult", "retail_child"], render: (s) => <Retail sku={s} /> },
];
/** Read first: is it complete, and what does each level pay. */
const FIRST: readonly Column<Sku>[] = [
  { name: "completeness", width: 112, align: "start", render: (s) => <Completeness percent={s.completeness} /> },
  ...LEVEL_NAMES.map(level),
];
const COSTS: readonly Column<Sku>[] = [
  "total_cost",
  { name: "margin", width: 104, align: "end", render: (s) => <Margin cents={s.margin} /> },
];
/** Promise beside what three of four got, where it is shorter than that. */
const PromiseCell = ({ sku: s }: { sku: Sku }) => (
  <TwoLines num under={s.is_promise_short && <span className="vd-warn">实际 P75 {s.days_p75} 天</span>}>
    {workDays(s)}
  </TwoLines>
);
const FACTS: readonly Column<Sku>[] = [
  "embassy_fee",
  {
    key: "work_days",
    title: "时效",
    sort: "work_days_max",
    width: 116,
    exports: ["work_days_min", "work_days_max", "days_p75"],
    render: (s) => <PromiseCell sku={s} />,
  },
  {
    name: "earliest_travel",
    width: 112,
    exports: ["earliest_travel", "no_slots"],
    hint: "现在下单，按倒推日历最早能出行的日期",
    render: (s) => (s.no_slots ? <span className="vd-muted">无号</span> : <span className="vd-num">{s.earliest_travel ?? "—"}</span>),
  },
  {
    key: "place",
    title: "领区/递签地",
    exports: ["embassy_name", "district_name"],
    width: 190,
    render: (s) => (
      <TwoLines title={s.embassy_name ?? ""} under={s.district_name || COVER_MODES[s.cover_mode]}>
        {s.embassy_name ?? "不限"}
      </TwoLines>
    ),
  },
  "cover_mode",
  "supplier_count",
  "orders_30",
  {
    name: "issue_rate",
    width: 152,
    align: "end",
    exports: ["issue_rate", "issue_n", "issue_low", "issue_high"],
    render: (s) => <IssueRate sku={s} />,
  },
  {
    name: "spu_name",
    width: 176,
    exports: ["spu_name", "visa_product_unit_code"],
    render: (s) => (
      <span className="vd-ellipsis" title={`${s.spu_name} ${s.visa_product_unit_code}`}>
        {s.spu_name}
      </span>
    ),
  },
  "visa_type",
  "visa_form",
  { name: "ends", width: 132, render: (s) => <span className="vd-ellipsis">{endsText(s.ends)}</span> },
  "updated_at",
];
/** A level that no product has a price for stands last; `counts` are known soon after the list. */
export function columnsFor(all: readonly Column<Sku>[], counts: Readonly<Record<string, number>>): readonly Column<Sku>[] {
  const isUnused = (c: Column<Sku>): boolean => typeof c === "object" && counts[`priced_${c.key?.replace("level_", "")}`] === 0;
  return all.some(isUnused) ? [...all.filter((c) => !isUnused(c)), ...all.filter(isUnused)] : all;
}
export const PLAIN: readonly Column<Sku>[] = [...SALES, ...FIRST, ...FACTS];
export const WITH_COSTS: readonly Column<Sku>[] = [...SALES, ...FIRST, ...COSTS, ...FACTS];
