import { listRoutes } from "@visadesk/contract/list-routes.ts";
import { screens } from "#kit/screens.ts";

export const policyScreens = screens({
  "insurance-list": {
    ...listRoutes["insurance-list"],
    title: "保险业务",
    menu: { group: "财务管理" },
    load: () => import("./policy-list.tsx"),
  },
});
