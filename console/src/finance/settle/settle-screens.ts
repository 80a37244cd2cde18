import { listRoutes } from "@visadesk/contract/list-routes.ts";
import { screens } from "#kit/screens.ts";

export const settleScreens = screens({
  "supplier-settle-list": {
    ...listRoutes["supplier-settle-list"],
    title: "供应商结算",
    menu: { group: "财务管理" },
    load: () => import("./supplier-settle-list.tsx"),
  },
  "supplier-settle-cycle-list": {
    ...listRoutes["supplier-settle-cycle-list"],
    title: "结算周期",
    under: "supplier-settle-list",
    load: () => import("./supplier-settle-cycle-list.tsx"),
  },
  "supplier-settle-detail": {
    path: "/finance/supplier-settle/:supplierId/detail/:id",
    title: "结算明细",
    under: "supplier-settle-list",
    load: () => import("./supplier-settle-detail.tsx"),
  },
  "sf-settle-list": {
    ...listRoutes["sf-settle-list"],
    title: "快递结算",
    menu: { group: "财务管理" },
    load: () => import("./sf-settle-list.tsx"),
  },
  "express-settle-cycle-list": {
    ...listRoutes["express-settle-cycle-list"],
    title: "快递结算周期",
    under: "sf-settle-list",
    load: () => import("./express-settle-cycle-list.tsx"),
  },
  "express-settle-detail": {
    path: "/finance/express-settle/:supplierId/detail/:id",
    title: "快递结算明细",
    under: "sf-settle-list",
    load: () => import("./express-settle-detail.tsx"),
  },
});
