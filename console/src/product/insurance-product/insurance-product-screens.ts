import { listRoutes } from "@visadesk/contract/list-routes.ts";
import { screens } from "#kit/screens.ts";

export const insuranceProductScreens = screens({
  "insurance-product-list": {
    ...listRoutes["insurance-product-list"],
    title: "保险产品",
    menu: { group: "产品管理" },
    load: () => import("./insurance-product-list.tsx"),
  },
  "insurance-product-add": {
    path: "/product/insurance-product/add",
    title: "新增保险产品",
    under: "insurance-product-list",
    load: () => import("./insurance-product-add.tsx"),
  },
  "insurance-product-edit": {
    path: "/product/insurance-product/edit/:id",
    title: "编辑保险产品",
    under: "insurance-product-list",
    load: () => import("./insurance-product-edit.tsx"),
  },
  "insurance-product-detail": {
    path: "/product/insurance-product/detail/:id",
    title: "保险产品详情",
    under: "insurance-product-list",
    load: () => import("./insurance-product-detail.tsx"),
  },
});
