import { listRoutes } from "@visadesk/contract/list-routes.ts";
import { screens } from "#kit/screens.ts";

export const invoiceScreens = screens({
  "invoice-list": {
    ...listRoutes["invoice-list"],
    title: "发票管理",
    menu: { group: "财务管理" },
    load: () => import("./invoice-list.tsx"),
  },
  "invoice-detail": {
    path: "/finance/invoice/detail/:id",
    title: "发票详情",
    under: "invoice-list",
    load: () => import("./invoice-view.tsx"),
  },
});
