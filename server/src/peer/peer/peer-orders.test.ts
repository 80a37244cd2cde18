import { beforeAll, expect, test } from "vitest";
import { peerDesk, type PeerDesk } from "../../testing/make/peer-desk.ts";
import { paidOrders } from "../../testing/make/peer-money.ts";
import { makePeer } from "../../testing/make/peer.ts";
import { q, rows } from "#kit/db/sql.ts";

let desk: PeerDesk;
beforeAll(async () => {
  desk = await peerDesk();
});

test("a peer's orders are listed a page at a time to whoever sees it; those that are over can be left out", async () => {
  const [peer, other] = [await makePeer(desk.db, { bd_owner_id: desk.id("business_1") }), await makePeer(desk.db)];
  await paidOrders(desk.db, desk.pattern, peer.id, { count: 3, paid: 10_000, refunded: 2_000, at: desk.ago(2) });
  await paidOrders(desk.db, desk.pattern, other.id, { count: 1, paid: 10_000, at: desk.ago(2) });
  const states = ["completed", "cancelled", "processing"];
  const made = await rows<{ id: number }>(desk.db, q`select id from orders where peer_id = ${peer.id} order by id`);
  for (const [i, o] of made.entries()) await rows(desk.db, q`update orders set order_status = ${states[i]} where id = ${o.id}`);
  const asks = { peer_id: peer.id };
  const page = await desk.call("peer_order_query", { ...asks, page_size: 2 });
  expect([page.total, page.list.length]).toEqual([3, 2]);
  expect(page.list[0]).toMatchObject({ order_status: "processing", amount_paid: 10_000, amount_refunded: 2_000 });
  expect((await desk.call("peer_order_query", { ...asks, is_open: true })).list.map((o) => o.id)).toEqual([made[2]?.id]);
  expect((await desk.call("peer_order_query", { ...asks, is_open: false })).total).toBe(2);
  const mine = desk.worker("business_1", true);
  expect((await desk.call("peer_order_query", asks, mine)).total).toBe(3);
  expect(await desk.refused("peer_order_query", { peer_id: other.id }, mine)).toMatchObject({
    code: "not_found",
    msg: "同行不存在或无权查看",
  });
});
