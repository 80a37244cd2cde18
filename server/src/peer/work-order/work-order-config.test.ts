/** Configurations of work orders: what may be kept, drafted, published and ended. */
import { beforeAll, describe, expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { configBody, key, workOrderDeskOf, type WorkOrderDesk } from "../../testing/make/work-order.ts";

let app: TestApp;
let d: WorkOrderDesk;
beforeAll(async () => {
  app = await testApp();
  d = await workOrderDeskOf(app);
});
const get = (id: number) => d.admin.call("work_order_config_get", { id });
const seen = async (id: number): Promise<{ id: number; version: number }> => ({ id, version: (await get(id)).version });
const field = (k: string) => ({ key: k, label: `字段${k}`, kind: "text" as const, required: false, options: [] });

test.each([
  ["名称", { name: "" }, "请输入名称"],
  ["编码", { code: "abc" }, "编码为5-12位大写字母或数字"],
  ["时限", { reply_minutes: 480 }, "首响时限须小于解决时限"],
  ["字段", { fields: [field("a"), field("a")] }, "字段标识不能重复"],
  ["选项", { fields: [{ ...field("a"), kind: "choice" as const, options: ["是"] }] }, "「字段a」至少需要两个不同的选项"],
  ["团队", { handler: "team" as const }, "请选择处理团队"],
  ["多余的团队", { team_id: 1 }, "处理人为团队时才选择处理团队"],
  ["对象", { scope: "level" as const }, "请选择适用的等级"],
  ["不存在的对象", { scope: "group" as const, scope_ids: ["987654"] }, "适用的分组不存在，请重新选择"],
  [
    "升级",
    {
      escalate: [
        { at_percent: 100, to: "handler" as const },
        { at_percent: 50, to: "handler" as const },
      ],
    },
    "每级升级的占比须大于上一级",
  ],
  ["升级给谁", { escalate: [{ at_percent: 100, to: "worker" as const }] }, "请选择升级给的员工"],
  ["大类", { code: "REFUND", category: "invoice" as const }, "编码REFUND已用于另一大类，请更换编码或大类"],
])("%s: refused at its field", async (_what, more, message) => {
  const a = await d.admin.raw("work_order_config_add", { ...configBody(), ...more, ...key() });
  const { issues } = a.body as { issues: { message: string }[] };
  expect(issues.map((i) => i.message)).toContain(message);
});

describe("publishing", () => {
  test("editing a live one makes the next draft; publishing it retires the one before", async () => {
    const first = await d.config({ name: "第一版" });
    const change = { ...(await seen(first.id)), name: "第二版" };
    const next = await d.admin.call("work_order_config_draft", { ...change, ...key() });
    expect([next.config_version, next.config_status, next.based_on, next.code]).toEqual([2, "draft", first.id, first.code]);
    expect((await get(first.id)).name).toBe("第一版");
    const twice = await d.admin.raw("work_order_config_draft", { ...(await seen(first.id)), ...key() });
    expect([twice.ret, twice.msg]).toEqual([11, "下一版草稿已存在，请直接编辑草稿"]);
    const live = await d.admin.raw("work_order_config_update", { ...(await seen(first.id)), name: "改不了" });
    expect([live.ret, live.msg]).toEqual([2, "已发布的版本不能修改，请起草下一版"]);
    const edited = await d.admin.call("work_order_config_update", { id: next.id, version: next.version, reply_minutes: 20 });
    await d.admin.call("work_order_config_publish", { id: next.id, version: edited.version, ...key() });
    const page = await get(next.id);
    expect([(await get(first.id)).config_status, page.config_status, page.reply_minutes, page.published_by_name]).toEqual([
      "retired",
      "live",
      20,
      "系统管理员",
    ]);
    expect(page.versions.map((v) => v.config_version)).toEqual([2, 1]);
  });

  test("one for part of the same peers as another is refused, the same peers are replaced", async () => {
    const first = await d.config({ name: "前一版", scope: "level", scope_ids: ["V1", "V2"] });
    const add = (scope_ids: string[]) =>
      d.admin.call("work_order_config_add", { ...configBody({ code: first.code, scope: "level", scope_ids }), ...key() });
    const overlap = await add(["V2", "V3"]);
    const said = await d.admin.raw("work_order_config_publish", { id: overlap.id, version: overlap.version, ...key() });
    expect([said.ret, said.msg]).toEqual([13, "「前一版」已对其中一部分同行发布，请先停用，或改适用范围"]);
    const same = await add(["V2", "V1"]);
    await d.admin.call("work_order_config_publish", { id: same.id, version: same.version, ...key() });
    expect([(await get(first.id)).config_status, (await get(same.id)).config_version]).toEqual(["retired", 2]);
  });

  test("the last one of a code that our own rules open is not retired; a draft cannot be", async () => {
    const { list } = await d.admin.call("work_order_config_query", { keyword: "SYSTEM" });
    const [system] = list;
    const body = { id: system?.id ?? 0, version: system?.version ?? 0, reason: "不用了" };
    const said = await d.admin.raw("work_order_config_retire", body);
    expect([said.ret, said.msg]).toEqual([12, "系统规则正在使用"]);
    const draft = await d.admin.call("work_order_config_add", { ...configBody(), ...key() });
    expect((await d.admin.raw("work_order_config_retire", { id: draft.id, version: draft.version, reason: "不用了" })).ret).toBe(2);
  });

  test("saving needs the button's code", async () => {
    await rows(app.db, q`update roles set module_group = array_remove(module_group, 100506101) where name = '客服'`);
    const refused = await d.service.raw("work_order_config_add", { ...configBody(), ...key() });
    expect([refused.status, refused.msg]).toEqual([403, "没有权限：编辑工单配置"]);
    expect((await d.service.call("work_order_config_query", {})).total).toBeGreaterThan(7);
    await rows(app.db, q`update roles set module_group = array_append(module_group, 100506101) where name = '客服'`);
  });
});

test("试运行: limits that would have broken, whose work it would be, answers that would not fit", async () => {
  const live = await d.config({ reply_minutes: 30, resolve_minutes: 480 });
  const peer = await d.peer();
  const quick = await d.add(live.id, peer.id);
  const slow = await d.add(live.id, peer.id);
  app.clock.advance(20 * 60_000);
  await d.service.call("work_order_reply", { ...(await d.of(quick.id)), text: "请按清单准备", ...key() });
  await d.service.call("work_order_resolve", { ...(await d.of(quick.id)), resolution: "solved", resolution_note: "已发清单给同行" });
  app.clock.advance(60 * 60_000);
  const fields = [{ ...field("why"), label: "事项", required: true }];
  const draft = await d.admin.call("work_order_config_draft", {
    ...(await seen(live.id)),
    fields,
    reply_minutes: 10,
    resolve_minutes: 60,
    ...key(),
  });
  expect(await d.admin.call("work_order_config_trial", { id: draft.id })).toEqual({
    total: 2,
    late_reply_before: 1,
    late_reply: 2,
    late_before: 0,
    late: 1,
    handlers: [{ name: "孙悦", count: 2, open: 1 }],
    unfit: [quick, slow].map((w) => ({ work_order_id: w.id, work_order_no: w.work_order_no, fault: "请填写事项" })),
  });
  const { count_30, late_rate } = await get(live.id);
  expect([count_30, late_rate]).toEqual([2, 0.5]);
  await d.admin.call("work_order_config_publish", { ...(await seen(draft.id)), ...key() });
  const own = await d.config({ code: live.code, scope: "level", scope_ids: ["V5"] });
  const figures = async (id: number) => (({ count_30: n, late_rate: late }) => [n, late])(await get(id));
  expect([await figures(draft.id), await figures(live.id), await figures(own.id)]).toEqual([
    [2, 0.5],
    [2, 0.5],
    [0, null],
  ]);
});

test("who hears of late matters is somebody who may work on them, then and when it is due; else it is the leader", async () => {
  const finance = await app.as("finance");
  const steps = (worker_id: number) => ({ escalate: [{ at_percent: 50, to: "worker" as const, worker_id }], resolve_minutes: 60 });
  const refused = await d.admin.raw("work_order_config_add", { ...configBody(), ...steps(finance.id), ...key() });
  expect(refused.body).toMatchObject({ issues: [{ path: "escalate", message: "升级给的员工须在职，且有工单权限" }] });
  const named = await app.as("service_1");
  const { id: config } = await d.config(steps(named.id));
  const w = await d.add(config, (await d.peer()).id);
  const role = q`(select role_id from workers where account = 'finance')`;
  await rows(app.db, q`update workers set role_id = ${role} where id = ${named.id}`);
  const leader = await row<{ id: number | null }>(
    app.db,
    q`update teams set leader_id = ${d.admin.id} where id = (select team_id from workers where id = ${d.service.id}) returning leader_id as id`,
  );
  app.clock.advance(40 * 60_000);
  await app.runJobs();
  const taken = await rows<{ to_id: number | null }>(app.db, q`select to_id from work_order_escalations where work_order_id = ${w.id}`);
  expect(taken).toEqual([{ to_id: leader?.id }]);
});

test("what the other choice asked for goes with it: the team of another handler, whom it was for before it was for all", async () => {
  const team_id = (await row<{ id: number }>(app.db, q`select id from teams where name = '客服'`))?.id ?? 0;
  const made = await d.config({ handler: "team", team_id, scope: "level", scope_ids: ["V2"] });
  const live = await d.admin.call("work_order_config_get", { id: made.id });
  const change = { id: live.id, version: live.version, handler: "cs" as const, scope: "all" as const };
  const next = await d.admin.call("work_order_config_draft", { ...change, ...key() });
  expect(next).toMatchObject({ handler: "cs", team_id: null, scope: "all", scope_ids: [] });
});
