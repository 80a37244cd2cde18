import { listRoutes } from "@visadesk/contract/list-routes.ts";
import { screens } from "#kit/screens.ts";

export const bankScreens = screens({
  "corporate-remittance-list": {
    ...listRoutes["corporate-remittance-list"],
    title: "对公汇款审核",
    menu: { group: "财务管理" },
    load: () => import("./bank-list.tsx"),
  },
});
