import { listRoutes } from "@visadesk/contract/list-routes.ts";
import { screens } from "#kit/screens.ts";

export const embassyScreens = screens({
  "embassy-and-cousulate-list": {
    ...listRoutes["embassy-and-cousulate-list"],
    title: "使领馆与签证中心",
    menu: { group: "基础资料" },
    load: () => import("./embassy-list.tsx"),
  },
  "embassy-and-cousulate-add": {
    path: "/base-data/embassy-and-cousulate/add",
    title: "新增使领馆与签证中心",
    under: "embassy-and-cousulate-list",
    load: () => import("./embassy-add.tsx"),
  },
  "embassy-and-cousulate-edit": {
    path: "/base-data/embassy-and-cousulate/edit/:id",
    title: "编辑使领馆与签证中心",
    under: "embassy-and-cousulate-list",
    load: () => import("./embassy-edit.tsx"),
  },
});
