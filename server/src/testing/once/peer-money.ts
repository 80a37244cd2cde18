/** Bodies of once.test.ts for money of peers, and what is posted by hand. */
import type { TestApp } from "../app.ts";
import type { Client } from "../client.ts";
import { makePeer } from "../make/peer.ts";
import { peerOrder, topUpBody } from "../make/peer-money.ts";
import type { OrderDesk } from "../make/order.ts";
import { adjustmentOnce } from "./adjustment.ts";
import { workerId } from "../make/supplier.ts";

export function peerMoneyOnce(app: () => TestApp, _admin: () => Client, desk: () => OrderDesk) {
  const byHand = adjustmentOnce(app);
  const credit = { settle_mode: "credit" as const, credit_days: 30, credit_limit: 5_000_000 };
  return {
    bodies: {
      ...byHand.bodies,
      peer_top_up_add: async () => {
        const { db, clock } = app();
        const at = { db, now: clock.now(), worker_id: await workerId(db, "admin") };
        return topUpBody(at, (await makePeer(db)).id);
      },
      order_diff_deduct: async () => {
        const order = await peerOrder(desk(), (await makePeer(app().db, credit)).id);
        await desk().pay(order.id);
        const { id, version } = await desk().call("order_diff_add", {
          order_id: order.id,
          fee_kind: "other",
          amount: 5_000,
          reason: "补收翻译费",
          payer: "peer",
          is_blocking: false,
        });
        return { id, version };
      },
    },
    other: { ...byHand.other, peer_top_up_add: { note: "另一笔" }, order_diff_deduct: { version: 99 } },
  };
}
