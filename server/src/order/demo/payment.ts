/** How a demo order was paid: by a customer through a channel, by a peer out of its accounts. */
import type { PayMethod } from "../../ledger/index.ts";
import type { OrderRow } from "../flow/facts.ts";
import type { DemoPeer } from "./peers.ts";
import type { World } from "./world.ts";

const CHANNELS = ["wechat", "alipay", "channel"] as const;
type Row = ReturnType<typeof rowOf>;
export interface Payment {
  at: Date;
  rows: readonly Row[];
  /** Gives back: the row it came by has it, a peer's accounts get it as principal. Answers the way it goes. */
  back(amount: number, at: Date): PayMethod;
}

const rowOf = (order_id: number, { method, amount }: { method: PayMethod; amount: number }, at: Date) => ({
  order_id,
  method,
  amount,
  trade_no: CHANNELS.some((c) => c === method) ? `${at.getTime()}${order_id}` : null,
  proof: [],
  refunded: 0,
  paid_at: at.toISOString(),
  created_by: null,
  created_at: at.toISOString(),
});

export function payOrder(world: World, order: OrderRow, peer: DemoPeer | null, wished: Date): Payment {
  const amount = order.amount_payable;
  const accounts = peer?.wallet.pay(amount, wished) ?? null;
  const at = accounts?.at ?? wished;
  const parts = accounts?.parts ?? [{ method: world.random.pick(CHANNELS), amount }];
  const rows = parts.map((p) => rowOf(order.id, p, at));
  for (const r of rows) world.bulk.add("order_payments", r);
  return {
    at,
    rows,
    back: (sum, when) => {
      let left = sum;
      for (const r of rows) {
        const part = Math.min(left, r.amount - r.refunded);
        r.refunded += part;
        left -= part;
      }
      if (accounts) peer?.wallet.returns(sum, when);
      return accounts ? "principal" : (rows[0]?.method ?? "wechat");
    },
  };
}
