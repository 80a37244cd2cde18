import { listRoutes } from "@visadesk/contract/list-routes.ts";
import { screens } from "#kit/screens.ts";

export const specialPriceActivityScreens = screens({
  "special-price-activity-list": {
    ...listRoutes["special-price-activity-list"],
    title: "限时特价",
    menu: { group: "产品管理" },
    load: () => import("./special-price-activity-list.tsx"),
  },
  "special-price-activity-add": {
    path: "/product/special-price-activity-add",
    title: "新增限时特价",
    under: "special-price-activity-list",
    load: () => import("./special-price-activity-add.tsx"),
  },
  "special-price-activity-edit": {
    path: "/product/special-price-activity-edit/:id",
    title: "编辑限时特价",
    under: "special-price-activity-list",
    load: () => import("./special-price-activity-edit.tsx"),
  },
  "special-price-activity-detail": {
    path: "/product/special-price-activity-detail/:id",
    title: "限时特价详情",
    under: "special-price-activity-list",
    load: () => import("./special-price-activity-detail.tsx"),
  },
});
