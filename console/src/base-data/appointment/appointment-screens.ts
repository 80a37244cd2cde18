import { listRoutes } from "@visadesk/contract/list-routes.ts";
import { screens } from "#kit/screens.ts";

export const appointmentScreens = screens({
  "appointment-list": {
    ...listRoutes["appointment-list"],
    title: "最近可约日期",
    menu: { group: "基础资料" },
    load: () => import("./appointment-list.tsx"),
  },
  "appointment-add": {
    path: "/base-data/appointment/add",
    title: "新增最近可约日期",
    under: "appointment-list",
    load: () => import("./appointment-add.tsx"),
  },
  "appointment-edit": {
    path: "/base-data/appointment/edit/:id",
    title: "编辑最近可约日期",
    under: "appointment-list",
    load: () => import("./appointment-edit.tsx"),
  },
});
