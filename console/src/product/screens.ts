/** Every screen of product, in the order of the menu. */
import { screens } from "#kit/screens.ts";
import { insuranceProductScreens } from "./insurance-product/insurance-product-screens.ts";
import { priceAdjustmentScreens } from "./price-adjustment/price-adjustment-screens.ts";
import { productRecommendScreens } from "./product-recommend/product-recommend-screens.ts";
import { refuseNoWorryProductScreens } from "./refuse-no-worry-product/refuse-no-worry-product-screens.ts";
import { skuScreens } from "./sku/sku-screens.ts";
import { specialPriceActivityScreens } from "./special-price-activity/special-price-activity-screens.ts";
import { spuScreens } from "./spu/spu-screens.ts";

export const productScreens = {
  ...screens({
    product: { path: "/product", redirect: "/product/list" },
    "product-product-list": { path: "/product/product-list", redirect: "/product/list" },
  }),
  ...spuScreens,
  ...skuScreens,
  ...specialPriceActivityScreens,
  ...priceAdjustmentScreens,
  ...productRecommendScreens,
  ...insuranceProductScreens,
  ...refuseNoWorryProductScreens,
};
