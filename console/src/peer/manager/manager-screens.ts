import { listRoutes } from "@visadesk/contract/list-routes.ts";
import { screens } from "#kit/screens.ts";

export const managerScreens = screens({
  "peer-manager-list": {
    ...listRoutes["peer-manager-list"],
    title: "负责人管理",
    menu: { group: "同行管理" },
    load: () => import("./manager-list.tsx"),
  },
  "peer-manager-view": {
    path: "/peer/manager/view/:id",
    title: "负责人详情",
    under: "peer-manager-list",
    load: () => import("./manager-view.tsx"),
  },
  "peer-manager-edit": {
    path: "/peer/manager/edit/:id",
    title: "编辑负责人",
    under: "peer-manager-list",
    load: () => import("./manager-edit.tsx"),
  },
});
