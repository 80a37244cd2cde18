/** SKU表: everything that is sold of an SPU. */
import { Section, TwoLines } from "#kit/page/blocks.tsx";
import { Mark } from "#kit/page/flow-tag.tsx";
import { Money, TimeText } from "#kit/form/format-cells.tsx";
import { HrefLink } from "#kit/app/href-link.tsx";
import { Unread } from "#kit/page/reads.tsx";
import { hrefOf } from "#kit/screens.ts";
import { session, useCan } from "#kit/app/session.ts";
import { Table, type TableColumn } from "#kit/table/table.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { COVER_MODES, skuApi } from "@visadesk/contract/product/sku/sku.ts";
import { Completeness, endsText, Margin, IssueRate, Retail, SkuName, SkuState, workDays, type Sku } from "../sku/sku-cells.tsx";

const SHOWN = 100;

const SALES: readonly TableColumn<Sku>[] = [
  { key: "sku", title: "商品", width: 268, fixed: "start", render: (s) => <SkuName sku={s} /> },
  {
    key: "sku_status",
    width: 172,
    render: (s) => <SkuState sku={s} />,
  },
  {
    key: "service_level",
    width: 136,
    render: (s) => (
      <>
        {s.service_level}
        {s.has_urgent && <Mark tone="gold">可加急</Mark>}
      </>
    ),
  },
  {
    key: "place",
    title: "送签 · 领区",
    width: 190,
    render: (s) => (
      <TwoLines title={s.embassy_name ?? ""} under={s.district_name || COVER_MODES[s.cover_mode]}>
        {s.embassy_name ?? "不限"}
      </TwoLines>
    ),
  },
  { key: "retail_adult", width: 116, align: "end", render: (s) => <Retail sku={s} /> },
  { key: "embassy_fee", width: 104, align: "end", render: (s) => <Money cents={s.embassy_fee} /> },
];
const COSTS: readonly TableColumn<Sku>[] = [
  { key: "total_cost", width: 104, align: "end", render: (s) => <Money cents={s.total_cost} /> },
  { key: "margin", width: 104, align: "end", render: (s) => <Margin cents={s.margin} /> },
];
const FACTS: readonly TableColumn<Sku>[] = [
  { key: "days", title: "时效", width: 112, render: (s) => <span className="vd-num">{workDays(s)}</span> },
  {
    key: "orders_30",
    width: 92,
    align: "end",
    render: (s) => <span className="vd-num">{s.orders_30}</span>,
  },
  { key: "issue_rate", width: 140, align: "end", render: (s) => <IssueRate sku={s} /> },
  { key: "completeness", width: 112, render: (s) => <Completeness percent={s.completeness} /> },
  { key: "ends", width: 148, render: (s) => endsText(s.ends) },
  { key: "updated", title: "更新", width: 104, render: (s) => <TimeText at={s.updated_at} stacked /> },
];
const PLAIN = [...SALES, ...FACTS];
const WITH_COSTS = [...SALES, ...COSTS, ...FACTS];

export function SpuSkus({ code }: { code: string }) {
  const seesSku = useCan(may.sku);
  return seesSku ? <Skus code={code} /> : <p className="vd-muted">没有“商品管理”权限，看不到商品。</p>;
}

function Skus({ code }: { code: string }) {
  const seesCost = useCan(may.cost_view);
  const codes = session.use((s) => s.codes);
  const answer = useRecord(skuApi.sku_query, { visa_product_unit_code: code, page_size: SHOWN });
  const { data } = answer;
  if (!data) return <Unread answer={answer} rows={4} />;
  if (data.list.length === 0) return <p className="vd-muted">还没有商品，点“生成SKU”按使领馆和服务档批量生成草稿。</p>;
  const href = hrefOf("product-list", {}, codes, { visa_product_unit_code: code });
  return (
    <Section title="SKU表" flush extra={href && <HrefLink href={href}>在商品管理中打开</HrefLink>}>
      <Table of={skuApi.sku_query.row} label="SKU表" columns={seesCost ? WITH_COSTS : PLAIN} rows={data.list} rowKey={(s) => s.id} />
    </Section>
  );
}
