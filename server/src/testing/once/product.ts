/** Bodies of once.test.ts for all of product, put together. A noun of product adds its file here. */
import type { TestApp } from "../app.ts";
import { skuOnce } from "./sku.ts";
import { spuOnce } from "./spu.ts";

export function productOnce(app: () => TestApp) {
  const sku = skuOnce(app);
  return {
    bodies: { ...spuOnce.bodies, ...sku.bodies },
    other: { ...spuOnce.other, ...sku.other },
  };
}
