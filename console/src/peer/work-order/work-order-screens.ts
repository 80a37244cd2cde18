import { listRoutes } from "@visadesk/contract/list-routes.ts";
import { screens } from "#kit/screens.ts";

export const workOrderScreens = screens({
  "peer-work-order-list": {
    ...listRoutes["peer-work-order-list"],
    title: "工单配置",
    menu: { group: "同行管理" },
    load: () => import("./work-order-list.tsx"),
  },
  "peer-work-order-add": {
    path: "/peer/work-order/add",
    title: "新增工单配置",
    under: "peer-work-order-list",
    load: () => import("./work-order-config-add.tsx"),
  },
  "peer-work-order-edit": {
    path: "/peer/work-order/edit/:id",
    title: "编辑工单配置",
    under: "peer-work-order-list",
    load: () => import("./work-order-config-edit.tsx"),
  },
});
