import { listRoutes } from "@visadesk/contract/list-routes.ts";
import { screens } from "#kit/screens.ts";

export const levelScreens = screens({
  "peer-group-list": {
    ...listRoutes["peer-group-list"],
    title: "同行分组",
    menu: { group: "同行管理" },
    load: () => import("./group-list.tsx"),
  },
  "peer-level": {
    ...listRoutes["peer-level"],
    title: "同行等级",
    menu: { group: "同行管理" },
    load: () => import("./level-page.tsx"),
  },
});
