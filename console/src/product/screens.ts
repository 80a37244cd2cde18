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
import { insuranceProductScreens } from "./insurance-product-screens.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { specialPriceActivityScreens } from "./special-price-activity-screens.ts";
import { priceAdjustmentScreens } from "./price-adjustment-screens.ts";

const skuScreens = screens({
  product: { path: "/product", redirect: "/product/list" },
  "product-product-list": { path: "/product/product-list", redirect: "/product/list" },
  "product-list": {
    path: "/product/list",
    title: "商品管理",
    may: may.sku,
    menu: { group: "产品管理" },
    load: () => import("./product-list.tsx"),
  },
  "product-detail": {
    path: "/product/product-detail/:id",
    title: "商品详情",
    under: "product-list",
    load: () => import("./product-detail.tsx"),
  },
  ...specialPriceActivityScreens,
  ...priceAdjustmentScreens,
});

export const productScreens = { ...skuScreens, ...insuranceProductScreens };
