/** Bodies of once.test.ts for reminders, refunds and claims of orders; the administrator calls them. */
import type { TestApp } from "../app.ts";
import type { OrderDesk } from "../make/order.ts";
import type { Client } from "../client.ts";
import { refundOnce } from "./refund.ts";
import { refuseClaimOnce } from "./refuse-claim.ts";

function remindOnce(_app: () => TestApp, admin: () => Client, desk: () => OrderDesk) {
  const raised = async () => {
    const o = await desk().order();
    const { id, version } = await admin().call("order_remind_add", { order_id: o.id, kind: "pay", content: "请在今天内完成支付" });
    return { id, version };
  };
  const handler_id = (): number => desk().staff.get("service") ?? 0;
  return {
    bodies: {
      order_remind_send: () => raised(),
      order_remind_send_batch: async () => ({ ids: [(await raised()).id], channel: "phone" as const }),
      order_remind_transfer_batch: async () => ({ ids: [(await raised()).id], handler_id: handler_id(), reason: "转给值班客服" }),
    },
    other: {
      order_remind_send: { content: "请尽快完成支付" },
      order_remind_send_batch: { channel: "sms" as const },
      order_remind_transfer_batch: { reason: "转给晚班客服" },
    },
  };
}

export function orderOnce(...world: readonly [() => TestApp, () => Client, () => OrderDesk]) {
  const [refund, claim, remind] = [refundOnce(...world), refuseClaimOnce(...world), remindOnce(...world)];
  return {
    bodies: { ...refund.bodies, ...claim.bodies, ...remind.bodies },
    other: { ...refund.other, ...claim.other, ...remind.other },
  };
}
