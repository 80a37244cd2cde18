import { listRoutes } from "@visadesk/contract/list-routes.ts";
import { screens } from "#kit/screens.ts";

export const priceAdjustmentScreens = screens({
  "price-adjustment-list": {
    ...listRoutes["price-adjustment-list"],
    title: "调价审核",
    menu: { group: "产品管理" },
    load: () => import("./price-adjustment-list.tsx"),
  },
});
