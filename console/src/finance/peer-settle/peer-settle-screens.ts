import { listRoutes } from "@visadesk/contract/list-routes.ts";
import { screens } from "#kit/screens.ts";

export const peerSettleScreens = screens({
  "peer-settle-list": {
    ...listRoutes["peer-settle-list"],
    title: "同行结算",
    menu: { group: "财务管理" },
    load: () => import("./peer-settle-list.tsx"),
  },
  "peer-settle-detail": {
    path: "/finance/peer-settle/detail/:id",
    title: "同行结算明细",
    under: "peer-settle-list",
    load: () => import("./peer-settle-detail.tsx"),
  },
});
