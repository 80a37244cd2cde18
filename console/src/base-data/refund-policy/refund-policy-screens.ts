import { listRoutes } from "@visadesk/contract/list-routes.ts";
import { screens } from "#kit/screens.ts";

export const refundPolicyScreens = screens({
  "refund-policy-list": {
    ...listRoutes["refund-policy-list"],
    title: "退款政策",
    menu: { group: "基础资料" },
    load: () => import("./refund-policy-list.tsx"),
  },
});
