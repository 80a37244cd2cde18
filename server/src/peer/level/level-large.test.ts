/** Levels and groups over all peers, on a real PostgreSQL; with SOAK over 5,000 of them and 200,000 paid orders. */
import { beforeAll, describe, expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import { onEmbedded } from "../../testing/database.ts";
import { makePeers } from "../../testing/make/peer.ts";
import { peerDesk, type PeerDesk } from "../../testing/make/peer-desk.ts";
import { paidOrders } from "../../testing/make/peer-money.ts";
import { levelJobs } from "./level.jobs.ts";

const [PEERS, ORDERS] = process.env["SOAK"] ? [5_000, 40] : [150, 4];
/** Milliseconds of one answer. */
const MOST = 1_000;

describe.skipIf(onEmbedded())("over all peers", () => {
  let desk: PeerDesk;
  beforeAll(async () => {
    desk = await peerDesk();
    const made = await makePeers(desk.db, PEERS, { level_id: "V2" });
    const [first] = made;
    // Round by round: one for each of them, spread over the last 200 days. No statement takes long.
    for (let n = 0; n < ORDERS; n++) {
      await paidOrders(desk.db, desk.pattern, first?.id ?? 0, {
        count: PEERS,
        paid: 10_000,
        at: desk.ago(1 + n * Math.floor(199 / ORDERS)),
      });
      await rows(
        desk.db,
        q`update orders o set peer_id = p.id from (select id, row_number() over (order by id) as n from peers) p,
            (select id, row_number() over (order by id desc) as n from orders order by id desc limit ${PEERS}) r where r.id = o.id and p.n = r.n`,
      );
    }
    for (const [n, rule] of [
      { activity: ["silent"] },
      { gmv_90d_min: 100_000 },
      { no_order_days: 30 },
      { level_from: "V2", balance_max: 0 },
    ].entries())
      await rows(
        desk.db,
        q`insert into peer_groups (name, kind, mode, rule, created_at, updated_at) values (${`规则${n}`}, 'audience', 'rule', ${JSON.stringify(rule)}::jsonb, ${desk.clock.now()}, ${desk.clock.now()})`,
      );
    await rows(desk.db, { pieces: ["analyze"], values: [] });
  }, 600_000);
  const took = async (work: () => Promise<unknown>): Promise<number> => {
    const from = performance.now();
    await work();
    return performance.now() - from;
  };

  test("every list, trial and count answers within a second", { timeout: 600_000 }, async () => {
    const asked = {
      levels: () => desk.call("peer_level_query", {}),
      preview: () => desk.call("peer_level_preview", { code: "V3", orders_min: 149 }),
      locks: () => desk.call("peer_level_lock_query", {}),
      groups: () => desk.call("peer_group_query", {}),
      members: () => desk.call("peer_group_preview", { kind: "audience", rule: { gmv_90d_min: 100_000, activity: ["active"] } }),
    };
    const times: Record<string, number> = {};
    for (const [name, ask] of Object.entries(asked)) times[name] = Math.round(await took(ask));
    expect(Object.entries(times).filter(([, ms]) => ms > MOST)).toEqual([]);
  });

  test("a night's look moves nobody twice", { timeout: 600_000 }, async () => {
    await rows(desk.db, q`update peer_levels set orders_min = 2 where code = 'V3'`);
    await desk.run(levelJobs, "peer_level_upgrade");
    const moved = await row<{ n: number }>(desk.db, q`select count(*)::int as n from peers where level_id = 'V3'`);
    expect(await desk.run(levelJobs, "peer_level_upgrade")).toEqual({ moved: 0 });
    expect(moved?.n).toBe((await row<{ n: number }>(desk.db, q`select count(*)::int as n from peers where level_id = 'V3'`))?.n);
  });
});
