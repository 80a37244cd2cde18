import { listRoutes } from "@visadesk/contract/list-routes.ts";
import { screens } from "#kit/screens.ts";

export const productRecommendScreens = screens({
  "product-recommend-summary": {
    ...listRoutes["product-recommend-summary"],
    title: "推荐配置",
    menu: { group: "产品管理" },
    load: () => import("./product-recommend-summary.tsx"),
  },
  "product-recommend-list-detail": {
    path: "/product/product-recommend-list-detail/:id",
    title: "推荐配置详情",
    under: "product-recommend-summary",
    load: () => import("./product-recommend-list-detail.tsx"),
  },
});
