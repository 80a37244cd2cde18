import { screens } from "#kit/screens.ts";
import { may } from "@visadesk/contract/permissions.ts";

export const workbenchScreens = screens({
  home: { path: "/home", title: "首页", load: () => import("./home.tsx") },
  workbench: { path: "/workbench", redirect: "/workbench/workbench-list" },
  "workbench-list": {
    path: "/workbench/workbench-list",
    title: "工作台",
    may: may.workbench,
    menu: { group: "工作台", badge: "task_count" },
    load: () => import("./workbench-list.tsx"),
  },
});
