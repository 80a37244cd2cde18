import { listRoutes } from "@visadesk/contract/list-routes.ts";
import { screens } from "#kit/screens.ts";

export const peerScreens = screens({
  "peer-list": {
    ...listRoutes["peer-list"],
    title: "同行列表",
    menu: { group: "同行管理" },
    load: () => import("./peer-list.tsx"),
  },
});
