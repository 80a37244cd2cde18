/** Every screen of finance, in the order of the menu. */
import { listRoutes } from "@visadesk/contract/list-routes.ts";
import { screens } from "#kit/screens.ts";
import { balanceScreens } from "./balance/balance-screens.ts";
import { bankScreens } from "./bank/bank-screens.ts";
import { embassyPaymentScreens } from "./embassy-payment/embassy-payment-screens.ts";
import { invoiceScreens } from "./invoice/invoice-screens.ts";
import { policyScreens } from "./policy/policy-screens.ts";
import { peerSettleScreens } from "./peer-settle/peer-settle-screens.ts";
import { settleScreens } from "./settle/settle-screens.ts";

export const financeScreens = {
  ...balanceScreens,
  ...bankScreens,
  ...screens({
    "withdraw-list": {
      ...listRoutes["withdraw-list"],
      title: "提现管理",
      menu: { group: "财务管理" },
      load: () => import("./withdrawal/withdraw-screen.tsx"),
    },
    "export-list": {
      ...listRoutes["export-list"],
      title: "数据导出",
      menu: { group: "财务管理" },
      load: () => import("./export/export-page.tsx"),
    },
  }),
  ...invoiceScreens,
  ...embassyPaymentScreens,
  ...settleScreens,
  ...policyScreens,
  ...peerSettleScreens,
};
