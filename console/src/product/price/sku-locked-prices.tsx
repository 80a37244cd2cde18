/** The grid of a product that was listed: to be read; a change of it is asked for. */
import { LockOutlined } from "@ant-design/icons";
import type { ReactNode } from "react";

import { Rows } from "#kit/table/rows.tsx";
import { skuDetail } from "@visadesk/contract/product/sku/sku.ts";
import { isSaleKind, marginAt, rowWords } from "@visadesk/contract/product/sku/sku-price.rules.ts";
import { refName } from "./ref-name.ts";
import { Margin } from "../sku/sku-cells.tsx";
import type { Price, SkuEdit } from "../sku-edit/sku-form-model.ts";

const wordsOf = (r: Price, sku: SkuEdit): string =>
  r.price_kind === "urgent"
    ? `加急费 ${sku.urgent_tiers.find((t) => t.tier_code === r.ref_id)?.name ?? r.ref_id}`
    : rowWords({ ...r, ref_name: refName(r, sku.ref_names) });

export function LockedPrices({ sku, act }: { sku: SkuEdit; act: ReactNode }) {
  const { cost, prices } = sku;
  const hasChild = prices.some((r) => r.child !== null);
  return (
    <div className="vd-stack sk-grid-box">
      <p className="vd-small vd-muted">
        <LockOutlined aria-hidden /> 已上架过的商品请走调价审核 {act}
      </p>
      <Rows
        label="价格"
        of={skuDetail.shape.prices}
        rows={prices}
        by={(r) => `${r.price_kind} ${r.ref_id}`}
        columns={[
          { name: "price_kind", head: true, cell: (r) => wordsOf(r, sku) },
          "adult",
          hasChild && "child",
          cost && {
            title: "毛利",
            end: true,
            cell: (r) => isSaleKind(r.price_kind) && <Margin cents={marginAt(r, prices, cost, "adult")} />,
          },
        ]}
      />
    </div>
  );
}
