import { listRoutes } from "@visadesk/contract/list-routes.ts";
import { screens } from "#kit/screens.ts";

export const orderScreens = screens({
  order: { path: "/order", redirect: "/order/list" },
  "order-order-list": { path: "/order/order-list", redirect: "/order/list" },
  "admin-order-list": {
    ...listRoutes["admin-order-list"],
    title: "订单查看",
    menu: { group: "订单管理" },
    load: () => import("./list/admin-order-list.tsx"),
  },
  "admin-order-detail": {
    path: "/order/admin-order/detail/:orderId",
    title: "订单详情",
    under: "admin-order-list",
    load: () => import("./order/admin-order-detail.tsx"),
  },
  "admin-applicant-detail": {
    path: "/order/admin-applicant-detail/:orderId/:applicantId",
    title: "申请人详情",
    under: "admin-order-list",
    load: () => import("./applicant/admin-applicant-detail.tsx"),
  },
  "order-list": {
    ...listRoutes["order-list"],
    title: "订单处理",
    menu: { group: "订单管理" },
    load: () => import("./list/order-list.tsx"),
  },
  "order-detail": {
    path: "/order/detail/:orderId",
    title: "订单处理详情",
    under: "order-list",
    load: () => import("./order/order-detail.tsx"),
  },
  "applicant-detail": {
    path: "/order/applicant-detail/:orderId/:applicantId",
    title: "申请人处理",
    under: "order-list",
    load: () => import("./applicant/applicant-detail.tsx"),
  },
  "applicant-interview-print": {
    path: "/order/applicant-interview-print/:orderId/:applicantId",
    title: "赴馆通知单",
    under: "order-list",
    hide_nav: true,
    load: () => import("./applicant/applicant-interview-print.tsx"),
  },
  "order-spend-time": {
    ...listRoutes["order-spend-time"],
    title: "订单耗时",
    menu: { group: "订单管理" },
    load: () => import("./spend/spend-page.tsx"),
  },
  "order-expired-order": {
    ...listRoutes["order-expired-order"],
    title: "过期订单",
    menu: { group: "订单管理" },
    load: () => import("./expire/expire-list.tsx"),
  },
  "order-refund-review-list": {
    ...listRoutes["order-refund-review-list"],
    title: "退款审核",
    menu: { group: "订单管理" },
    load: () => import("./refund/refund-list.tsx"),
  },
  "order-refund-review-detail": {
    path: "/order/order-refund-review-detail/:id",
    title: "退款审核详情",
    under: "order-refund-review-list",
    load: () => import("./refund/refund-view.tsx"),
  },
  "order-refuse-no-worry-order": {
    ...listRoutes["order-refuse-no-worry-order"],
    title: "拒签无忧订单",
    menu: { group: "订单管理", badge: "reject_product_count" },
    load: () => import("./claim/refuse-claim-list.tsx"),
  },
  "order-remind-list": {
    ...listRoutes["order-remind-list"],
    title: "订单提醒",
    menu: { group: "订单管理" },
    load: () => import("./remind/order-remind-list.tsx"),
  },
  "order-evaluate": {
    ...listRoutes["order-evaluate"],
    title: "订单评价",
    menu: { group: "订单管理" },
    load: () => import("./evaluate/evaluate-list.tsx"),
  },
  "order-evaluate-detail": {
    path: "/order/order-evaluate-detail/:id",
    title: "评价详情",
    under: "order-evaluate",
    load: () => import("./evaluate/evaluate-view.tsx"),
  },
});
