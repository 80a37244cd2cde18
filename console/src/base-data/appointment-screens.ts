import { screens } from "#kit/screens.ts";
import { may } from "@visadesk/contract/permissions.ts";

export const appointmentScreens = screens({
  "appointment-list": {
    path: "/base-data/appointment/list",
    title: "最近可约日期",
    may: may.appointment,
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
