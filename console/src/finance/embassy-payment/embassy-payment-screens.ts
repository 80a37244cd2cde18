import { listRoutes } from "@visadesk/contract/list-routes.ts";
import { screens } from "#kit/screens.ts";

export const embassyPaymentScreens = screens({
  "embassy-payment-list": {
    ...listRoutes["embassy-payment-list"],
    title: "使馆费手动支付",
    menu: { group: "财务管理" },
    load: () => import("./embassy-payment-list.tsx"),
  },
  "embassy-payment-add": {
    path: "/finance/embassy-payment/add",
    title: "新增使馆费手动支付",
    under: "embassy-payment-list",
    load: () => import("./embassy-payment-form.tsx"),
  },
  "embassy-payment-edit": {
    path: "/finance/embassy-payment/edit/:id",
    title: "编辑使馆费手动支付",
    under: "embassy-payment-list",
    load: () => import("./embassy-payment-form.tsx"),
  },
  "embassy-payment-view": {
    path: "/finance/embassy-payment/view/:id",
    title: "使馆费手动支付详情",
    under: "embassy-payment-list",
    load: () => import("./embassy-payment-view.tsx"),
  },
});
