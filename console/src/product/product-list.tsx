import { useQuery } from "@tanstack/react-query";
import { ask } from "#kit/ask.ts";
import { Fields } from "#kit/fields.tsx";
import { HrefLink } from "#kit/href-link.tsx";
import { ListScreen, type Column, type ListTab } from "#kit/list-screen.tsx";
import { useCan } from "#kit/session.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { COVER_MODES, sku as skuFields, skuApi } from "@visadesk/contract/product/sku.ts";
import { Completeness, endsText, Margin, rateText, Retail, SkuName, skuHref, SkuState, workDays, type Sku } from "./sku-cells.tsx";
import "./product.css";

const SALES: readonly Column<Sku>[] = [
  { key: "sku", title: "商品", sort: "name", width: 268, href: skuHref, render: (s) => <SkuName sku={s} /> },
  { name: "sku_status", width: 172, render: (s) => <SkuState sku={s} /> },
  { name: "retail_adult", width: 116, align: "end", render: (s) => <Retail sku={s} /> },
];
const COSTS: readonly Column<Sku>[] = [
  "total_cost",
  { name: "margin", width: 104, align: "end", render: (s) => <Margin cents={s.margin} /> },
];
const FACTS: readonly Column<Sku>[] = [
  "embassy_fee",
  { key: "work_days", title: "时效", sort: "work_days_max", width: 112, render: (s) => <span className="vd-num">{workDays(s)}</span> },
  {
    key: "place",
    title: "送签 · 领区",
    width: 190,
    render: (s) => (
      <span className="pd-two" title={s.embassy_name ?? ""}>
        <span>{s.embassy_name ?? "不限"}</span>
        <small>{s.district_name || COVER_MODES[s.cover_mode]}</small>
      </span>
    ),
  },
  "visa_type",
  "visa_form",
  {
    name: "orders_30",
    title: "30天单量 · 出签率",
    width: 132,
    align: "end",
    render: (s) => (
      <span className="vd-num">
        {s.orders_30} · {rateText(s.issue_rate)}
      </span>
    ),
  },
  { name: "completeness", width: 112, align: "start", render: (s) => <Completeness percent={s.completeness} /> },
  {
    name: "spu_name",
    width: 176,
    render: (s) => (
      <span className="vd-ellipsis" title={`${s.spu_name} ${s.visa_product_unit_code}`}>
        {s.spu_name}
      </span>
    ),
  },
  { name: "ends", width: 132, render: (s) => <span className="vd-ellipsis">{endsText(s.ends)}</span> },
  "updated_at",
];
const PLAIN: readonly Column<Sku>[] = [...SALES, ...FACTS];
const WITH_COSTS: readonly Column<Sku>[] = [...SALES, ...COSTS, ...FACTS];

const TABS: readonly ListTab<typeof skuApi.sku_query>[] = [
  { key: "all", label: "全部", filter: {} },
  { key: "on_sale", label: "在售", filter: { sku_status: ["on_sale"] } },
  { key: "off_sale", label: "已下架", filter: { sku_status: ["off_sale"] } },
  { key: "draft", label: "草稿", filter: { sku_status: ["draft"] } },
  { key: "archived", label: "已归档", filter: { sku_status: ["archived"] } },
];

const NONE: Readonly<Record<string, number>> = {};
const useCounts = (): Readonly<Record<string, number>> =>
  useQuery({ queryKey: ["sku_stat_get"], queryFn: ({ signal }) => ask(skuApi.sku_stat_get, {}, { signal, noToast: true }) }).data ?? NONE;

const FIGURES = [
  ["blocked", "在售但不可下单"],
  ["incomplete", "资料不全"],
  ["below_floor", "毛利低于底线"],
  ["orders_30", "近30天单量"],
] as const;
const WORRIES: ReadonlySet<string> = new Set(["blocked", "below_floor"]);

/** Of all SKU that are not archived, whatever the filter says. */
function Figures() {
  const counts = useCounts();
  return FIGURES.map(([key, label]) => {
    const n = counts[key];
    return n === undefined ? null : (
      <span key={key} className="pd-figure" title="全部未归档商品">
        {label} <b className={`vd-num${WORRIES.has(key) && n > 0 ? " vd-error" : ""}`}>{n}</b>
      </span>
    );
  });
}

const Peek = ({ sku: s }: { sku: Sku }) => (
  <div className="pd-stack">
    <p>
      <SkuState sku={s} />
    </p>
    {s.sale_blocks.length > 0 && (
      <ul className="pd-blocks">
        {s.sale_blocks.map((b) => (
          <li key={b}>{b}</li>
        ))}
      </ul>
    )}
    <Fields
      of={skuFields}
      value={s}
      columns={2}
      names={[
        "sku_no",
        "spu_name",
        "retail_adult",
        "retail_child",
        "embassy_fee",
        "centre_fee",
        { label: "时效", value: workDays(s) },
        "entry_count",
        "service_level",
        "embassy_name",
        "cover_mode",
        "material_upload_type",
        "need_visit",
        "has_urgent",
      ]}
    />
    <HrefLink href={skuHref(s)}>打开详情</HrefLink>
  </div>
);

export default function ProductList() {
  const seesCost = useCan(may.cost_view);
  return (
    <ListScreen
      endpoint={skuApi.sku_query}
      title="商品管理"
      keyword={{ name: "keyword", placeholder: "商品名称、编号、拼音、SPU" }}
      filters={["country_id", "visa_type", "visa_form", "embassy_id"]}
      more={["ends", "need_visit", "has_urgent", "visa_product_unit_code"]}
      tabs={TABS}
      useTabCounts={useCounts}
      columns={seesCost ? WITH_COSTS : PLAIN}
      figures={() => <Figures />}
      peek={(s) => <Peek sku={s} />}
    />
  );
}
