import { listRoutes } from "@visadesk/contract/list-routes.ts";
import { screens } from "#kit/screens.ts";

export const exhibitionScreens = screens({
  "peer-exhibition-list": {
    ...listRoutes["peer-exhibition-list"],
    title: "展会管理",
    menu: { group: "同行管理" },
    load: () => import("./exhibition-list.tsx"),
  },
  "peer-exhibition-add": {
    path: "/peer/exhibition/add",
    title: "新增展会",
    under: "peer-exhibition-list",
    load: () => import("./exhibition-add.tsx"),
  },
  "peer-exhibition-edit": {
    path: "/peer/exhibition/edit/:id",
    title: "编辑展会",
    under: "peer-exhibition-list",
    load: () => import("./exhibition-edit.tsx"),
  },
});
