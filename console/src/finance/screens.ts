/** Every screen of finance, in the order of the menu. */
import { listRoutes } from "@visadesk/contract/list-routes.ts";
import { screens } from "#kit/screens.ts";

export const financeScreens = screens({
  "export-list": {
    ...listRoutes["export-list"],
    title: "数据导出",
    menu: { group: "财务管理" },
    load: () => import("./export/export-list.tsx"),
  },
});
