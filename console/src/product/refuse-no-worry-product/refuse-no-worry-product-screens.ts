import { listRoutes } from "@visadesk/contract/list-routes.ts";
import { screens } from "#kit/screens.ts";

export const refuseNoWorryProductScreens = screens({
  "refuse-no-worry-product-list": {
    ...listRoutes["refuse-no-worry-product-list"],
    title: "拒签无忧产品",
    menu: { group: "产品管理" },
    load: () => import("./refuse-no-worry-product-list.tsx"),
  },
  "refuse-no-worry-product-add": {
    path: "/product/refuse-no-worry-product/add",
    title: "新增拒签无忧产品",
    under: "refuse-no-worry-product-list",
    load: () => import("./refuse-no-worry-product-add.tsx"),
  },
  "refuse-no-worry-product-edit": {
    path: "/product/refuse-no-worry-product/edit/:id",
    title: "编辑拒签无忧产品",
    under: "refuse-no-worry-product-list",
    load: () => import("./refuse-no-worry-product-edit.tsx"),
  },
  "refuse-no-worry-product-detail": {
    path: "/product/refuse-no-worry-product/detail/:id",
    title: "拒签无忧产品详情",
    under: "refuse-no-worry-product-list",
    load: () => import("./refuse-no-worry-product-detail.tsx"),
  },
  "refuse-no-worry-product-relevance-product-list": {
    ...listRoutes["refuse-no-worry-product-relevance-product-list"],
    title: "关联商品",
    under: "refuse-no-worry-product-list",
    load: () => import("./refuse-no-worry-link-list.tsx"),
  },
});
