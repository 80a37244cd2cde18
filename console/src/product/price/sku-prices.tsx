/** 价格: every amount in force and what is scheduled, in the order of the trade. */
import { Mark } from "#kit/page/flow-tag.tsx";
import { Section } from "#kit/page/blocks.tsx";
import { Rows } from "#kit/table/rows.tsx";
import { part } from "#kit/app/part.tsx";
import { useCan } from "#kit/app/session.ts";
import { time } from "@visadesk/contract/kit/format.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { skuDetail } from "@visadesk/contract/product/sku/sku.ts";
import { PRICE_KINDS } from "@visadesk/contract/product/sku/sku.words.ts";
import type { PriceHistoryProps } from "./price-history.tsx";
import { Margin, type SkuDetail } from "../sku/sku-cells.tsx";

const PriceHistory = part<PriceHistoryProps>(() => import("./price-history.tsx").then((m) => m.PriceHistory));

const { shape } = skuDetail;
type Price = SkuDetail["prices"][number];
type Kind = Price["price_kind"];
const KINDS: readonly Kind[] = ["retail", "level", "group", "peer", "embassy_fee", "centre_fee", "urgent"];
const MINOR = 100;
const minute = (at: string): string => time(at).slice(0, 16);

const foreign = (p: Price): string =>
  p.foreign_adult === null ? "—" : `${p.currency} ${(p.foreign_adult / MINOR).toFixed(2)}${p.rate ? ` × ${Number(p.rate)}` : ""}`;
const target = (p: Price, sku: SkuDetail): string =>
  p.price_kind === "urgent" ? (sku.urgent_tiers.find((t) => t.tier_code === p.ref_id)?.name ?? p.ref_id) : (p.ref_name ?? p.ref_id);

/** A request to change it waits for its review. */
const isAsked = (p: Price, sku: SkuDetail): boolean =>
  sku.adjustments.some(
    (a) => a.adjustment_status === "pending" && a.cells.some((c) => c.price_kind === p.price_kind && c.ref_id === p.ref_id),
  );

/** What holds and is scheduled, and how it came about. */
export const SkuPrices = ({ sku, now }: { sku: SkuDetail; now: number }) => (
  <>
    <Present sku={sku} now={now} />
    <PriceHistory skuId={sku.id} now={now} />
  </>
);

function Present({ sku, now }: { sku: SkuDetail; now: number }) {
  const seesCost = useCan(may.cost_view);
  return (
    <Section title="价格" flush extra={<span className="vd-muted">每人，北京时间</span>}>
      <Rows
        label="价格"
        of={shape.prices}
        rows={KINDS.flatMap((kind) => sku.prices.filter((p) => p.price_kind === kind))}
        none="还没有价格"
        columns={[
          { title: "价种", head: true, cell: (p) => PRICE_KINDS[p.price_kind], span: (p) => p.price_kind },
          {
            title: "对象",
            cell: (p) => (
              <>
                {target(p, sku) || "全部"}
                {Date.parse(p.effective_from) > now && <Mark tone="orange">待生效</Mark>}
                {isAsked(p, sku) && <Mark tone="orange">调价待审</Mark>}
              </>
            ),
          },
          "adult",
          { name: "child", title: `儿童${sku.child_age > 0 ? `（未满${sku.child_age}岁）` : ""}` },
          seesCost && { name: "margin", cell: (p) => <Margin cents={p.margin} /> },
          { title: "原币 × 汇率", num: true, cell: foreign },
          { name: "effective_from", num: true, cell: (p) => minute(p.effective_from) },
          { name: "effective_to", num: true, cell: (p) => (p.effective_to ? minute(p.effective_to) : "长期") },
        ]}
      />
    </Section>
  );
}

export const UrgentTiers = ({ sku }: { sku: SkuDetail }) => (
  <Section title="加急档" flush>
    <Rows
      label="加急档"
      of={shape.urgent_tiers}
      rows={sku.urgent_tiers}
      by="tier_code"
      none="不支持加急"
      columns={["name", "tier_kind", { title: "办理工作日", num: true, cell: (t) => `${t.work_days_min}–${t.work_days_max}` }, "fee"]}
    />
  </Section>
);

export function Suppliers({ sku }: { sku: SkuDetail }) {
  const seesCost = useCan(may.cost_view);
  return (
    <Section title="供应商" flush extra={sku.suppliers.length > 0 && <span className="vd-muted">按优先级，报价有效的在列</span>}>
      <Rows
        label="供应商"
        of={shape.suppliers}
        rows={sku.suppliers}
        by={(s) => `${s.priority} ${s.supplier_name}`}
        none="没有有效报价的供应商，商品不可下单"
        columns={[
          { name: "priority", end: false, num: true },
          "supplier_name",
          seesCost && "adult",
          { title: "签证费", cell: (s) => (s.embassy_included ? "已含" : "另付") },
          { title: "办理工作日", num: true, cell: (s) => `${s.lead_min}–${s.lead_max}` },
        ]}
      />
    </Section>
  );
}
