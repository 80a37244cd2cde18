import { screens } from "#kit/screens.ts";
import { may } from "@visadesk/contract/permissions.ts";

export const insuranceProductScreens = screens({
  "insurance-product-list": {
    path: "/product/insurance-product/list",
    title: "保险产品",
    may: may.insurance_product,
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
