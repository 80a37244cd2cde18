import { beforeAll, expect, test } from "vitest";
import type { InputOf } from "@visadesk/contract/index.ts";
import { refuseNoWorryProductApi } from "@visadesk/contract/product/price/refuse-no-worry-product.ts";
import { quote } from "../index.ts";
import { noWorryAdjust } from "./refuse-no-worry-adjust.ts";
import { opened } from "../../opened.ts";
import { recordLogServer } from "../../setting/index.ts";
import { noSubjects } from "../../testing/no-subjects.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { asWrite, principalFor, readCtx } from "../../testing/ctx.ts";
import { OrderDesk, PLAIN_SKU, personData } from "../../testing/make/order.ts";
import * as orderDoor from "../../order/index.ts";
import { refuseNoWorryProductServer } from "./refuse-no-worry-product.ts";

let app: TestApp;
let admin: Client;
let desk: OrderDesk;
beforeAll(async () => {
  app = await testApp();
  admin = await app.as("admin");
  await orderDoor.seedDemoOrders(app.db, app.parts.files, app.clock.now(), { count: 300 });
  const staff = await app.db.selectFrom("workers").select(["account", "id"]).execute();
  desk = new OrderDesk(app.database, app.clock, new Map(staff.map((w) => [w.account, w.id])));
});

const key = () => ({ idempotency_key: crypto.randomUUID() });
const NONE = { identities: [], age_below: 0, age_above: 0, refusal_within_years: 0 };
const facts = (name: string, more: Partial<InputOf<"refuse_no_worry_product_add">> = {}) => ({
  name,
  scope: "full" as const,
  rate: 100,
  cap: 100_000,
  pricing: "percent" as const,
  price: 0,
  price_rate: 600,
  price_min: 0,
  exclusions: NONE,
  buy_until: "order" as const,
  proof_days: 7,
  appeal_times: 1,
  proofs: ["letter" as const],
  clause: "因使领馆拒签退还费用。",
  ...more,
});
const add = (name: string, more?: Partial<InputOf<"refuse_no_worry_product_add">>) =>
  admin.call("refuse_no_worry_product_add", facts(name, more));
const get = (id: number) => admin.call("refuse_no_worry_product_get", { id });
const list = async (p: { id: number; version: number }) => admin.call("refuse_no_worry_product_on_sale", { id: p.id, version: p.version });
/** On sale with the plain product. */
const offered = async (name: string, more?: Partial<InputOf<"refuse_no_worry_product_add">>) => {
  const p = await list(await add(name, more));
  await admin.call("refuse_no_worry_link_add", {
    product_id: p.id,
    filter: { keyword: PLAIN_SKU },
    expected_count: 1,
    price_override: null,
    ...key(),
  });
  return p;
};
const JP = { service: 47_300, embassy: 71_500, centre: 0 };

test("product 20: 6% of ¥1,188.00 is ¥71.28; full cover stops at its cap, service cover at 80% pays ¥378.40", async () => {
  const full = await add("试算全额");
  expect(await admin.call("refuse_no_worry_product_trial", { id: full.id, ...JP })).toEqual({
    order_price: 118_800,
    price: 7_128,
    covered: 118_800,
    payout: 100_000,
    is_capped: true,
    excluded: null,
  });
  const service = await add("试算服务费", { scope: "service", rate: 80, cap: 0, exclusions: { ...NONE, identities: ["preschool"] } });
  const tried = await admin.call("refuse_no_worry_product_trial", { id: service.id, ...JP, identity: "preschool" });
  expect(tried).toMatchObject({ covered: 47_300, payout: 37_840, is_capped: false, excluded: "该身份不可购买拒签无忧" });
});

test("product 20: an excluded identity cannot buy; without the cover the same order is made", async () => {
  const p = await offered("排除在职", { exclusions: { ...NONE, identities: ["employed"] } });
  const entry = { ...(await desk.entry({ people: 2 })), refuse_no_worry_product_id: p.id };
  const asked = await desk.call("order_quote", entry);
  expect(asked.warnings[0]).toMatch(/^张伟：该身份不可购买拒签无忧$/);
  const rest = {
    contact_name: "李四",
    contact_mobile: "13900001111",
    return_mode: "pickup" as const,
    confirm_duplicate: true,
  };
  expect(await desk.refused("order_add", { ...entry, ...rest, quote_hash: asked.quote_hash })).toMatchObject({
    code: "guard_failed",
    msg: "张伟：该身份不可购买拒签无忧，请取消其拒签无忧",
    issues: [{ path: "applicants.0.protection" }, { path: "applicants.1.protection" }],
  });
  const applicants = [
    { ...personData(0), protection: false },
    { ...personData(1), identity: "retired" as const },
  ];
  const { quote_hash, lines } = await desk.call("order_quote", { ...entry, applicants });
  expect(lines.filter((l) => l.kind === "protection").map((l) => [l.applicant_seq, l.amount])).toEqual([[2, 7_128]]);
  const { id } = await desk.call("order_add", { ...entry, ...rest, applicants, quote_hash });
  expect((await desk.facts(id)).fees.filter((f) => f.kind === "protection").length).toBe(1);
});

test("what was sold keeps its terms: another rate, cap and scope change neither the order nor its claim", async () => {
  const p = await offered("改条款", { cap: 60_000, proof_days: 9 });
  const entry = { ...(await desk.entry()), refuse_no_worry_product_id: p.id };
  const { quote_hash } = await desk.call("order_quote", entry);
  const made = await desk.call("order_add", {
    ...entry,
    quote_hash,
    contact_name: "李四",
    contact_mobile: "13900001112",
    return_mode: "pickup",
    confirm_duplicate: true,
  });
  await desk.pay(made.id);
  const before = await desk.facts(made.id);
  const terms = before.snapshot.protections.find((x) => x.id === p.id);
  expect(terms).toMatchObject({ id: p.id, scope: "full", rate: 100, cap: 60_000, proof_days: 9, exclusions: NONE });
  const { id: _id, pricing: _p, price: _a, price_rate: _b, price_min: _c, ...open } = { id: 0, ...facts("改条款") };
  await admin.call("refuse_no_worry_product_update", {
    ...open,
    id: p.id,
    version: p.version,
    scope: "service",
    rate: 10,
    cap: 100,
    proof_days: 3,
  });
  expect(JSON.stringify((await desk.facts(made.id)).snapshot)).toBe(JSON.stringify(before.snapshot));
  const [one = 0] = before.people.map((x) => x.id);
  await desk.reviewed(one);
  await desk.move("applicant_submit", one, { submit_date: desk.today() });
  await desk.move("applicant_refuse", one, { refusal_category: "funds", refusal_files: [await desk.file()] });
  const claim = await app.db.selectFrom("refuse_claims").selectAll().where("applicant_id", "=", one).executeTakeFirstOrThrow();
  expect(claim).toMatchObject({ trial_amount: 60_000, plan: { id: p.id, scope: "full", rate: 100, cap: 60_000, premium: 7_128 } });
  // The next order is sold under the new terms.
  const next = await quote(
    app.db,
    entry.sku_id,
    { buyer: { kind: "direct" }, refuse_no_worry_product_id: p.id, applicants: [{}] },
    app.clock.now(),
  );
  expect(next.protection?.id).toBe(p.id);
  const detail = await get(p.id);
  expect(detail).toMatchObject({ sold: 1, premium: 7_128, claims_submitted: 0, claims_passed: 0, paid: 0, paid_rate: null });
  expect(detail.by_country).toMatchObject([{ key: "JP", label: "日本", sold: 1 }]);
  expect(detail.by_identity).toMatchObject([{ key: "employed", label: "在职人员", sold: 1 }]);
  expect(await admin.refused("refuse_no_worry_product_remove", { id: p.id, version: p.version + 1 })).toMatchObject({
    code: "in_use",
    answer: { msg: "已售出，仅可停售" },
  });
  // Taken off the product it was sold on, it stays sold.
  const { list: links } = await admin.call("refuse_no_worry_link_query", { product_id: p.id });
  await admin.call("refuse_no_worry_link_remove", { product_id: p.id, ids: links.map((l) => l.id) });
  expect((await desk.facts(made.id)).order.quote.protection?.id).toBe(p.id);
  expect((await get(p.id)).sold).toBe(1);
});

test("wrong terms are refused at their field: 赔付比例应为1-100, 请至少选择一项证明", async () => {
  const issuesOf = async (more: object) => {
    const { body } = await admin.raw("refuse_no_worry_product_add", { ...facts("错误条款"), ...more });
    return (body as { issues: { path: string; message: string }[] }).issues;
  };
  for (const rate of [0, 101, 1.5, "80"]) expect(await issuesOf({ rate })).toEqual([{ path: "rate", message: "赔付比例应为1-100" }]);
  expect(await issuesOf({ proofs: [] })).toEqual([{ path: "proofs", message: "请至少选择一项证明" }]);
  expect(await issuesOf({ exclusions: { ...NONE, age_below: 60, age_above: 18 } })).toEqual([
    { path: "exclusions.age_above", message: "年龄上限不能小于下限" },
  ]);
  await add("同名产品");
  expect(await admin.refused("refuse_no_worry_product_add", facts("同名产品"))).toMatchObject({ code: "duplicate" });
});

test("a draft is edited and removed freely; listing wants a price; a listed product keeps its amounts", async () => {
  const made = await add("上架流程", { price_rate: 0 });
  expect(made).toMatchObject({ product_status: "draft", first_listed_at: null });
  const ends = async (p: { id: number; version: number }) => {
    const { code, answer } = await admin.refused("refuse_no_worry_product_on_sale", { id: p.id, version: p.version });
    return [code, answer.msg];
  };
  expect(await ends(made)).toEqual(["incomplete", "请先填写费率"]);
  const fixed = await admin.call("refuse_no_worry_product_update", {
    id: made.id,
    version: made.version,
    ...facts("上架流程", { pricing: "fixed", price: 4_800, price_rate: 0 }),
  });
  expect(fixed).toMatchObject({ pricing: "fixed", price: 4_800, price_rate: 0 });
  const listed = await list(fixed);
  expect(listed.first_listed_at).not.toBeNull();
  const off = await admin.call("refuse_no_worry_product_off_sale", { id: listed.id, version: listed.version });
  const again = { id: off.id, version: off.version, ...facts("上架流程", { pricing: "fixed", price: 1, price_rate: 0 }) };
  expect(await admin.refused("refuse_no_worry_product_update", again)).toMatchObject({
    code: "locked",
    answer: { msg: "已上架过的产品请走调价审核" },
  });
  expect(await admin.refused("refuse_no_worry_product_remove", { id: off.id, version: off.version })).toMatchObject({
    code: "state_changed",
    answer: { msg: "已上架过，仅可停售" },
  });
  const { list: log } = await admin.call("refuse_no_worry_product_log_query", { id: made.id });
  expect(log.map((l) => l.label)).toEqual(["停售", "上架", "编辑拒签无忧产品", "新增拒签无忧产品"]);
  const draft = await add("要删除的草稿");
  await admin.call("refuse_no_worry_product_remove", { id: draft.id, version: draft.version });
  expect(await admin.refused("refuse_no_worry_product_get", { id: draft.id })).toMatchObject({ code: "not_found" });
});

test("other amounts are asked for once, hold from their time on and are taken back without a trace", async () => {
  const p = await offered("走调价");
  const ask = (more: object = {}) => ({
    id: p.id,
    price_rate: 700,
    price_min: 5_000,
    reason_kind: "market" as const,
    reason: "同行普遍上调",
    effective_at: null,
    ...key(),
    ...more,
  });
  const draft = await add("未上架不调价");
  expect((await admin.refused("refuse_no_worry_product_adjust", ask({ id: draft.id }))).answer.msg).toBe("还没有上架过，请直接编辑售价");
  expect((await admin.refused("refuse_no_worry_product_adjust", ask({ price_rate: 600, price_min: 0 }))).answer.msg).toBe("新旧价格相同");
  const { adjust_no } = await admin.call("refuse_no_worry_product_adjust", ask());
  expect(await admin.refused("refuse_no_worry_product_adjust", ask({ price_rate: 650, price_min: 0 }))).toMatchObject({
    code: "duplicate",
    answer: { msg: `该价格已有待审核的调价单 ${adjust_no}` },
  });
  const [waiting] = (await get(p.id)).adjustments;
  expect(waiting).toMatchObject({ adjust_no, adjustment_status: "pending" });
  const cells = waiting?.cells ?? [];
  expect(cells.map((c) => [c.price_kind, c.old, c.new])).toEqual([
    ["premium", 0, 5_000],
    ["rate", 600, 700],
  ]);
  const now = app.clock.now();
  const at = new Date(now.getTime() + 3_600_000);
  const change = { adjustment_id: waiting?.id ?? 0, target_id: p.id, cells, at };
  expect(await noWorryAdjust.current(app.db, p.id, cells, now)).toEqual([0, 600]);
  expect(await noWorryAdjust.fault(app.db, p.id, cells, now)).toBeNull();
  expect((await noWorryAdjust.names(app.db, [p.id])).get(p.id)?.name).toBe("走调价");
  const me = principalFor({ worker_id: admin.id, codes: ["price_adjustment"] });
  await asWrite(app.db, me, now, (ctx) => noWorryAdjust.apply(ctx, change));
  const sku_id = await desk.sku(PLAIN_SKU);
  const premiumAt = async (when: Date) =>
    (await quote(app.db, sku_id, { buyer: { kind: "direct" }, refuse_no_worry_product_id: p.id, applicants: [{}] }, when)).lines.find(
      (l) => l.kind === "protection",
    )?.amount;
  expect([await premiumAt(new Date(at.getTime() - 1)), await premiumAt(at)]).toEqual([7_128, 8_316]);
  expect(await noWorryAdjust.current(app.db, p.id, cells, at)).toEqual([5_000, 700]);
  await asWrite(app.db, me, now, (ctx) => noWorryAdjust.undo(ctx, change));
  expect(await premiumAt(at)).toBe(7_128);
});

test("cost is absent for those who may not see it, in answers and in the log, and theirs to change neither", async () => {
  const made = await add("有成本", { reserve_cost: 3_000 });
  expect(made.reserve_cost).toBe(3_000);
  const server = refuseNoWorryProductServer(orderDoor);
  const blind = principalFor({ worker_id: admin.id, codes: ["refuse_no_worry_product"] });
  const ctx = readCtx(app.db, blind, app.clock.now());
  const seen = {
    get: await server.refuse_no_worry_product_get.run({ id: made.id }, ctx, null),
    query: await server.refuse_no_worry_product_query.run({ page: 1, page_size: 20 }, ctx, null),
    log: await recordLogServer(opened, noSubjects).refuse_no_worry_product_log_query.run({ id: made.id }, ctx, null),
  };
  expect(JSON.stringify(seen)).toContain("有成本");
  expect(JSON.stringify(seen)).not.toMatch(/reserve_cost|计提成本/);
  const { reserve_cost: _cost, ...rest } = facts("有成本", { reserve_cost: 1 });
  const save = (input: object) =>
    asWrite(app.db, blind, app.clock.now(), async (c) =>
      server.refuse_no_worry_product_update.run({ id: made.id, version: made.version, ...input }, c, null),
    );
  await expect(save({ ...rest, reserve_cost: 1 })).rejects.toThrow("没有查看成本与毛利的权限，不能填写计提成本");
  await save({ ...rest, cap: 90_000 });
  expect(await get(made.id)).toMatchObject({ cap: 90_000, reserve_cost: 3_000 });
});

test("the list is filtered by scope, country, state and share of payouts, which needs twenty sold", async () => {
  const named = async (filter: Partial<InputOf<"refuse_no_worry_product_query">>) =>
    (await admin.call("refuse_no_worry_product_query", { ...filter, page_size: 100 })).list.map((p) => p.name);
  expect(await named({ keyword: "无忧·", scope: ["service"] })).toEqual(["拒签无忧·服务费"]);
  expect(await named({ country_id: ["JP"], keyword: "无忧·" })).toEqual(expect.arrayContaining(["拒签无忧·服务费", "拒签无忧·全额"]));
  expect(await named({ country_id: ["AQ"] })).toEqual([]);
  const [most] = (await admin.call("refuse_no_worry_product_query", { keyword: "拒签无忧·全额" })).list;
  expect(most?.sold).toBeGreaterThan(20);
  expect(most?.paid_rate).toBe(Math.round(((most?.paid ?? 0) * 1000) / (most?.premium ?? 1)) / 10);
  expect(await named({ paid_rate: { from: most?.paid_rate ?? 0 } })).toEqual(["拒签无忧·全额"]);
  expect(await named({ paid_rate: { from: (most?.paid_rate ?? 0) + 1 } })).toEqual([]);
});

test("every endpoint of the noun is behind its own code", () => {
  expect(new Set(Object.values(refuseNoWorryProductApi).map((e) => e.may))).toEqual(new Set([100206]));
});
