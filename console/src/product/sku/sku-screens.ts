import { listRoutes } from "@visadesk/contract/list-routes.ts";
import { screens } from "#kit/screens.ts";

export const skuScreens = screens({
  "product-list": {
    ...listRoutes["product-list"],
    title: "商品管理",
    menu: { group: "产品管理" },
    load: () => import("./product-list.tsx"),
  },
  "product-add": {
    path: "/product/product-add",
    title: "新增商品",
    under: "product-list",
    load: () => import("../sku-edit/product-add.tsx"),
  },
  "product-edit": {
    path: "/product/product-edit/:id",
    title: "编辑商品",
    under: "product-list",
    load: () => import("../sku-edit/product-edit.tsx"),
  },
  "product-detail": {
    path: "/product/product-detail/:id",
    title: "商品详情",
    under: "product-list",
    load: () => import("./product-detail.tsx"),
  },
});
