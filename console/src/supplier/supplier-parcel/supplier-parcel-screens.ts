import { listRoutes } from "@visadesk/contract/list-routes.ts";
import { screens } from "#kit/screens.ts";

export const supplierParcelScreens = screens({
  "supplier-logistics-list": {
    ...listRoutes["supplier-logistics-list"],
    title: "供应商物流",
    menu: { group: "供应商管理" },
    load: () => import("./supplier-parcel-list.tsx"),
  },
});
