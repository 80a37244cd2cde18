import { beforeAll, expect, test } from "vitest";
import type { RefundRow } from "@visadesk/contract/base-data/refund.rules.ts";
import { seedRows } from "#kit/db/seeds.ts";
import { refundStage, type StageFacts } from "../../order/desk/refund-stage.rules.ts";
import { refundVersion } from "../record/reference.sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { onEmbedded } from "../../testing/database.ts";
import { OrderDesk, PLAIN_SKU } from "../../testing/make/order.ts";

const MINUTE = 60_000;
let app: TestApp;
let admin: Client;
let desk: OrderDesk;
beforeAll(async () => {
  app = await testApp({ now: "2026-09-01T02:00:00.000Z" });
  admin = await app.as("admin");
  const staff = await app.db.selectFrom("workers").select(["account", "id"]).execute();
  desk = new OrderDesk(app.database, app.clock, new Map(staff.map((w) => [w.account, w.id])));
});

const key = () => ({ idempotency_key: crypto.randomUUID() });
const seeded = seedRows<{ name: string; grid: RefundRow[] }>("refund-policies.json");
const gridOf = (name: string): RefundRow[] => seeded.find((s) => s.name.startsWith(name))?.grid ?? [];
const standard = gridOf("标准退款政策");
const rated = (stage: RefundRow["stage"], service_rate: number): RefundRow[] =>
  standard.map((r) => (r.stage === stage ? { ...r, service_rate } : r));
const CLAUSE = "<p>按办理阶段退款。</p>";
const policyId = async (name: string): Promise<number> => {
  const { list } = await admin.call("refund_policy_query", { keyword: name });
  return list[0]?.id ?? 0;
};
const add = (name: string) => admin.call("refund_policy_add", { name, forms: ["evisa"], remark: "" });
const draft = (policy_id: number, grid: RefundRow[], clause = CLAUSE) =>
  admin.call("refund_policy_version_save", { policy_id, clause, grid });
const publish = (v: { id: number; version: number }, effective_from: string | null = null) =>
  admin.call("refund_policy_version_publish", { id: v.id, version: v.version, effective_from, ...key() });
const said = async (v: { id: number; version: number }, effective_from: string | null = null) => {
  const { code, answer } = await admin.refused("refund_policy_version_publish", { id: v.id, version: v.version, effective_from, ...key() });
  return [code, answer.msg];
};
/** Every act at an instant of its own. */
const pass = (ms = MINUTE): void => app.clock.set(new Date(app.clock.now().getTime() + ms).toISOString());

test("base-data 11: a grid that lacks a stage, contradicts itself or has no clause is not published", async () => {
  const { id } = await add("校验政策");
  let v = await draft(id, standard.slice(0, 3));
  expect(await said(v)).toEqual(["incomplete", "第4阶段未填写"]);
  const save = async (grid: RefundRow[], clause = CLAUSE) =>
    (v = await admin.call("refund_policy_version_save", { policy_id: id, id: v.id, version: v.version, clause, grid }));
  await save(rated("reviewed", 90));
  expect(await said(v)).toEqual(["bad_input", "后一阶段的退款比例不能高于前一阶段"]);
  await save(standard.map((r) => (r.stage === "refused" ? { ...r, within_hours: 5 } : r)));
  expect(await said(v)).toEqual(["bad_input", "「拒签」不按支付时长计算，小时数请填0"]);
  await save(standard, "");
  expect(await said(v)).toEqual(["incomplete", "请填写给客户看的条款"]);
  await save(standard);
  expect(await said(v, app.clock.now().toISOString())).toEqual(["bad_input", "生效时间须晚于现在"]);
  // Nothing in force yet, so nothing may be sold under it.
  const before = await admin.call("refund_policy_get", { id });
  expect(before).toMatchObject({ status: 0, in_force: null, draft_no: 1 });
  expect(await admin.refused("refund_policy_enable", { id, version: before.version })).toMatchObject({
    code: "incomplete",
    answer: { msg: "还没有生效的版本，请先发布一个版本" },
  });
  expect(await publish(v)).toMatchObject({ state: "published", version_no: 1, is_in_force: true });
  await admin.call("refund_policy_enable", { id, version: before.version });
  expect((await admin.call("refund_policy_pick", { keyword: "校验" })).list).toMatchObject([{ id, version_no: 1, forms: ["evisa"] }]);
  expect(await said(v)).toEqual(["state_changed", "状态已变化，请刷新后再试"]);
});

test("base-data 11: of two who publish at once one succeeds, and the former version is retired once", async ({ skip }) => {
  if (onEmbedded()) skip();
  const other = await app.as("product");
  const { id } = await add("并发政策");
  await publish(await draft(id, standard));
  for (let round = 0; round < 5; round++) {
    pass();
    const v = await draft(id, rated("reviewing", 70 - round));
    const call = (c: Client) => c.raw("refund_policy_version_publish", { id: v.id, version: v.version, ...key() });
    const answers = await Promise.all([call(admin), call(other)]);
    expect(answers.map((a) => a.ret).filter((ret) => ret === 0)).toHaveLength(1);
    expect(answers.find((a) => a.ret !== 0)).toMatchObject({
      status: 200,
      msg: "状态已变化，请刷新后再试",
      body: { code: "state_changed" },
    });
  }
  const { versions } = await admin.call("refund_policy_get", { id });
  expect(versions.map((v) => v.state)).toEqual(["published", "retired", "retired", "retired", "retired", "retired"]);
});

test("one draft per policy; a stale save answers 409 with what is stored; a published one is never edited", async ({ skip }) => {
  const { id } = await add("草稿政策");
  const v = await draft(id, []);
  expect(await admin.refused("refund_policy_version_save", { policy_id: id, clause: "", grid: [] })).toMatchObject({ code: "duplicate" });
  const saved = await admin.call("refund_policy_version_save", {
    policy_id: id,
    id: v.id,
    version: v.version,
    clause: CLAUSE,
    grid: standard,
  });
  const stale = await admin.refused("refund_policy_version_save", {
    policy_id: id,
    id: v.id,
    version: v.version,
    clause: "别的",
    grid: [],
  });
  expect(stale.answer).toMatchObject({ status: 409, body: { current: { clause: CLAUSE, version: saved.version } } });
  await publish(saved);
  expect(
    await admin.refused("refund_policy_version_save", {
      policy_id: id,
      id: v.id,
      version: saved.version + 1,
      clause: "改",
      grid: standard,
    }),
  ).toMatchObject({ code: "state_changed" });
  if (onEmbedded()) skip();
  pass();
  const starts = await Promise.all([0, 1].map(() => admin.raw("refund_policy_version_save", { policy_id: id, clause: "", grid: [] })));
  expect(starts.map((a) => a.ret).sort((a, b) => a - b)).toEqual([0, 11]);
});

test("a version published for later holds from its instant on; the job retires the former and logs it", async () => {
  const { id, version } = await add("定时政策");
  const first = await publish(await draft(id, standard));
  await admin.call("refund_policy_enable", { id, version });
  const start = new Date(app.clock.now().getTime() + 90 * MINUTE);
  const second = await publish(await draft(id, rated("reviewed", 40)), start.toISOString());
  expect(second).toMatchObject({ state: "published", is_in_force: false });
  expect((await admin.call("refund_policy_query", { keyword: "定时政策" })).list[0]).toMatchObject({
    in_force: { version_id: first.id, version_no: 1 },
    next: { version_no: 2, effective_from: start.toISOString() },
    draft_no: null,
  });
  expect(await said(await draft(id, standard), start.toISOString())).toEqual(["overlap", "第2版也在这一时刻生效，请换一个时间"]);
  const inForce = async (at: Date) => (await refundVersion(app.db, id, at))?.version_no;
  expect([await inForce(new Date(start.getTime() - 1)), await inForce(start)]).toEqual([1, 2]);
  await app.runJobs();
  expect((await admin.call("refund_policy_get", { id })).versions.map((v) => v.state)).toEqual(["draft", "published", "published"]);
  app.clock.set(start.toISOString());
  admin = await app.as("admin");
  expect((await admin.call("refund_policy_get", { id })).in_force?.version_no).toBe(2);
  await app.runJobs();
  expect((await admin.call("refund_policy_get", { id })).versions.map((v) => v.state)).toEqual(["draft", "published", "retired"]);
  const logged = await app.db
    .selectFrom("operation_logs")
    .select(["changes", "actor_kind"])
    .where("endpoint", "=", "refund_policy_effective")
    .where("noun_id", "=", String(id))
    .execute();
  expect(logged).toMatchObject([{ actor_kind: "system", changes: [{ label: "第1版", before: "已发布", after: "已停用" }] }]);
});

test("a copy starts as a draft of what the policy says now; unused policies go with their versions", async () => {
  const id = await policyId("拒签全退");
  const copy = await admin.call("refund_policy_copy", { id, name: "拒签全退(企业)" });
  expect(copy).toMatchObject({ status: 0, in_force: null, draft_no: 1, used_count: 0 });
  expect((await admin.call("refund_policy_get", { id: copy.id })).versions).toMatchObject([{ state: "draft", grid: gridOf("拒签全退") }]);
  expect(await admin.refused("refund_policy_copy", { id, name: "拒签全退(企业)" })).toMatchObject({
    code: "duplicate",
    answer: { msg: "名称已存在" },
  });
  const renamed = await admin.call("refund_policy_update", {
    id: copy.id,
    version: copy.version,
    name: "企业拒签全退",
    forms: [],
    remark: "大客户",
  });
  expect(renamed).toMatchObject({ name: "企业拒签全退", forms: [], remark: "大客户", version: copy.version + 1 });
  await admin.call("refund_policy_remove", { id: copy.id, version: renamed.version });
  expect(await admin.refused("refund_policy_get", { id: copy.id })).toMatchObject({ code: "not_found" });
  const used = await admin.call("refund_policy_get", { id: await policyId("标准退款政策") });
  expect(used.used_count).toBe((await admin.call("refund_policy_product_query", { record_id: used.id, sku_status: ["on_sale"] })).total);
  expect(await admin.refused("refund_policy_remove", { id: used.id, version: used.version })).toMatchObject({ code: "in_use" });
});

test("base-data 8: trial of the seeded standard policy; 10: hours lead on to the next stage", async () => {
  const trial = async (policy: string, more: Partial<Parameters<typeof admin.call<"refund_policy_trial">>[1]>) => {
    const { in_force } = await admin.call("refund_policy_get", { id: await policyId(policy) });
    return admin.call("refund_policy_trial", {
      version_id: in_force?.version_id ?? 0,
      stage: "reviewing",
      hours_since_payment: 100,
      service: 41_300,
      embassy: 71_500,
      centre: 0,
      is_official_paid: false,
      liability: "customer",
      ...more,
    });
  };
  expect(await trial("标准退款政策", {})).toMatchObject({
    total: 104_540,
    lines: [
      { kind: "service", rate: 80, amount: 33_040 },
      { kind: "embassy", rate: 100, amount: 71_500 },
    ],
    text: "预审中，服务费退80%",
    clause: expect.stringContaining("未提交资料全额退款"),
  });
  expect((await trial("标准退款政策", { stage: "reviewed", is_official_paid: true })).total).toBe(20_650);
  expect((await trial("标准退款政策", { stage: "refused", liability: "us", is_official_paid: true })).total).toBe(112_800);
  expect(await trial("一经下单不退", { stage: "paid", hours_since_payment: 1.99 })).toMatchObject({ stage: "paid", total: 112_800 });
  expect(await trial("一经下单不退", { stage: "paid", hours_since_payment: 2 })).toMatchObject({ stage: "reviewing", total: 0 });
  const { id } = await add("半张表");
  const v = await draft(
    id,
    [standard[0]].filter((r) => r !== undefined),
  );
  expect(
    await admin.refused("refund_policy_trial", {
      version_id: v.id,
      stage: "issued",
      hours_since_payment: 1,
      service: 1,
      embassy: 0,
      centre: 0,
      is_official_paid: false,
      liability: "customer",
    }),
  ).toMatchObject({
    code: "incomplete",
    answer: { msg: "「出签」还没有填写，请先补全阶段" },
  });
});

test("base-data 12: an order made before version 3 calculates by version 2 after it, its stage read from its own facts", async () => {
  const { refund_policy_id } = await app.db
    .selectFrom("skus")
    .select("refund_policy_id")
    .where("sku_no", "=", PLAIN_SKU)
    .executeTakeFirstOrThrow();
  const id = refund_policy_id ?? 0;
  await publish(await draft(id, rated("reviewing", 60), "第二版条款。"));
  pass();
  const order = await desk.order({ people: 2 });
  const ask = (liability: "customer" | "us" = "customer") =>
    admin.call("refund_policy_order_trial", { order_no: order.order_no, liability });
  expect(await admin.refused("refund_policy_order_trial", { order_no: order.order_no, liability: "customer" })).toMatchObject({
    code: "guard_failed",
    answer: { msg: "订单还没有支付，没有可退的款项" },
  });
  await desk.pay(order.id);
  const { order: paid } = await desk.facts(order.id);
  expect(await ask()).toMatchObject({
    version_no: 2,
    total: Number(paid.amount_paid),
    people: [{ result: { stage: "paid" } }, { seq: 2 }],
  });
  const [one = 0] = order.people;
  await desk.handIn(one);
  pass();
  await publish(await draft(id, rated("reviewing", 90), "第三版条款。"));
  const fees = (await desk.facts(order.id)).fees.filter((f) => f.applicant_id === one);
  const [service = 0, embassy = 0] = ["service", "embassy"].map((kind) => Number(fees.find((f) => f.kind === kind)?.payable));
  const reviewing = await ask();
  expect(reviewing).toMatchObject({ version_no: 2, clause: "<p>第二版条款。</p>" });
  expect(reviewing.people.map((p) => p.result?.stage)).toEqual(["reviewing", "paid"]);
  expect(reviewing.people[0]?.result?.total).toBe(Math.floor((service * 60 + 50) / 100) + embassy);
  await desk.passItems(one);
  await desk.reviewed(one);
  await app.db
    .updateTable("order_fees")
    .set({ is_official_paid: true })
    .where("applicant_id", "=", one)
    .where("kind", "=", "embassy")
    .execute();
  expect((await ask()).people[0]).toMatchObject({
    is_official_paid: true,
    result: { stage: "reviewed", total: Math.floor((service * 50 + 50) / 100) },
  });
  await desk.move("applicant_submit", one, { submit_date: desk.today() });
  expect((await ask()).people[0]?.result).toMatchObject({ stage: "submitted", total: 0 });
  expect((await ask("us")).total).toBe(Number(paid.amount_paid));
  const stranger = await app.as("expert");
  expect(await stranger.refused("refund_policy_order_trial", { order_no: "V0", liability: "us" })).toMatchObject({ code: "not_found" });
});

test("stage of a person: what was submitted stays submitted, what is given back is not given back again", () => {
  const at = "2026-09-01T00:00:00.000Z";
  const stage = (applicant_status: StageFacts["applicant_status"], more: Partial<StageFacts> = {}) =>
    refundStage({ applicant_status, submitted_at: null, review_passed_at: null, has_papers: false, ...more });
  expect([stage("none"), stage("none", { has_papers: true }), stage("pre_review_failed")]).toEqual(["paid", "reviewing", "reviewing"]);
  expect([stage("pre_review_rejected", { review_passed_at: at }), stage("awaiting_visit")]).toEqual(["reviewed", "reviewed"]);
  expect([stage("pre_review_rejected", { submitted_at: at }), stage("in_embassy")]).toEqual(["submitted", "submitted"]);
  expect([stage("issued"), stage("refused_proof"), stage("refunding"), stage("cancelled")]).toEqual(["issued", "refused", null, null]);
});
