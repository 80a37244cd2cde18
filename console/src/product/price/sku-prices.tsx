/** 价格: every amount in force and what is scheduled, in the order of the trade. */
import { Mark } from "#kit/page/flow-tag.tsx";
import { Section } from "#kit/page/detail-screen.tsx";
import { Money } from "#kit/form/format-cells.tsx";
import { part } from "#kit/app/part.tsx";
import { useCan } from "#kit/app/session.ts";
import { time } from "@visadesk/contract/kit/format.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { PRICE_KINDS, TIER_KINDS } from "@visadesk/contract/product/sku/sku.words.ts";
import type { PriceHistoryProps } from "./price-history.tsx";
import { Margin, type SkuDetail } from "../sku/sku-cells.tsx";

const PriceHistory = part<PriceHistoryProps>(() => import("./price-history.tsx").then((m) => m.PriceHistory));

type Price = SkuDetail["prices"][number];
type Kind = Price["price_kind"];
const KINDS: readonly Kind[] = ["retail", "level", "group", "peer", "embassy_fee", "centre_fee", "urgent"];
const MINOR = 100;
const minute = (at: string): string => time(at).slice(0, 16);

const foreign = (p: Price): string =>
  p.foreign_adult === null ? "—" : `${p.currency} ${(p.foreign_adult / MINOR).toFixed(2)}${p.rate ? ` × ${Number(p.rate)}` : ""}`;
const target = (p: Price, sku: SkuDetail): string =>
  p.price_kind === "urgent" ? (sku.urgent_tiers.find((t) => t.tier_code === p.ref_id)?.name ?? p.ref_id) : p.ref_id;

/** A request to change it waits for its review. */
const isAsked = (p: Price, sku: SkuDetail): boolean =>
  sku.adjustments.some(
    (a) => a.adjustment_status === "pending" && a.cells.some((c) => c.price_kind === p.price_kind && c.ref_id === p.ref_id),
  );

function Line({
  price: p,
  first,
  span,
  sku,
  seesCost,
  now,
}: {
  price: Price;
  first: boolean;
  span: number;
  sku: SkuDetail;
  seesCost: boolean;
  now: number;
}) {
  return (
    <tr>
      {first && (
        <th scope="rowgroup" rowSpan={span}>
          {PRICE_KINDS[p.price_kind]}
        </th>
      )}
      <td>
        {target(p, sku) || "全部"}
        {Date.parse(p.effective_from) > now && <Mark tone="orange">待生效</Mark>}
        {isAsked(p, sku) && <Mark tone="orange">调价待审</Mark>}
      </td>
      <td className="is-end">
        <Money cents={p.adult} />
      </td>
      <td className="is-end">
        <Money cents={p.child} />
      </td>
      {seesCost && (
        <td className="is-end">
          <Margin cents={p.margin} />
        </td>
      )}
      <td className="vd-num">{foreign(p)}</td>
      <td className="vd-num">{minute(p.effective_from)}</td>
      <td className="vd-num">{p.effective_to ? minute(p.effective_to) : "长期"}</td>
    </tr>
  );
}

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
      <div className="pd-scroll">
        <table className="pd-table">
          <thead>
            <tr>
              <th>价种</th>
              <th>对象</th>
              <th className="is-end">成人</th>
              <th className="is-end">儿童{sku.child_age > 0 && `（未满${sku.child_age}岁）`}</th>
              {seesCost && <th className="is-end">毛利</th>}
              <th>原币 × 汇率</th>
              <th>生效</th>
              <th>失效</th>
            </tr>
          </thead>
          {KINDS.map((kind) => {
            const rows = sku.prices.filter((p) => p.price_kind === kind);
            return (
              rows.length > 0 && (
                <tbody key={kind}>
                  {rows.map((p, i) => (
                    <Line key={p.id} price={p} first={i === 0} span={rows.length} sku={sku} seesCost={seesCost} now={now} />
                  ))}
                </tbody>
              )
            );
          })}
        </table>
      </div>
      {sku.prices.length === 0 && <p className="vd-muted pd-none">还没有价格</p>}
    </Section>
  );
}

export const UrgentTiers = ({ sku }: { sku: SkuDetail }) => (
  <Section title="加急档" flush>
    {sku.urgent_tiers.length === 0 ? (
      <p className="vd-muted pd-none">不支持加急</p>
    ) : (
      <table className="pd-table">
        <thead>
          <tr>
            <th>名称</th>
            <th>类型</th>
            <th>办理工作日</th>
            <th className="is-end">加急费</th>
          </tr>
        </thead>
        <tbody>
          {sku.urgent_tiers.map((t) => (
            <tr key={t.tier_code}>
              <td>{t.name}</td>
              <td>{TIER_KINDS[t.tier_kind]}</td>
              <td className="vd-num">
                {t.work_days_min}–{t.work_days_max}
              </td>
              <td className="is-end">
                <Money cents={t.fee} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    )}
  </Section>
);

export function Suppliers({ sku }: { sku: SkuDetail }) {
  const seesCost = useCan(may.cost_view);
  return (
    <Section title="供应商" flush extra={sku.suppliers.length > 0 && <span className="vd-muted">按优先级，报价有效的在列</span>}>
      {sku.suppliers.length === 0 ? (
        <p className="vd-muted pd-none">没有有效报价的供应商，商品不可下单</p>
      ) : (
        <table className="pd-table">
          <thead>
            <tr>
              <th>优先级</th>
              <th>供应商</th>
              {seesCost && <th className="is-end">结算价</th>}
              <th>签证费</th>
              <th>办理工作日</th>
            </tr>
          </thead>
          <tbody>
            {sku.suppliers.map((s) => (
              <tr key={`${s.priority} ${s.supplier_name}`}>
                <td className="vd-num">{s.priority}</td>
                <td>{s.supplier_name}</td>
                {seesCost && (
                  <td className="is-end">
                    <Money cents={s.adult} />
                  </td>
                )}
                <td>{s.embassy_included ? "已含" : "另付"}</td>
                <td className="vd-num">
                  {s.lead_min}–{s.lead_max}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  );
}
