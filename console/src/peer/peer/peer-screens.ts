import { listRoutes } from "@visadesk/contract/list-routes.ts";
import { screens } from "#kit/screens.ts";

export const peerScreens = screens({
  "peer-list": {
    ...listRoutes["peer-list"],
    title: "同行列表",
    menu: { group: "同行管理" },
    load: () => import("./peer-list.tsx"),
  },
  "peer-edit": {
    path: "/peer/edit/:id",
    title: "编辑同行",
    under: "peer-list",
    load: () => import("./peer-edit.tsx"),
  },
  "peer-view": {
    path: "/peer/view/:id",
    title: "同行详情",
    under: "peer-list",
    load: () => import("./peer-view.tsx"),
  },
});
