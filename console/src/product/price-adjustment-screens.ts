import { screens } from "#kit/screens.ts";
import { may } from "@visadesk/contract/permissions.ts";

export const priceAdjustmentScreens = screens({
  "price-adjustment-list": {
    path: "/product/price-adjustment-list",
    title: "调价审核",
    may: may.price_adjustment,
    menu: { group: "产品管理" },
    load: () => import("./price-adjustment-list.tsx"),
  },
});
