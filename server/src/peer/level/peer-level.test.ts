import { beforeAll, describe, expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import { makePeer } from "../../testing/make/peer.ts";
import { peerDesk, type PeerDesk } from "../../testing/make/peer-desk.ts";
import { paidOrders } from "../../testing/make/peer-money.ts";
import { levelJobs } from "./level.jobs.ts";

let desk: PeerDesk;
beforeAll(async () => {
  desk = await peerDesk();
});
const run = (name: string): Promise<unknown> => desk.run(levelJobs, name);
const levelOf = async (id: number): Promise<string | undefined> =>
  (await row<{ level_id: string }>(desk.db, q`select level_id from peers where id = ${id}`))?.level_id;
const level = async (code: string) => (await desk.call("peer_level_query", {})).list.find((l) => l.code === code);
const version = async (code: string): Promise<number> => (await level(code))?.version ?? 0;

describe("peer 12: levels are earned by 90 days", () => {
  test("V3 by its 150th paid order overnight, not by a GMV that refunds brought down; a locked peer does not move", async () => {
    const [open, locked] = [
      await makePeer(desk.db, { level_id: "V2", bd_owner_id: desk.id("business_1") }),
      await makePeer(desk.db, { level_id: "V2" }),
    ];
    await rows(desk.db, q`update peers set level_locked_until = '2026-11-20', level_lock_reason = '旺季保级' where id = ${locked.id}`);
    for (const { id } of [open, locked]) {
      await paidOrders(desk.db, desk.pattern, id, { count: 1, paid: 20_800_000 - 148 * 1_000, refunded: 900_000, at: desk.ago(89) });
      await paidOrders(desk.db, desk.pattern, id, { count: 148, paid: 1_000, at: desk.ago(10) });
      await paidOrders(desk.db, desk.pattern, id, { count: 1, paid: 9_000_000, at: desk.ago(91) });
    }
    await run("peer_level_upgrade");
    expect([await levelOf(open.id), await levelOf(locked.id)]).toEqual(["V2", "V2"]);
    for (const { id } of [open, locked]) await paidOrders(desk.db, desk.pattern, id, { count: 1, paid: 100, at: desk.ago(0) });
    await run("peer_level_upgrade");
    expect([await levelOf(open.id), await levelOf(locked.id)]).toEqual(["V3", "V2"]);
    const told = await row<{ content: string }>(
      desk.db,
      q`select content from outbound_messages where template = 'peer_level' and channel = 'in_app'`,
    );
    expect(told?.content).toContain("等级由 V2 调整为 V3，达到升级门槛：近90天 GMV ¥199,001.00，150 单，充值 ¥0.00");
    expect((await desk.call("peer_level_lock_query", {})).list).toMatchObject([{ id: locked.id, level_id: "V2", earned_level: "V3" }]);
  });

  test("thresholds rise with the code, V1 asks for none, a level that somebody holds is not disabled", async () => {
    const refused = async (code: "V1" | "V3" | "V4", set: object) =>
      (await desk.refused("peer_level_update", { code, version: await version(code), ...set })).msg;
    const falls = await desk.refused("peer_level_preview", { code: "V4", gmv_min: 20_000_000 });
    const message = "门槛须随等级递增：V4 的GMV应高于 V3 的 ¥200,000.00";
    expect(falls).toMatchObject({ code: "guard_failed", msg: message, issues: [{ path: "gmv_min", message }] });
    expect(await refused("V4", { gmv_min: 20_000_000 })).toBe(message);
    expect(await refused("V1", { orders_min: 1 })).toBe("V1 不设门槛");
    expect(await refused("V1", { status: 0 })).toBe("V1 不能停用");
    expect(await refused("V3", { status: 0 })).toBe("仍有 1 家同行为 V3，不能停用");
    const saved = await desk.call("peer_level_update", {
      code: "V5",
      version: await version("V5"),
      fallback: { kind: "minus", amount: 5_000 },
      free_urgent: 6,
    });
    expect(saved).toMatchObject({ fallback: { kind: "minus", amount: 5_000 }, free_urgent: 6, peer_count: 0 });
    expect(await desk.refused("peer_level_update", { code: "V5", version: 1, free_urgent: 7 })).toMatchObject({ code: 409 });
  });

  test("a trial says who would move up and down", async () => {
    const said = await desk.call("peer_level_preview", { code: "V3", orders_min: 151 });
    expect(said.down).toMatchObject([{ from_level: "V3", to_level: "V2", orders: 150 }]);
    expect([said.up_count, said.down_count]).toEqual([0, 1]);
  });
});

describe("peer 13: a quarter's re-grading", () => {
  const lines = async () => (await desk.call("peer_level_run_query", { quarter: "2027-Q1" })).list;

  test("lowers one level at most, keeping needs a reason, what nobody decided applies on the 10th, the job twice makes one run", async () => {
    await rows(desk.db, q`update peers set level_id = 'V1', level_locked_until = null, level_lock_reason = ''`);
    const bd = desk.id("business_1");
    const made = [];
    for (const level_id of ["V5", "V4", "V3"] as const) made.push(await makePeer(desk.db, { level_id, bd_owner_id: bd }));
    const [v5, v4, v3] = made.map((p) => p.id) as [number, number, number];
    desk.clock.set("2026-12-31T18:00:00.000Z");
    expect(await run("peer_level_run")).toMatchObject({ lines: 3, applied: 0 });
    expect(await run("peer_level_run")).toMatchObject({ lines: 0, applied: 0 });
    const of = new Map((await lines()).map((l) => [l.peer_id, l]));
    expect(of.get(v5)).toMatchObject({
      from_level: "V5",
      to_level: "V4",
      asked_text: "GMV ≥ ¥1,200,000.00 或 单量 ≥ 900",
      decision: "pending",
    });
    const id = (peer: number): number => of.get(peer)?.id ?? 0;
    const noted = await desk.call("peer_level_line_note", { id: id(v4), version: 1, bd_note: "下月有大团，建议保留" });
    expect(noted).toMatchObject({ bd_note: "下月有大团，建议保留", version: 2 });
    expect((await desk.refused("peer_level_run_decide", { ids: [id(v4)], decision: "keep", reason: "" })).issues).toEqual([
      { path: "reason", message: "请输入保留原因" },
    ]);
    await desk.call("peer_level_run_decide", { ids: [id(v4)], decision: "keep", reason: "下月有大团" });
    await desk.call("peer_level_run_decide", { ids: [id(v3)], decision: "apply", reason: "" });
    expect(await Promise.all([v5, v4, v3].map(levelOf))).toEqual(["V5", "V4", "V2"]);
    expect((await desk.refused("peer_level_run_decide", { ids: [id(v3)], decision: "apply", reason: "" })).code).toBe("state_changed");
    const filter = { quarter: "2027-Q1" };
    const counted = await desk.refused("peer_level_run_decide", { filter, expected_count: 2, decision: "apply", reason: "" });
    expect(counted).toMatchObject({ code: "count_changed", msg: "名单已变化：预计 2，现为 1" });
    expect((await desk.call("peer_level_run_query", { queue: "level_review" })).list.map((l) => l.peer_id)).toEqual([v5]);
    desk.clock.set("2027-01-09T17:59:00.000Z");
    expect(await run("peer_level_run")).toMatchObject({ applied: 0 });
    desk.clock.set("2027-01-09T18:00:00.000Z");
    expect(await run("peer_level_run")).toMatchObject({ lines: 0, applied: 1 });
    expect(await run("peer_level_run")).toMatchObject({ lines: 0, applied: 0 });
    expect(await Promise.all([v5, v4, v3].map(levelOf))).toEqual(["V4", "V4", "V2"]);
    expect((await lines()).map((l) => l.decision).toSorted()).toEqual(["apply", "apply", "keep"]);
  });

  test("all of the list's filter at once: who is locked meanwhile keeps its level and is named, alone it is refused", async () => {
    const made = [];
    for (let n = 0; n < 3; n++) made.push(await makePeer(desk.db, { level_id: "V3" }));
    const [locked] = made;
    desk.clock.set("2027-06-30T18:00:00.000Z");
    await run("peer_level_run");
    await rows(
      desk.db,
      q`update peers set level_locked_until = '2027-12-31', level_lock_reason = '战略合作' where id = ${locked?.id ?? 0}`,
    );
    const { list } = await desk.call("peer_level_run_query", { quarter: "2027-Q3", from_level: ["V3"] });
    const own = list.find((l) => l.peer_id === locked?.id);
    const alone = await desk.refused("peer_level_run_decide", { ids: [own?.id ?? 0], decision: "apply", reason: "" });
    expect(alone.msg).toBe(`「${own?.peer_name}」等级已变化、已锁级或同行已停用，请选择保留`);
    const filter = { quarter: "2027-Q3", from_level: ["V3" as const], decision: ["pending" as const] };
    const said = await desk.call("peer_level_run_decide", { filter, expected_count: list.length, decision: "apply", reason: "" });
    expect(said).toEqual({ done: list.length - 1, left: [{ name: own?.peer_name, msg: "等级已变化、已锁级或同行已停用，保留原级" }] });
    expect(await Promise.all(made.map((p) => levelOf(p.id)))).toEqual(["V3", "V2", "V2"]);
  });

  test("a peer whose level was locked meanwhile keeps it", async () => {
    const { id } = await makePeer(desk.db, { level_id: "V4" });
    desk.clock.set("2027-03-31T18:00:00.000Z");
    await run("peer_level_run");
    await rows(desk.db, q`update peers set level_locked_until = '2027-06-30', level_lock_reason = '战略合作' where id = ${id}`);
    desk.clock.set("2027-04-09T18:00:00.000Z");
    await run("peer_level_run");
    expect(await levelOf(id)).toBe("V4");
    const line = (await desk.call("peer_level_run_query", { quarter: "2027-Q2" })).list.find((l) => l.peer_id === id);
    expect(line).toMatchObject({ decision: "keep", keep_reason: "等级已变化、已锁级或同行已停用", applied_at: null });
  });

  test("who earns its level by the line's own figures does not go down: alone refused, among several and at night kept and named", async () => {
    const made = [];
    for (let n = 0; n < 3; n++) made.push(await makePeer(desk.db, { level_id: "V2" }));
    const ids = made.map((p) => p.id);
    desk.clock.set("2027-09-30T18:00:00.000Z");
    await run("peer_level_run");
    await rows(
      desk.db,
      q`update peer_level_lines l set figures = '{"gmv": 99000000000, "orders": 99999, "topup": 0}' from peer_level_runs r
        where r.id = l.run_id and r.quarter = '2027-Q4' and l.peer_id = any(${ids.slice(1)}::int8[])`,
    );
    const list = (await desk.call("peer_level_run_query", { quarter: "2027-Q4" })).list;
    const [below, met, night] = ids.map((id) => list.find((l) => l.peer_id === id));
    expect([below?.is_earned, met?.is_earned, night?.is_earned]).toEqual([false, true, true]);
    const alone = await desk.refused("peer_level_run_decide", { ids: [met?.id ?? 0], decision: "apply", reason: "" });
    expect(alone.msg).toBe(`「${met?.peer_name}」数据已达 V2 门槛，请选择保留`);
    const said = await desk.call("peer_level_run_decide", { ids: [below?.id ?? 0, met?.id ?? 0], decision: "apply", reason: "" });
    expect(said).toEqual({ done: 1, left: [{ name: met?.peer_name, msg: "数据已达 V2 门槛，保留原级" }] });
    desk.clock.set("2027-10-09T18:00:00.000Z");
    await run("peer_level_run");
    expect(await Promise.all(ids.map(levelOf))).toEqual(["V1", "V2", "V2"]);
    const after = (await desk.call("peer_level_run_query", { quarter: "2027-Q4" })).list.find((l) => l.id === night?.id);
    expect(after).toMatchObject({ decision: "keep", keep_reason: "数据已达 V2 门槛", applied_at: null });
  });
});
