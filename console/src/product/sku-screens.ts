import { screens } from "#kit/screens.ts";

export const skuScreens = screens({
  "product-add": { path: "/product/product-add", title: "新增商品", under: "product-list", load: () => import("./product-add.tsx") },
  "product-edit": { path: "/product/product-edit/:id", title: "编辑商品", under: "product-list", load: () => import("./product-edit.tsx") },
});
