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
  "msg-remind-detail": {
    path: "/workbench/msg-remind-detail/:msgId/:reminderMsgId",
    title: "消息提醒详情",
    under: "workbench-list",
    load: () => import("./message/msg-remind-detail.tsx"),
  },
  "msg-remind-review": {
    path: "/workbench/msg-remind-review/:msgId",
    title: "提醒结果审核",
    under: "workbench-list",
    load: () => import("./message/msg-remind-review.tsx"),
  },
});
