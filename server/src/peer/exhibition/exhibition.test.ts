/** Exhibitions from their planning to their end, with what came of them. */
import { beforeAll, describe, expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import { dayOf } from "#kit/range.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { asWrite } from "../../testing/ctx.ts";
import { makeFair, makeLead, type Fair } from "../../testing/make/exhibition.ts";
import { makePeer } from "../../testing/make/peer.ts";
import { workerId } from "../../testing/make/supplier.ts";
import { exhibitionJobs } from "./exhibition.jobs.ts";

let app: TestApp;
let admin: Client;
let bd: Client;
beforeAll(async () => {
  app = await testApp();
  [admin, bd] = [await app.as("admin"), await app.as("business_1")];
});
const refused = async (by: Client, name: Parameters<Client["raw"]>[0], body: object): Promise<[number | undefined, string]> => {
  const a = await by.raw(name, body);
  return [a.status === 200 ? a.ret : a.status, a.msg];
};
const now = (id: number) => admin.call("peer_exhibition_get", { id });
const dates = () => asWrite(app.db, null, app.clock.now(), async (ctx) => exhibitionJobs[0]?.run(ctx as never, {}, {} as never));
const put = async (id: number, from: number, to: number): Promise<void> => {
  const day = (n: number): string => dayOf(app.clock.now(), n);
  await rows(app.db, q`update peer_exhibitions set start_on = ${day(from)}, end_on = ${day(to)} where id = ${id}`);
};

describe("its days move it", () => {
  test("it begins on its first day, ends after its last, and one that nobody looked at is never begun", async () => {
    const [one, missed] = [await makeFair(admin), await makeFair(admin)];
    await dates();
    expect((await now(one.id)).exhibition_status).toBe("preparing");
    await put(one.id, 0, 0);
    await put(missed.id, -3, -1);
    await dates();
    expect([(await now(one.id)).exhibition_status, (await now(missed.id)).exhibition_status]).toEqual(["running", "reviewing"]);
    await put(one.id, -1, -1);
    await dates();
    await dates();
    expect((await now(one.id)).exhibition_status).toBe("reviewing");
  });

  test("once it began its first day stays, once it ended its last", async () => {
    const { id } = await makeFair(admin);
    await put(id, 0, 1);
    await dates();
    const day = (n: number): string => dayOf(app.clock.now(), n);
    const of = async () => ({ id, version: (await now(id)).version });
    expect(await refused(admin, "peer_exhibition_update", { ...(await of()), start_on: day(1) })).toEqual([
      17,
      "展会已开始，开始日期不能修改",
    ]);
    expect(await refused(admin, "peer_exhibition_update", { ...(await of()), end_on: day(-1) })).toEqual([17, "结束日期不能早于开始日期"]);
    await admin.call("peer_exhibition_update", { ...(await of()), end_on: day(2) });
    await put(id, -2, -1);
    await dates();
    expect(await refused(admin, "peer_exhibition_update", { ...(await of()), end_on: day(2) })).toEqual([
      17,
      "展会已闭展，结束日期不能修改",
    ]);
  });
});

test("it ends with a review and its costs, then nothing of it changes", async () => {
  const { id } = await makeFair(admin);
  await put(id, -2, -1);
  await dates();
  const of = async () => ({ id, version: (await now(id)).version });
  expect((await now(id)).moves).toEqual([{ move: "close", ok: false, missing: "请填写复盘" }]);
  expect(await refused(admin, "peer_exhibition_close", await of())).toEqual([1, "请填写复盘"]);
  await admin.call("peer_exhibition_update", { ...(await of()), review_note: "日本团签咨询最多" });
  expect(await refused(admin, "peer_exhibition_close", await of())).toEqual([1, "请补全费用"]);
  const nothing = [{ kind: "booth" as const, amount: 0, file: null }];
  expect(await refused(admin, "peer_exhibition_update", { ...(await of()), costs: nothing })).toEqual([400, "金额须大于0"]);
  await rows(app.db, q`update peer_exhibitions set costs = ${JSON.stringify(nothing)}::jsonb where id = ${id}`);
  expect((await now(id)).moves).toEqual([{ move: "close", ok: false, missing: "请补全费用" }]);
  expect(await refused(admin, "peer_exhibition_close", await of())).toEqual([1, "请补全费用"]);
  const costs = [
    { kind: "booth" as const, amount: 300_000, file: null },
    { kind: "travel" as const, amount: 45_050, file: null },
  ];
  expect((await admin.call("peer_exhibition_update", { ...(await of()), costs })).cost_total).toBe(345_050);
  await admin.call("peer_exhibition_close", await of());
  expect((await now(id)).exhibition_status).toBe("closed");
  expect(await refused(admin, "peer_exhibition_update", { ...(await of()), booth: "B9" })).toEqual([15, "展会已结束，不能修改"]);
  const lead = { exhibition_id: id, company: "迟到的旅行社", mobile: "13711999999", interest: "mid", idempotency_key: crypto.randomUUID() };
  expect(await refused(admin, "exhibition_lead_add", lead)).toEqual([1, "展会已结束，不能登记线索"]);
});

test("only what is prepared is called off", async () => {
  const fair: Fair = await makeFair(admin);
  await admin.call("peer_exhibition_cancel", { id: fair.id, version: fair.version, reason: "主办方延期" });
  expect(await now(fair.id)).toMatchObject({ exhibition_status: "cancelled", cancel_reason: "主办方延期" });
  const running = await makeFair(admin);
  await put(running.id, 0, 1);
  await dates();
  const body = { id: running.id, version: (await now(running.id)).version, reason: "主办方延期" };
  expect(await refused(admin, "peer_exhibition_cancel", body)).toEqual([2, "状态已变化，请刷新后再试"]);
});

test("owner, staff and guests fit, and days follow each other", async () => {
  const closed = await makePeer(app.db);
  await rows(app.db, q`update peers set peer_status = 'closed', closed_at = ${app.clock.now()} where id = ${closed.id}`);
  const viewer = await workerId(app.db, "viewer");
  const add = (more: object) =>
    makeFair(admin, more).then(
      () => "",
      (e: unknown) => String(e),
    );
  expect(await add({ owner_id: viewer })).toContain("负责人须在职，且有展会管理权限");
  expect(await add({ invited_peer_ids: [closed.id] })).toContain("邀请名单只能选合作中的同行");
  expect(await add({ start_on: "2026-12-03", end_on: "2026-12-01" })).toContain("结束日期不能早于开始日期");
  expect(await add({ qrcode_id: 1 })).toContain("渠道码不存在");
});

test("what came of it: leads, applications, admissions, orders; who was ours before stands apart", async () => {
  const peer = await makePeer(app.db);
  const won = await makePeer(app.db);
  const fair = await makeFair(admin, { invited_peer_ids: [peer.id, won.id], staff_ids: [admin.id, bd.id] });
  const leads = [];
  for (let n = 0; n < 4; n++) leads.push(await makeLead(n === 0 ? bd : admin, fair.id));
  const [first, second] = leads;
  await rows(app.db, q`update exhibition_leads set lead_status = 'won', peer_id = ${won.id} where id = ${first?.id}`);
  await rows(app.db, q`update exhibition_leads set lead_status = 'applied' where id = ${second?.id}`);
  await rows(app.db, q`update exhibition_leads set kind = 'peer', peer_id = ${peer.id} where id = ${leads[2]?.id}`);
  const page = await now(fair.id);
  expect(page).toMatchObject({ lead_new: 3, lead_peer: 1, applied: 2, won: 1, first_orders: 0, cost_per_peer: null, uncalled: 0 });
  expect(page.staff.find((s) => s.worker_id === bd.id)).toMatchObject({ lead_new: 1, lead_peer: 0, won: 1 });
  expect(page.staff.find((s) => s.worker_id === admin.id)).toMatchObject({ lead_new: 2, lead_peer: 1, applied: 1 });
  expect(new Map(page.invited.map((p) => [p.peer_id, p.is_here]))).toEqual(
    new Map([
      [peer.id, true],
      [won.id, false],
    ]),
  );
  const { list } = await admin.call("peer_exhibition_query", { keyword: fair.name, page_size: 100 });
  expect(list.find((e) => e.id === fair.id)).toMatchObject({ lead_new: 3, applied: 2, won: 1 });
  const stat = await admin.call("peer_exhibition_stat_get", {});
  expect(stat["all"]).toBe((await admin.call("peer_exhibition_query", {})).total);
  await rows(app.db, q`update exhibition_leads set created_at = created_at - interval '7 days' where id = ${leads[3]?.id}`);
  expect((await admin.call("peer_exhibition_stat_get", {}))["uncalled"]).toBe(
    (await admin.call("exhibition_lead_query", { is_late: true })).total,
  );
  expect((await now(fair.id)).staff.find((s) => s.worker_id === admin.id)?.uncalled).toBe(1);
});

test("whoever may not see margins gets none", async () => {
  const fair = await makeFair(admin, { staff_ids: [bd.id] });
  expect(await bd.call("peer_exhibition_get", { id: fair.id })).not.toHaveProperty("margin_90");
  expect((await now(fair.id)).margin_90).toBeNull();
  expect(await row(app.db, q`select review_note from peer_exhibitions where id = ${fair.id}`)).toEqual({ review_note: "" });
});
