/** Bodies of once.test.ts for reminders, refunds and claims of orders, and for messages; the administrator calls them. */
import { q, row } from "#kit/db/sql.ts";
import type { TestApp } from "../app.ts";
import type { OrderDesk } from "../make/order.ts";
import type { Client } from "../client.ts";
import { msgOnce } from "./msg.ts";
import { orderImportOnce } from "./order-import.ts";
import { refundOnce } from "./refund.ts";
import { refuseClaimOnce } from "./refuse-claim.ts";
import { taskMarkOnce } from "./task-mark.ts";

function remindOnce(app: () => TestApp, admin: () => Client, desk: () => OrderDesk) {
  const raised = async () => {
    const o = await desk().order();
    const body = { order_id: o.id, kind: "pay" as const, content: "请在今天内完成支付" };
    const { id, version } = await admin().call("order_remind_add", { ...body, idempotency_key: crypto.randomUUID() });
    return { id, version };
  };
  const expired = async (): Promise<number> => {
    const at = app().clock.now();
    const made = await row<{ id: number }>(
      app().db,
      q`insert into order_expires (order_id, kind, due_at, expire_status, created_at, updated_at)
        values (${(await desk().order()).id}, 'travel', ${at}, 'expired', ${at}, ${at}) returning id`,
    );
    return made?.id ?? 0;
  };
  const handler_id = (): number => desk().staff.get("service") ?? 0;
  return {
    bodies: {
      order_remind_add: async () => ({ order_id: (await desk().order()).id, kind: "urge" as const, content: "客户询问办理进度" }),
      order_expire_contact: async () => ({ id: await expired(), content: "客户说下周提交" }),
      order_remind_send: () => raised(),
      order_remind_send_batch: async () => ({ ids: [(await raised()).id], channel: "phone" as const }),
      order_remind_transfer_batch: async () => ({ ids: [(await raised()).id], handler_id: handler_id(), reason: "转给值班客服" }),
    },
    other: {
      order_remind_add: { content: "客户再次询问进度" },
      order_expire_contact: { content: "客户说明天提交" },
      order_remind_send: { content: "请尽快完成支付" },
      order_remind_send_batch: { channel: "sms" as const },
      order_remind_transfer_batch: { reason: "转给晚班客服" },
    },
  };
}

export function orderOnce(...world: readonly [() => TestApp, () => Client, () => OrderDesk]) {
  const [refund, claim, remind, msg] = [refundOnce(...world), refuseClaimOnce(...world), remindOnce(...world), msgOnce(world[0])];
  const [entry, mark] = [orderImportOnce(world[0], world[1]), taskMarkOnce(world[0], world[2])];
  return {
    bodies: { ...refund.bodies, ...claim.bodies, ...remind.bodies, ...msg.bodies, ...entry.bodies, ...mark.bodies },
    other: { ...refund.other, ...claim.other, ...remind.other, ...msg.other, ...entry.other, ...mark.other },
  };
}
