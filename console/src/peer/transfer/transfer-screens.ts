import { listRoutes } from "@visadesk/contract/list-routes.ts";
import { screens } from "#kit/screens.ts";

export const transferScreens = screens({
  "peer-transfer-list": {
    ...listRoutes["peer-transfer-list"],
    title: "批量转移",
    menu: { group: "同行管理" },
    load: () => import("./transfer-list.tsx"),
  },
});
