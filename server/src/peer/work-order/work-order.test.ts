/** Work orders from their opening to their end. */
import { beforeAll, describe, expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import type { Client } from "../../testing/client.ts";
import { eraseRows, filesOfOrder } from "../../order/order/erase.sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { asWrite } from "../../testing/ctx.ts";
import type { Made } from "../../testing/make/order.ts";
import { ownFile, workerId } from "../../testing/make/supplier.ts";
import { key, orderOfPeer, refused, workOrderDeskOf, type WorkOrderDesk } from "../../testing/make/work-order.ts";

let app: TestApp;
let d: WorkOrderDesk;
let config: number;
beforeAll(async () => {
  app = await testApp();
  d = await workOrderDeskOf(app);
  config = (await d.config()).id;
});
const fresh = async () => d.add(config, (await d.peer()).id);
const orderOf = (peer: number): Promise<Made> => orderOfPeer(app, peer);

describe("peer 22: whose it becomes", () => {
  test("peer 22: the most specific live configuration holds, a retired one never", async () => {
    const peer = await d.peer({ level_id: "V2" });
    const all = await d.config();
    const level = { code: all.code, scope: "level" as const, scope_ids: ["V2", "V3"] };
    const own = { code: all.code, scope: "peer" as const, scope_ids: [String(peer.id)] };
    const chosen = async (): Promise<number | undefined> =>
      (await d.service.call("work_order_form_get", { peer_id: peer.id })).list.find((c) => c.code === all.code)?.config_id;
    expect(await chosen()).toBe(all.id);
    const ofLevel = await d.config(level);
    expect(await chosen()).toBe(ofLevel.id);
    const ofPeer = await d.config(own);
    expect(await chosen()).toBe(ofPeer.id);
    const { version } = await d.admin.call("work_order_config_get", { id: ofPeer.id });
    await d.admin.call("work_order_config_retire", { id: ofPeer.id, version, reason: "不再单独约定" });
    expect(await chosen()).toBe(ofLevel.id);
    const body = { peer_id: peer.id, config_id: all.id, title: "不是这一版", answers: {}, ...key() };
    expect(await refused(d.service, "work_order_add", body)).toEqual([2, "工单配置已更新，请重新选择"]);
  });

  test("its CS handles it, a team's least loaded member, and whoever lacks the right gives way to the CS", async () => {
    const peer = await d.peer({ bd_owner_id: await workerId(app.db, "finance") });
    expect((await d.add(config, peer.id)).handler_name).toBe("孙悦");
    const bd = await d.config({ handler: "bd" });
    expect((await d.add(bd.id, peer.id)).handler_name).toBe("孙悦");
    const team = (await row<{ id: number }>(app.db, q`select id from teams where name = '客服'`))?.id ?? 0;
    const shared = await d.config({ handler: "team", team_id: team });
    const other = await d.peer({ bd_owner_id: d.service.id, cs_owner_id: null });
    const busy = await row<{ id: number }>(
      app.db,
      q`select w.id from workers w where w.team_id = ${team} and w.status = 1
        order by (select count(*) from work_orders t where t.handler_id = w.id and t.work_order_status = 'pending'), w.id limit 1`,
    );
    expect((await d.add(shared.id, other.id)).handler_id).toBe(busy?.id);
    expect((await d.add(config, other.id)).handler_id).toBeNull();
  });
});

describe("peer 21: answers", () => {
  test("peer 21: what breaks the pinned form is told by its label, also after the form has changed", async () => {
    const why = { key: "why", label: "咨询事项", kind: "choice" as const, required: true, options: ["材料", "时效"] };
    const first = await d.config({ fields: [why] });
    const peer = await d.peer();
    const body = (answers: object) => ({ peer_id: peer.id, config_id: first.id, title: "材料咨询", answers, ...key() });
    const said = await d.service.raw("work_order_add", body({ why: "其他" }));
    expect([said.ret, said.msg, (said.body as { issues: unknown }).issues]).toEqual([
      17,
      "咨询事项格式不正确",
      [{ path: "answers.why", message: "咨询事项格式不正确" }],
    ]);
    expect(await refused(d.service, "work_order_add", body({}))).toEqual([17, "请填写咨询事项"]);
    const w = await d.add(first.id, peer.id, { answers: { why: "材料" } });
    const live = await d.admin.call("work_order_config_get", { id: first.id });
    const fields = [{ ...why, label: "问题类型", options: ["签证", "出行"] }];
    const next = await d.admin.call("work_order_config_draft", { id: live.id, version: live.version, fields, ...key() });
    await d.admin.call("work_order_config_publish", { id: next.id, version: next.version, ...key() });
    expect(await d.now(w.id)).toMatchObject({ config_id: first.id, fields: [{ label: "咨询事项" }], answers: { why: "材料" } });
    expect(await refused(d.service, "work_order_add", body({ why: "材料" }))).toEqual([2, "工单配置已更新，请重新选择"]);
    expect((await d.add(next.id, peer.id, { answers: { why: "出行" } })).config_id).toBe(next.id);
  });

  test("an order that is asked for is one of this peer's, a person one of that order's", async () => {
    const peer = await d.peer();
    const [mine, other] = [await orderOf(peer.id), await orderOf((await d.peer()).id)];
    const { id } = await d.config({
      need_order: true,
      fields: [{ key: "who", label: "改谁", kind: "applicant", required: true, options: [] }],
    });
    const add = (more: object) =>
      refused(d.service, "work_order_add", { peer_id: peer.id, config_id: id, title: "改护照号", answers: {}, ...key(), ...more });
    const [who = 0] = mine.people;
    expect(await add({ answers: { who } })).toEqual([17, "请选择订单"]);
    expect(await add({ order_id: other.id, answers: { who: other.people[0] } })).toEqual([17, "该同行没有这张订单"]);
    expect(await add({ order_id: mine.id, answers: { who: other.people[0] } })).toEqual([17, "订单中没有改谁所选的申请人"]);
    expect(await add({ order_id: mine.id, applicant_id: other.people[0], answers: { who } })).toEqual([17, "订单中没有该申请人"]);
    expect(await add({ order_id: mine.id, answers: { who } })).toEqual([0, ""]);
  });
});

test("taken, answered, resolved, opened twice again, then no more", async () => {
  const { id, version } = await fresh();
  const admin = { by: d.admin, taken: [14, "该工单已有处理人，请由其转交"] };
  expect(await refused(admin.by, "work_order_take", { id, version })).toEqual(admin.taken);
  await d.service.call("work_order_take", { id, version });
  const resolve = { resolution: "explained" as const, resolution_note: "已说明材料要求" };
  expect(await refused(d.service, "work_order_resolve", { ...(await d.of(id)), ...resolve })).toEqual([1, "请先回复同行"]);
  await d.service.call("work_order_reply", { ...(await d.of(id)), text: "内部先看", internal: true, ...key() });
  expect(await d.now(id)).toMatchObject({ first_reply_at: null, last_message_kind: "internal" });
  const said = await d.service.call("work_order_reply", { ...(await d.of(id)), text: "请按清单准备", ...key() });
  expect(said.first_reply_at).not.toBeNull();
  for (let n = 1; n <= 2; n++) {
    await d.service.call("work_order_resolve", { ...(await d.of(id)), ...resolve });
    const again = await d.service.call("work_order_reopen", { ...(await d.of(id)), reason: "清单不全" });
    expect([again.work_order_status, again.reopen_count]).toEqual(["processing", n]);
  }
  await d.service.call("work_order_resolve", { ...(await d.of(id)), ...resolve });
  expect(await refused(d.service, "work_order_reopen", { ...(await d.of(id)), reason: "还是不全" })).toEqual([
    20,
    "已重开两次，请新建工单",
  ]);
  const page = await d.now(id);
  expect(page.messages.map((m) => m.kind)).toEqual(["internal", "to_peer", "from_peer", "from_peer"]);
  expect(page.moves.find((m) => m.move === "reopen")).toEqual({ move: "reopen", ok: false, missing: "已重开两次，请新建工单" });
  const { list } = await d.admin.call("work_order_log_query", { id });
  expect(list.filter((l) => l.changes.some((c) => c.field === "work_order_status"))).toHaveLength(6);
});

test("seven days after its end it is opened no more; only who made it withdraws it", async () => {
  const w = await fresh();
  expect(await refused(d.admin, "work_order_withdraw", { id: w.id, version: w.version, reason: "重复提交" })).toEqual([
    7,
    "只有提交人可以撤回",
  ]);
  // The row of the list says so before it is pressed, as the page does.
  const shown = async (by: Client) => (await by.call("work_order_query", { keyword: w.work_order_no })).list[0]?.moves ?? [];
  expect(await shown(d.admin)).toEqual((await d.admin.call("work_order_get", { id: w.id })).moves);
  expect((await shown(d.admin)).filter((m) => !m.ok)).toEqual([
    { move: "take", ok: false, missing: "该工单已有处理人，请由其转交" },
    { move: "withdraw", ok: false, missing: "只有提交人可以撤回" },
  ]);
  expect((await shown(d.service)).find((m) => m.move === "withdraw")?.ok).toBe(true);
  const gone = await d.service.call("work_order_withdraw", { id: w.id, version: w.version, reason: "重复提交" });
  expect(gone.work_order_status).toBe("closed");
  const { id } = await fresh();
  await d.service.call("work_order_reply", { ...(await d.of(id)), text: "请按清单准备", ...key() });
  await d.service.call("work_order_resolve", { ...(await d.of(id)), resolution: "solved", resolution_note: "同行已收到清单" });
  await rows(app.db, q`update work_orders set resolved_at = resolved_at - interval '7 days 1 second' where id = ${id}`);
  expect(await refused(d.service, "work_order_reopen", { ...(await d.of(id)), reason: "清单不全" })).toEqual([
    23,
    "解决已超过7天，请新建工单",
  ]);
});

test("one answer to several is offered by the templates of their kinds, each once; another's offer none", async () => {
  const kinds = [
    await d.config({ templates: [{ title: "已收到", text: "已收到，今天内给您回复。" }] }),
    await d.config({
      templates: [
        { title: "已收到", text: "已收到，今天内给您回复。" },
        { title: "请补材料", text: "请补充护照首页。" },
      ],
    }),
  ];
  const peer = await d.peer();
  const ids = [];
  for (const c of kinds) ids.push((await d.add(c.id, peer.id)).id);
  const { list } = await d.service.call("work_order_template_get", { ids });
  expect(list.map((t) => t.title)).toEqual(["已收到", "请补材料"]);
  expect((await d.service.call("work_order_template_get", { ids: [987_654] })).list).toEqual([]);
});

test("its order stands beside it", async () => {
  const peer = await d.peer();
  const { id: order_id, people } = await orderOf(peer.id);
  const asked = { peer_id: peer.id, config_id: config, title: "这单什么时候送签", answers: {}, order_id, applicant_id: people[0] ?? 0 };
  const { id } = await d.service.call("work_order_add", { ...asked, ...key() });
  const { order } = await d.now(id);
  expect(order).toMatchObject({ people: 1, order_status: expect.any(String) as string, promised_date: null });
  expect(order?.sku_name).toBeTruthy();
  expect((await fresh().then((w) => d.now(w.id))).order).toBeNull();
});

test("several are answered and passed on at once, row by row", async () => {
  const [one, two] = [await fresh(), await fresh()];
  const w = await fresh();
  await d.service.call("work_order_withdraw", { id: w.id, version: w.version, reason: "重复提交" });
  const ids = [one.id, two.id, w.id, 987_654];
  const said = await d.service.call("work_order_reply_batch", { ids, text: "使馆今日闭馆，明日处理", ...key() });
  expect([said.done, said.results.map((r) => r.msg)]).toEqual([2, ["", "", "工单已关闭，不能回复", "工单不存在或无权查看"]]);
  const viewer = await workerId(app.db, "viewer");
  expect(await refused(d.service, "work_order_hand_over_batch", { ids, handler_id: viewer, reason: "请假", ...key() })).toEqual([
    17,
    "接收人须在职，且有工单权限",
  ]);
  const passed = await d.service.call("work_order_hand_over_batch", {
    ids: [one.id, two.id],
    handler_id: d.admin.id,
    reason: "请假",
    ...key(),
  });
  expect(passed.done).toBe(2);
  expect((await d.now(one.id)).handler_id).toBe(d.admin.id);
  await d.service.call("work_order_resolve", { ...(await d.of(one.id)), resolution: "explained", resolution_note: "已说明闭馆安排" });
  const late = { ids: [one.id, w.id], handler_id: d.service.id, reason: "请假", ...key() };
  expect((await d.service.call("work_order_hand_over_batch", late)).results.map((r) => r.msg)).toEqual([
    "工单已解决，不能转交",
    "工单已关闭，不能转交",
  ]);
  await d.service.call("work_order_reopen", { ...(await d.of(one.id)), reason: "清单不全" });
  const again = { ids: [one.id, two.id], handler_id: d.admin.id, reason: "请假", ...key() };
  expect(await refused(d.service, "work_order_hand_over_batch", again)).toEqual([1, "该工单已由接收人处理"]);
});

describe("peer 24: whose they are", () => {
  test("peer 24: counter, tab, queue and list tell the same number, and another's is not there", async () => {
    const expert = await workerId(app.db, "expert");
    const hidden = await d.config();
    const peer = await d.peer({ cs_owner_id: expert });
    const w = await d.admin.call("work_order_add", { peer_id: peer.id, config_id: hidden.id, title: "看不到的", answers: {}, ...key() });
    for (const by of [d.service, d.admin])
      for (const view of ["mine", "team", "all"] as const) {
        const counts = await by.call("work_order_stat_get", { view });
        const list = await by.call("work_order_query", { view, work_order_status: ["pending", "processing"] });
        expect([view, counts["todo"]]).toEqual([view, list.total]);
        expect((await by.call("work_order_query", { view })).total).toBe(counts["all"]);
      }
    const queue = async (by: Client): Promise<[number | null, number | undefined]> => [
      (await by.call("work_order_query", { queue: "work_order" })).total,
      (await by.call("task_query", { queue: ["work_order"], scope: "mine" })).total ?? 0,
    ];
    for (const by of [d.service, d.admin]) {
      const [list, tasks] = await queue(by);
      expect(list).toBe(tasks);
    }
    expect(await refused(d.service, "work_order_get", { id: w.id })).toEqual([5, "工单不存在或无权查看"]);
    expect((await d.service.call("work_order_query", { keyword: w.work_order_no })).total).toBe(0);
    const asked = { peer_id: peer.id, config_id: hidden.id, title: "别人的同行", answers: {}, ...key() };
    expect(await refused(d.service, "work_order_add", asked)).toEqual([5, "同行不存在或无权查看"]);
  });

  test("a file of a thread is opened in the name of its own work order alone", async () => {
    const file = await ownFile(app.db, d.service.id, app.clock.now());
    const [mine, other] = [await fresh(), await fresh()];
    await d.service.call("work_order_reply", { ...(await d.of(mine.id)), text: "清单见附件", files: [file], ...key() });
    const link = (noun_id: number) => d.service.raw("file_link_get", { key: file, noun: "work_order", noun_id });
    expect([(await link(mine.id)).ret, (await link(other.id)).ret]).toEqual([0, 5]);
  });
});

test("with the data of an order's customers goes what was said about them, files and log included", async () => {
  const peer = await d.peer();
  const order = await orderOf(peer.id);
  const said = "张三拒签过两次";
  const file = await ownFile(app.db, d.service.id, app.clock.now());
  const fields = [{ key: "why", label: "原因", kind: "text" as const, required: true, options: [] }];
  const { id: config_id } = await d.config({ need_order: true, fields });
  const { id } = await d.add(config_id, peer.id, { order_id: order.id, title: said, answers: { why: said }, text: said, files: [file] });
  await d.service.call("work_order_reply", { ...(await d.of(id)), text: said, ...key() });
  await d.service.call("work_order_resolve", { ...(await d.of(id)), resolution: "explained", resolution_note: said });
  await d.service.call("work_order_reopen", { ...(await d.of(id)), reason: said });
  const logged = await rows<{ text: string }>(
    app.db,
    q`select l::text as text from operation_logs l where noun = 'work_order' and noun_id = ${String(id)}`,
  );
  expect(logged.length).toBeGreaterThan(3);
  expect(logged.filter((l) => l.text.includes(said))).toEqual([]);
  expect(await filesOfOrder(app.db, order.id)).toContainEqual({ key: file });
  await asWrite(app.db, null, app.clock.now(), (ctx) => eraseRows(ctx.db, order.id, ctx.now));
  const page = await d.now(id);
  expect(JSON.stringify(page)).not.toContain(said);
  expect([page.title, page.messages.length, page.messages.flatMap((m) => m.files)]).toEqual(["已清理", 3, []]);
  expect(await filesOfOrder(app.db, order.id)).toEqual([]);
  expect(await rows(app.db, q`select id from outbound_messages where content like ${`%${said}%`}`)).toEqual([]);
});
