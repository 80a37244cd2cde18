/** Bodies of once.test.ts for insurance products. */
import { rateRef } from "@visadesk/contract/product/price/insurance.rules.ts";
import type { Client } from "../client.ts";

/** A listed product of the seeds; its first rate is to be ten yuan dearer. */
export function insuranceProductOnce(admin: () => Client) {
  return {
    bodies: {
      insurance_product_adjust: async () => {
        const { list } = await admin().call("insurance_product_query", { product_status: ["on_sale"] });
        const product = await admin().call("insurance_product_get", { id: list[0]?.id ?? 0 });
        const rates = product.rates.slice(0, 1);
        return {
          id: product.id,
          reason_kind: "market" as const,
          reason: "同类产品已涨价",
          cells: rates.map((r) => ({ price_kind: "premium" as const, ref_id: rateRef(r), old: r.premium, new: r.premium + 1_000 })),
        };
      },
    },
    other: { insurance_product_adjust: { reason: "另一个理由说明" } },
  };
}
