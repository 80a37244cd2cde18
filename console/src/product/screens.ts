/** Every screen of product, in the order of the menu. */
import { screens } from "#kit/screens.ts";
import { skuScreens } from "./sku-screens.ts";
import { spuScreens } from "./spu-screens.ts";

export const productScreens = {
  ...screens({
    product: { path: "/product", redirect: "/product/list" },
    "product-product-list": { path: "/product/product-list", redirect: "/product/list" },
  }),
  ...spuScreens,
  ...skuScreens,
};
