/** Work orders and their configurations while somebody else does the same, on a real PostgreSQL. */
import { beforeAll, describe, expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import { onEmbedded } from "../../testing/database.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { configBody, key, workOrderDeskOf, type WorkOrderDesk } from "../../testing/make/work-order.ts";

const AT_ONCE = 10;

describe.skipIf(onEmbedded())("at once", () => {
  let app: TestApp;
  let d: WorkOrderDesk;
  beforeAll(async () => {
    app = await testApp();
    d = await workOrderDeskOf(app);
  });

  test("peer 21: ten drafts of one code published at once leave one live, and those under way keep theirs", async () => {
    const first = await d.config();
    const w = await d.add(first.id, (await d.peer()).id);
    const drafts = [];
    for (let i = 0; i < AT_ONCE; i++)
      drafts.push(await d.admin.call("work_order_config_add", { ...configBody({ code: first.code }), ...key() }));
    const answers = await Promise.all(
      drafts.map((c) => d.admin.raw("work_order_config_publish", { id: c.id, version: c.version, ...key() })),
    );
    expect(answers.map((a) => [a.status, a.ret, a.msg])).toEqual(drafts.map(() => [200, 0, ""]));
    const live = await rows<{ id: number; config_version: number }>(
      app.db,
      q`select id, config_version from work_order_configs where code = ${first.code} and config_status = 'live'`,
    );
    expect(live).toEqual([{ id: live[0]?.id, config_version: AT_ONCE + 1 }]);
    expect(await rows(app.db, q`select config_id as id from work_order_config_places where code = ${first.code}`)).toEqual([
      { id: live[0]?.id },
    ]);
    expect((await d.now(w.id)).config_id).toBe(first.id);
  });

  test("peer 21: one draft published twenty times at once goes live once", async () => {
    const c = await d.admin.call("work_order_config_add", { ...configBody(), ...key() });
    const call = () => d.admin.raw("work_order_config_publish", { id: c.id, version: c.version, ...key() });
    const answers = await Promise.all(Array.from({ length: 20 }, call));
    expect(answers.filter((a) => a.status === 200 && a.ret === 0)).toHaveLength(1);
    expect(new Set(answers.filter((a) => a.status !== 200).map((a) => a.msg))).toEqual(
      new Set(["记录已被他人修改，请刷新后再试：现在是「已发布」"]),
    );
  });

  test("peer 20: two clocks at once tell each step once", async () => {
    const { id: config } = await d.config({ resolve_minutes: 120, escalate: [{ at_percent: 50, to: "handler" }] });
    const peer = await d.peer();
    const ids: number[] = [];
    for (let i = 0; i < AT_ONCE; i++) ids.push((await d.add(config, peer.id)).id);
    app.clock.advance(70 * 60_000);
    await rows(
      app.db,
      q`insert into jobs (job, key, payload, run_at, created_at) select 'work_order_clock', 'race' || n, '{}', ${app.clock.now()}, ${app.clock.now()} from generate_series(1, 4) n`,
    );
    await Promise.all([app.runJobs(), app.runJobs(), app.runJobs(), app.runJobs()]);
    const told = await row<{ n: number }>(
      app.db,
      q`select count(*)::int as n from outbound_messages where ref_noun = 'work_order' and ref_id = any(${ids}::int8[]) and content like '工单已用去%'`,
    );
    expect(told?.n).toBe(AT_ONCE);
  });

  test("a work order that two take, resolve or pass on at once is moved once", async () => {
    const { id: config } = await d.config();
    const w = await d.add(config, (await d.peer()).id);
    const taken = await Promise.all(
      Array.from({ length: AT_ONCE }, () => d.service.raw("work_order_take", { id: w.id, version: w.version })),
    );
    expect(taken.filter((a) => a.ret === 0)).toHaveLength(1);
    const now = await d.of(w.id);
    const said = await Promise.all(
      Array.from({ length: AT_ONCE }, () => d.service.raw("work_order_reply", { ...now, text: "请稍候", ...key() })),
    );
    expect(said.filter((a) => a.ret === 0)).toHaveLength(1);
    expect((await d.now(w.id)).messages).toHaveLength(1);
  });
});
