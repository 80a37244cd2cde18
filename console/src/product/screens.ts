import { screens } from "#kit/screens.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { productRecommendScreens } from "./product-recommend-screens.ts";
import { refuseNoWorryProductScreens } from "./refuse-no-worry-product-screens.ts";

export const productScreens = {
  ...screens({
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
  }),
  ...productRecommendScreens,
  ...refuseNoWorryProductScreens,
};
