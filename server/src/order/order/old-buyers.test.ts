/** Who an order says it is of: the table keeps kind and peer together, also for orders from before it did. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { q, raw, row, rows } from "#kit/db/sql.ts";
import { orderDesk, type OrderDesk } from "../../testing/make/order.ts";
import { makePeer } from "../../testing/make/peer.ts";

const FILE = path.resolve(import.meta.dirname, "../../../migrations/0053_peer_decisions.sql");
/** What it says of orders. */
const mended = readFileSync(FILE, "utf8")
  .split(/;\n/)
  .map((s) => s.replaceAll(/^--.*$/gm, "").trim())
  .filter((s) => /^(update|alter table) orders /.test(s));

let desk: OrderDesk;
let ids: number[];
let [agency, company] = [0, 0];
beforeAll(async () => {
  desk = await orderDesk();
  ids = [];
  for (let n = 0; n < 4; n++) ids.push((await desk.order()).id);
  [agency, company] = [(await makePeer(desk.db)).id, (await makePeer(desk.db, { business_kind: "corporate" })).id];
});
const put = (id: number, kind: string, peer: number | null) =>
  rows(desk.db, q`update orders set customer_kind = ${kind}, peer_id = ${peer} where id = ${id}`).then(
    () => null,
    (e: unknown) => (e instanceof Error && "constraint" in e ? e.constraint : String(e)),
  );

test("an order of a peer or a company names it, a direct one names nobody", async () => {
  const [id = 0] = ids;
  expect([await put(id, "peer", null), await put(id, "corporate", null), await put(id, "direct", agency)]).toEqual([
    "orders_buyer",
    "orders_buyer",
    "orders_buyer",
  ]);
  expect([await put(id, "peer", agency), await put(id, "corporate", company), await put(id, "direct", null)]).toEqual([null, null, null]);
});

test("orders from before: who is named says the kind, where nobody is named it is direct", async () => {
  const [a = 0, b = 0, c = 0, d = 0] = ids;
  await rows(desk.db, q`alter table orders drop constraint orders_buyer`);
  await put(a, "direct", agency);
  await put(b, "direct", company);
  await put(c, "peer", null);
  await put(d, "peer", agency);
  expect(mended).toHaveLength(3);
  for (const statement of mended) await rows(desk.db, q`${raw(statement)}`);
  const kind = async (id: number) =>
    row<{ customer_kind: string; peer_id: number | null }>(desk.db, q`select customer_kind, peer_id from orders where id = ${id}`);
  expect([await kind(a), await kind(b), await kind(c), await kind(d)]).toEqual([
    { customer_kind: "peer", peer_id: agency },
    { customer_kind: "corporate", peer_id: company },
    { customer_kind: "direct", peer_id: null },
    { customer_kind: "peer", peer_id: agency },
  ]);
});
