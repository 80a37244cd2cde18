import { listRoutes } from "@visadesk/contract/list-routes.ts";
import { screens } from "#kit/screens.ts";

export const supplierScreens = screens({
  "supplier-list": {
    ...listRoutes["supplier-list"],
    title: "供应商列表",
    menu: { group: "供应商管理" },
    load: () => import("./supplier-list.tsx"),
  },
  "supplier-add": {
    path: "/supplier/add",
    title: "新增供应商",
    under: "supplier-list",
    load: () => import("./supplier-add.tsx"),
  },
  "supplier-edit": {
    path: "/supplier/edit/:id",
    title: "编辑供应商",
    under: "supplier-list",
    load: () => import("./supplier-edit.tsx"),
  },
  "supplier-view": {
    path: "/supplier/view/:id",
    title: "供应商详情",
    under: "supplier-list",
    load: () => import("./supplier-view.tsx"),
  },
});
