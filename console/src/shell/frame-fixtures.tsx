/** Screens of every kind the frame knows, for its tests. */
import { may } from "@visadesk/contract/permissions.ts";
import { LeaveGuard } from "#kit/form/save/leave-guard.tsx";
import { Link } from "#kit/app/location.tsx";
import type { registerShell } from "../testing/shell.tsx";

/** `changed` says whether the form of the page 代客下单 holds something unsaved. */
export const frameScreens = (changed: () => boolean): Parameters<typeof registerShell>[0] => ({
  "chat-list": {
    path: "/workbench/chat",
    title: "对话记录",
    may: may.workbench,
    menu: { group: "工作台", target: "_blank" },
    draw: () => <h1>对话</h1>,
  },
  "order-list": {
    path: "/order/list",
    title: "订单处理",
    may: may.order_process,
    menu: { group: "订单管理" },
    draw: () => (
      <>
        <h1>订单</h1>
        <Link to="/order/detail/7">七</Link>
        <Link to="/order/list?page=2">第二页</Link>
      </>
    ),
  },
  "order-add": {
    path: "/order/add",
    title: "代客下单",
    may: may.order_process,
    menu: { group: "订单管理" },
    draw: () => (
      <>
        <h1>下单</h1>
        <LeaveGuard changed={changed} kept="填写的内容留作草稿" />
        <Link to="/order/list">去列表</Link>
        <Link to="/order/add?step=2">下一步</Link>
      </>
    ),
  },
  "order-detail": { path: "/order/detail/:orderId", title: "订单处理详情", under: "order-list", draw: () => <h1>详情</h1> },
  "order-print": { path: "/order/print/:orderId", title: "打印", under: "order-list", hide_nav: true, draw: () => <h1>打印页</h1> },
  "finance-list": { path: "/finance/list", title: "余额", may: may.balance, menu: { group: "财务管理" }, draw: () => <h1>余额页</h1> },
});
