/** Money of peers for tests: registered top-ups, orders that are theirs. */
import type { InputOf } from "@visadesk/contract/index.ts";
import type { Db } from "#kit/db/db.ts";
import { q, row } from "#kit/db/sql.ts";
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
  method: "bank",
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
