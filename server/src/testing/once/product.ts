/** Bodies of once.test.ts for all of product, put together. A noun of product adds its file here. */
import type { TestApp } from "../app.ts";
import type { Client } from "../client.ts";
import { insuranceProductOnce } from "./insurance-product.ts";
import { priceAdjustmentOnce } from "./price-adjustment.ts";
import { refuseNoWorryOnce } from "./refuse-no-worry.ts";
import { skuOnce } from "./sku.ts";
import { skuPaperPushOnce, type SaleDesk } from "./sku-paper-push.ts";
import { specialPriceOnce } from "./special-price-activity.ts";
import { spuOnce } from "./spu.ts";

export function productOnce(app: () => TestApp, admin: () => Client, desk: () => SaleDesk) {
  const sku = skuOnce(app);
  const push = skuPaperPushOnce(app, desk);
  const special = specialPriceOnce(app, admin);
  const pricing = priceAdjustmentOnce(app);
  const insurance = insuranceProductOnce(admin);
  const noWorry = refuseNoWorryOnce(app);
  return {
    bodies: {
      ...spuOnce.bodies,
      ...sku.bodies,
      ...push.bodies,
      ...special.bodies,
      ...pricing.bodies,
      ...insurance.bodies,
      ...noWorry.bodies,
    },
    other: { ...spuOnce.other, ...sku.other, ...push.other, ...special.other, ...pricing.other, ...insurance.other, ...noWorry.other },
  };
}
