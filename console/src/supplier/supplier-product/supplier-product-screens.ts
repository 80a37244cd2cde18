import { listRoutes } from "@visadesk/contract/list-routes.ts";
import { screens } from "#kit/screens.ts";

export const supplierProductScreens = screens({
  "supplier-product-list": {
    ...listRoutes["supplier-product-list"],
    title: "产品匹配",
    menu: { group: "供应商管理" },
    load: () => import("./supplier-product-list.tsx"),
  },
  "supplier-product-modify-record-list": {
    ...listRoutes["supplier-product-modify-record-list"],
    title: "修改记录",
    under: "supplier-product-list",
    load: () => import("./supplier-product-modify-record-list.tsx"),
  },
});
