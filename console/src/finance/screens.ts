/** Every screen of finance, in the order of the menu. */
import { listRoutes } from "@visadesk/contract/list-routes.ts";
import { screens } from "#kit/screens.ts";
import { balanceScreens } from "./balance/balance-screens.ts";
import { settleScreens } from "./settle/settle-screens.ts";

export const financeScreens = {
  ...balanceScreens,
  ...screens({
    "withdraw-list": {
      ...listRoutes["withdraw-list"],
      title: "提现管理",
      menu: { group: "财务管理" },
      load: () => import("./withdrawal/withdraw-screen.tsx"),
    },
  }),
  ...settleScreens,
};
