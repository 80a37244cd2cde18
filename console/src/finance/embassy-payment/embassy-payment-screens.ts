import { listRoutes } from "@visadesk/contract/list-routes.ts";
import { screens } from "#kit/screens.ts";

export const embassyPaymentScreens = screens({
  "manual-embassy-payment-list": {
    ...listRoutes["manual-embassy-payment-list"],
    title: "使馆费手动支付",
    menu: { group: "财务管理" },
    load: () => import("./payment-list.tsx"),
  },
});
