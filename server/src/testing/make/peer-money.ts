/** Money of peers for tests: registered top-ups, orders that are theirs. */
import type { InputOf } from "@visadesk/contract/index.ts";
import type { Db } from "#kit/db/db.ts";
import { q, raw, row, rows } from "#kit/db/sql.ts";
import type { HungSupplierFile } from "./hung-files.ts";
import type { Made, OrderDesk, OrderFacts } from "./order.ts";
import { makePeer } from "./peer.ts";
import { ownFile } from "./supplier.ts";

type TopUp = Omit<InputOf<"peer_top_up_add">, "idempotency_key"> & { trade_no: string };

/** A top-up that came in an hour ago, registered by `worker_id`. */
export const topUpBody = async (
  at: { db: Db; now: Date; worker_id: number },
  peer_id: number,
  more: Partial<TopUp> = {},
): Promise<TopUp> => ({
  peer_id,
  purpose: "top_up",
  amount: 100_000,
  method: "wechat",
  trade_no: crypto.randomUUID(),
  paid_at: new Date(at.now.getTime() - 3_600_000).toISOString(),
  proof_files: [await ownFile(at.db, at.worker_id, at.now)],
  note: "",
  ...more,
});

/** An unpaid order of a peer. */
export async function peerOrder(desk: OrderDesk, peerId: number, facts: OrderFacts = {}): Promise<Made & { payable: number }> {
  const made = await desk.order({ customer_kind: "peer", peer_id: peerId, ...facts });
  return { ...made, payable: (await desk.facts(made.id)).order.amount_payable };
}

/** A proof on a top-up of a peer that nobody looks after. */
export async function hangTopUp(desk: Pick<OrderDesk, "db" | "file">): Promise<HungSupplierFile> {
  const key = await desk.file("image/jpeg", 1_000, []);
  const { id } = await makePeer(desk.db);
  const made = await row<{ id: number }>(
    desk.db,
    q`insert into peer_top_ups (peer_id, purpose, amount, method, trade_no, paid_at, proof_files, created_at)
      select ${id}, 'top_up', 100, 'bank', ${key}, p.created_at, ${[key]}::text[], p.created_at from peers p where p.id = ${id} returning id`,
  );
  return { purpose: "peer_top_up", noun: "peer_top_up", noun_id: made?.id ?? 0, key };
}

/** Paid orders of a peer, a written one again and again, past every posting: for figures of many. */
export async function paidOrders(
  db: Db,
  pattern: number,
  peerId: number,
  of: { count: number; paid: number; refunded?: number; at: Date },
): Promise<void> {
  const own = ["order_no", "peer_id", "customer_kind", "amount_paid", "amount_refunded", "paid_at", "pay_status"];
  const columns = await rows<{ name: string }>(
    db,
    q`select quote_ident(column_name) as name from information_schema.columns where table_name = 'orders' and table_schema = current_schema()
      and is_identity = 'NO' and is_generated = 'NEVER' and column_name <> all (${own}::text[]) order by ordinal_position`,
  );
  const same = raw(columns.map((c) => c.name).join(", "));
  await rows(
    db,
    q`
    insert into orders (order_no, peer_id, customer_kind, amount_paid, amount_refunded, paid_at, pay_status, ${same})
    select left(replace(gen_random_uuid()::text, '-', ''), 20), ${peerId}, 'peer', ${of.paid}::int8, ${of.refunded ?? 0}::int8, ${of.at}, 'paid', ${same}
    from orders, generate_series(1, ${of.count}) where id = ${pattern}`,
  );
}
