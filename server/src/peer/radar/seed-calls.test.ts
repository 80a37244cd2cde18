import { expect, test } from "vitest";
import type { CtxOf } from "#kit/call/context.ts";
import { q, row } from "#kit/db/sql.ts";
import { principalFor, readCtx } from "../../testing/ctx.ts";
import { makePeer } from "../../testing/make/peer.ts";
import { paidOrders } from "../../testing/make/peer-money.ts";
import { peerDesk } from "../../testing/make/peer-desk.ts";
import { seedCalls } from "./seed-calls.ts";

test("the demo's mornings: calls that were made with what came of them, some that wait, none on a day off, made once", async () => {
  const { db, id: of, pattern } = await peerDesk();
  const now = new Date("2026-11-29T07:00:00.000Z");
  const bd = of("business_1");
  for (let i = 0; i < 12; i++) {
    const { id } = await makePeer(db, { bd_owner_id: bd });
    await paidOrders(db, pattern, id, { count: 117, paid: 1_000, at: new Date(now.getTime() - 45 * 86_400_000) });
  }
  const ctxOf: CtxOf = (tx, worker_id, at) => Promise.resolve(readCtx(tx, principalFor({ worker_id }), at));
  await seedCalls(db, now, ctxOf);
  const read = () =>
    row<{ waiting: number; made: number; last: string; off: number }>(
      db,
      q`select count(*) filter (where contacted_at is null)::int as waiting, count(*) filter (where contacted_at is not null)::int as made,
          max(listed_on)::text as last, count(*) filter (where extract(isodow from listed_on) > 5)::int as off from peer_calls`,
    );
  const made = await read();
  expect(made).toMatchObject({ last: "2026-11-27", off: 0 });
  expect(made?.waiting).toBeGreaterThan(0);
  expect(made?.made).toBeGreaterThan(0);
  await seedCalls(db, now, ctxOf);
  expect(await read()).toEqual(made);
});
