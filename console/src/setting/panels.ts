import { lazy } from "react";
import type { Panel } from "#kit/app/panel-registry.ts";
import { may } from "@visadesk/contract/permissions.ts";

export const settingPanels: Readonly<Record<string, Panel>> = {
  "sys-config": { title: "系统参数", may: may.sys_config, width: 780, part: lazy(() => import("./sys-config/sys-config.tsx")) },
  "operation-log": { title: "操作日志", may: may.operation_log, width: 1080, part: lazy(() => import("./log/operation-log.tsx")) },
  "record-log": { title: "日志", width: 560, part: lazy(() => import("./log/record-log.tsx")) },
  "my-duty": { title: "我的值班", width: 1080, part: lazy(() => import("./duty/duty-board.tsx")) },
};
