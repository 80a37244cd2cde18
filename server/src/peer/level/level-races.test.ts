/** Decisions upon a quarter's re-grading while somebody else decides the same, on a real PostgreSQL. */
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { onEmbedded } from "../../testing/database.ts";
import { makePeers } from "../../testing/make/peer.ts";

const AT_ONCE = 10;
const LINES = 6;

describe.skipIf(onEmbedded())("at once", () => {
  let app: TestApp;
  let [admin, other] = [] as unknown as [Client, Client];
  let run = 0;
  beforeAll(async () => {
    app = await testApp();
    [admin, other] = [await app.as("admin"), await app.as("admin")];
    await makePeers(app.db, LINES, { level_id: "V3" });
  });
  beforeEach(async () => {
    await rows(app.db, q`update peers set level_id = 'V3'`);
    await rows(app.db, q`delete from peer_level_lines`);
    const made = await row<{ id: number }>(
      app.db,
      q`insert into peer_level_runs (quarter, apply_at, created_at) values (${`20${30 + ++run}-Q1`}, ${new Date(app.clock.now().getTime() + 86_400_000)}, ${app.clock.now()}) returning id`,
    );
    await rows(
      app.db,
      q`insert into peer_level_lines (run_id, peer_id, from_level, to_level, figures, created_at, updated_at)
        select ${made?.id ?? 0}, p.id, 'V3', 'V2', '{"gmv":0,"orders":0,"topup":0}', ${app.clock.now()}, ${app.clock.now()} from peers p`,
    );
  });
  const lines = async (): Promise<number[]> => (await admin.call("peer_level_run_query", {})).list.map((l) => l.id);
  const stands = () =>
    rows<{ decision: string; level_id: string; n: number }>(
      app.db,
      q`select l.decision, p.level_id, count(*)::int as n from peer_level_lines l join peers p on p.id = l.peer_id group by 1, 2 order by 1`,
    );
  const key = () => ({ idempotency_key: crypto.randomUUID() });
  const told = (a: { ret?: number | undefined; msg: string }) => (a.ret === 0 ? "" : a.msg);

  test("peer 13: the same lines kept by one and lowered by another are decided once, whole", async () => {
    const ids = await lines();
    const answers = await Promise.all([
      admin.raw("peer_level_run_decide", { ids, decision: "keep", reason: "下月有大团", ...key() }),
      other.raw("peer_level_run_decide", { ids: ids.toReversed(), decision: "apply", reason: "", ...key() }),
    ]);
    expect(answers.map(told).toSorted()).toEqual(["", "部分复核已处理，请刷新后再试"]);
    const kept = answers[0]?.ret === 0;
    expect(await stands()).toEqual([{ decision: kept ? "keep" : "apply", level_id: kept ? "V3" : "V2", n: LINES }]);
  });

  test("peer 13: all of a filter, ten times at once, lowers each one step", async () => {
    const body = { filter: { decision: ["pending" as const] }, expected_count: LINES, decision: "apply" as const, reason: "" };
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => admin.raw("peer_level_run_decide", { ...body, ...key() })));
    expect(answers.filter((a) => a.ret === 0)).toHaveLength(1);
    expect(new Set(answers.map(told))).toEqual(new Set(["", `名单已变化：预计 ${LINES}，现为 0`]));
    expect(await stands()).toEqual([{ decision: "apply", level_id: "V2", n: LINES }]);
  });

  test("peer 13: a decision in the night on which the rest takes effect stands, and nobody goes down twice", async () => {
    const ids = await lines();
    await rows(app.db, q`update peer_level_runs set apply_at = ${app.clock.now()} where applied_at is null`);
    await rows(
      app.db,
      q`insert into jobs (job, key, payload, run_at, created_at) select 'peer_level_run', 'race' || n, '{}', ${app.clock.now()}, ${app.clock.now()} from generate_series(1, 2) n`,
    );
    const [kept] = await Promise.all([
      admin.raw("peer_level_run_decide", { ids: ids.slice(0, 1), decision: "keep", reason: "下月有大团", ...key() }),
      app.runJobs(),
      app.runJobs(),
    ]);
    const levels = await stands();
    expect(levels.reduce((n, l) => n + l.n, 0)).toBe(LINES);
    expect(levels).toEqual(
      kept.ret === 0
        ? [
            { decision: "apply", level_id: "V2", n: LINES - 1 },
            { decision: "keep", level_id: "V3", n: 1 },
          ]
        : [{ decision: "apply", level_id: "V2", n: LINES }],
    );
  });
});
