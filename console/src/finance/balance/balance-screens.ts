import { listRoutes } from "@visadesk/contract/list-routes.ts";
import { screens } from "#kit/screens.ts";

export const balanceScreens = screens({
  "balance-list": {
    ...listRoutes["balance-list"],
    title: "余额明细",
    menu: { group: "财务管理" },
    load: () => import("./balance-page.tsx"),
  },
});
