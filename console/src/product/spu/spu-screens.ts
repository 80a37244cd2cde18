import { listRoutes } from "@visadesk/contract/list-routes.ts";
import { screens } from "#kit/screens.ts";

export const spuScreens = screens({
  "product-spu-list": {
    ...listRoutes["product-spu-list"],
    title: "SPU管理",
    menu: { group: "产品管理" },
    load: () => import("./spu-list.tsx"),
  },
  "product-spu-add": {
    path: "/product/product-spu-add",
    title: "新增SPU",
    under: "product-spu-list",
    load: () => import("./spu-add.tsx"),
  },
  "product-spu-edit": {
    path: "/product/product-spu-edit/:visa_product_unit_code",
    title: "编辑SPU",
    under: "product-spu-list",
    load: () => import("./spu-edit.tsx"),
  },
  "product-spu-detail": {
    path: "/product/product-spu-detail/:visa_product_unit_code",
    title: "SPU详情",
    under: "product-spu-list",
    load: () => import("./spu-detail.tsx"),
  },
});
