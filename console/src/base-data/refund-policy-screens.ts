import { screens } from "#kit/screens.ts";
import { may } from "@visadesk/contract/permissions.ts";

export const refundPolicyScreens = screens({
  "refund-policy-list": {
    path: "/base-data/refund-policy/list",
    title: "退款政策",
    may: may.refund_policy,
    menu: { group: "基础资料" },
    load: () => import("./refund-policy-list.tsx"),
  },
});
