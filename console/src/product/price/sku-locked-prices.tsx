/** The grid of a product that was listed: to be read; a change of it is asked for. */
import { LockOutlined } from "@ant-design/icons";
import type { ReactNode } from "react";
import { Money } from "#kit/form/format-cells.tsx";
import { isSaleKind, marginAt, rowWords } from "@visadesk/contract/product/sku/sku-price.rules.ts";
import { Margin } from "../sku/sku-cells.tsx";
import type { Price, SkuEdit } from "../sku-edit/sku-form-model.ts";

const wordsOf = (r: Price, sku: SkuEdit): string =>
  r.price_kind === "urgent" ? `加急费 ${sku.urgent_tiers.find((t) => t.tier_code === r.ref_id)?.name ?? r.ref_id}` : rowWords(r);

export function LockedPrices({ sku, act }: { sku: SkuEdit; act: ReactNode }) {
  const { cost, prices } = sku;
  const hasChild = prices.some((r) => r.child !== null);
  return (
    <div className="sk-grid-box">
      <p className="sk-lock">
        <LockOutlined /> 已上架过的商品请走调价审核 {act}
      </p>
      <table className="pd-table sk-grid" aria-label="价格">
        <thead>
          <tr>
            <th>价种</th>
            <th className="is-end">成人</th>
            {hasChild && <th className="is-end">儿童</th>}
            {cost && <th className="is-end">毛利</th>}
          </tr>
        </thead>
        <tbody>
          {prices.map((r) => (
            <tr key={`${r.price_kind} ${r.ref_id}`}>
              <th scope="row">{wordsOf(r, sku)}</th>
              <td className="is-end">
                <Money cents={r.adult} />
              </td>
              {hasChild && (
                <td className="is-end">
                  <Money cents={r.child} />
                </td>
              )}
              {cost && <td className="is-end">{isSaleKind(r.price_kind) && <Margin cents={marginAt(r, prices, cost, "adult")} />}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
