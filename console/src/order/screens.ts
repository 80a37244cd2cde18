import { screens } from "#kit/screens.ts";
import { may } from "@visadesk/contract/permissions.ts";

export const orderScreens = screens({
  order: { path: "/order", redirect: "/order/list" },
  "order-order-list": { path: "/order/order-list", redirect: "/order/list" },
  "admin-order-list": { path: "/order/admin-order-list", title: "订单查看", may: may.order_view, menu: { group: "订单管理" }, load: () => import("./admin-order-list.tsx") },
  "order-list": { path: "/order/list", title: "订单处理", may: may.order_process, menu: { group: "订单管理" }, load: () => import("./order-list.tsx") },
});
