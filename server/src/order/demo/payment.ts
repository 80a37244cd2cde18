/** How a demo order was paid: by a customer through a channel, by a peer out of its accounts. */
import { wayBack, type PayMethod, type WayBack } from "../../ledger/index.ts";
import type { OrderRow } from "../flow/facts.ts";
import type { DemoPeer } from "./peers.ts";
import type { Wallet } from "./wallet.ts";
import type { World } from "./world.ts";

const CHANNELS = ["wechat", "alipay", "channel"] as const;
type Row = ReturnType<typeof rowOf>;
/** The ways that a sum would go, by what the peer owes at that moment. */
export type WaysOf = (owed: number) => WayBack[];
export interface Payment {
  at: Date;
  rows: readonly Row[];
  /** Out of a peer's accounts: what goes back to it goes at once. */
  wallet: Wallet | null;
  /** Sets so much aside to go back. */
  take(amount: number, at: Date): WaysOf;
  /** It has left. */
  left(ways: readonly WayBack[]): void;
}

const rowOf = (id: number, order_id: number, { method, amount }: { method: PayMethod; amount: number }, at: Date) => ({
  id,
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
  const rows = parts.map((p) => rowOf(world.bulk.id("order_payments"), order.id, p, at));
  for (const r of rows) world.bulk.add("order_payments", r);
  const taken = new Map<number, number>();
  const add = (to: Map<number, number>, ways: readonly WayBack[]): void =>
    ways.forEach((w) => to.set(w.payment_id, (to.get(w.payment_id) ?? 0) + w.amount));
  return {
    at,
    rows,
    wallet: accounts && peer ? peer.wallet : null,
    take: (sum, when) => {
      const paid = rows.map((r) => ({
        payment_id: r.id,
        method: r.method,
        amount: r.amount,
        source: "order" as const,
        source_id: order.id,
        paid_at: at,
        trade_no: r.trade_no,
        returned: taken.get(r.id) ?? 0,
      }));
      add(taken, wayBack(sum, paid, 0, when).ways);
      return (owed) => wayBack(sum, paid, owed, when).ways;
    },
    left: (ways) => {
      for (const w of ways) for (const r of rows) if (r.id === w.payment_id) r.refunded += w.amount;
    },
  };
}
