/** What peers are told of their orders. */
import { beforeAll, expect, test } from "vitest";
import { q, rows } from "#kit/db/sql.ts";
import { orderDesk, type OrderDesk } from "../../testing/make/order.ts";
import { makePeer } from "../../testing/make/peer.ts";
import { peerOrder } from "../../testing/make/peer-money.ts";
import { peerDoor } from "./peer-door.ts";

let desk: OrderDesk;
beforeAll(async () => {
  desk = await orderDesk();
});

test("the margin of a peer is that of its paid orders within the time whose people all have a settle price", async () => {
  const [peer, other] = [await makePeer(desk.db), await makePeer(desk.db)];
  const from = desk.clock.now();
  const at = (days: number): Date => new Date(from.getTime() + days * 86_400_000);
  const made = [];
  for (const [paid, price] of [
    [1, 20_000],
    [2, 30_000],
    [3, null],
    [90, 20_000],
  ] as const) {
    const o = await peerOrder(desk, peer.id);
    await rows(desk.db, q`update orders set paid_at = ${at(paid)} where id = ${o.id}`);
    await rows(desk.db, q`update applicants set settle_price = ${price}::int8 where order_id = ${o.id}`);
    made.push(o);
  }
  const unknown = await peerOrder(desk, other.id);
  await rows(desk.db, q`update orders set paid_at = ${at(1)} where id = ${unknown.id}`);
  const official = await rows<{ id: number; n: number }>(
    desk.db,
    q`select order_id as id, sum(payable)::int8 as n from order_fees where kind in ('embassy', 'centre') group by order_id`,
  );
  const own = made.slice(0, 2).map((o, i) => o.payable - (official.find((f) => f.id === o.id)?.n ?? 0) - (i === 0 ? 20_000 : 30_000));
  expect(await peerDoor.marginOf(desk.db, [peer.id, other.id], from, at(90))).toEqual(new Map([[peer.id, (own[0] ?? 0) + (own[1] ?? 0)]]));
});
