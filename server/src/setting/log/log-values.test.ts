/** The operation log and the logs of records say what was done in words, whatever record it was done to. */
import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { shapeOf } from "@visadesk/contract/kit/field.ts";
import { may, permissionLabel } from "@visadesk/contract/permissions.ts";
import { changesText } from "@visadesk/contract/setting/log-words.ts";
import { q, raw, row } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { paperList, type PaperList } from "../../testing/make/paper-list.ts";
import { fieldOf, nounNamed } from "#kit/noun/noun.ts";
import { nouns } from "../../nouns.ts";
import { filePlaces, filledOf } from "../../testing/sample.ts";
import { saidChanges, saidRows } from "./log-values.ts";

let app: TestApp;
let admin: Client;
let papers: PaperList;
beforeAll(async () => {
  app = await testApp();
  admin = await app.as("admin");
  papers = await paperList(app);
});
const textOf = (noun: string, field: string, before: unknown, after: unknown): string =>
  changesText(saidChanges(noun, [{ field, label: "字段", before, after }]));

test.each([
  ["order", "order_status", "pending_payment", "pending_upload", "字段：待支付 → 待上传资料"],
  ["order", "amount_payable", null, 198_000, "字段：空 → ¥1,980.00"],
  ["order", "return_mode", "pickup", "express", "字段：自取 → 快递"],
  ["applicant", "gender", null, "male", null],
  ["applicant", "identity", "employed", "student", null],
  ["applicant", "applicant_status", "none", "pre_review", "字段：收资料中 → 等待预审"],
  ["worker", "status", "已停用", "启用", "字段：已停用 → 启用"],
  ["sku", "first_listed_at", null, "2026-11-20T01:00:00.000Z", "字段：空 → 2026-11-20 09:00:00"],
  ["sku", "need_interview", false, true, "字段：否 → 是"],
  ["supplier", "tax_rate_bp", 600, 350, "字段：6% → 3.5%"],
  ["refuse_no_worry_product", "price_rate", 600, 650, "字段：6% → 6.5%"],
  ["refuse_no_worry_product", "rate", 100, 80, "字段：100% → 80%"],
])("%s.%s", (noun, field, before, after, want) => {
  const text = textOf(noun, field, before, after);
  if (want !== null) expect(text).toBe(want);
  // No code of a choice is left.
  expect(text).not.toMatch(/[a-z_]{3,}/);
});

/** As if every record were called 某名; a noun that has no title has none. */
const called = new Map<string, string>();
called.get = (key) => (nounNamed(key.split(" ")[0] ?? "")?.title ? "某名" : undefined);
/** Columns of every row, which the log leaves out. */
const STAMPS = ["id", "version", "created_by", "created_at", "updated_by", "updated_at"];
const columns = nouns.flatMap((n) =>
  n.columns
    .filter((c) => c !== n.key && !STAMPS.includes(c))
    .map((c) => ({ noun: n.name, field: c, meta: fieldOf(n, c), shapes: n.shapes })),
);
const after = (noun: string, field: string, value: unknown): unknown =>
  saidChanges(noun, [{ field, label: "字段", before: null, after: value }], called)[0]?.after;

/** Ids that no act writes into the log: their writers tell the name, or they never change. */
const TOLD_OTHERWISE: Readonly<Record<string, string>> = {
  "adjustment.journal_id": "the voucher that is taken back stands on the request itself",
  "adjustment.booked_id": "the voucher that was booked stands on the request itself",
  "payout.source_id": "a payout stays its source's",
  "adjustment.statement_line_id": "the line it claims stays the request's own",
  "remittance.journal_id": "the voucher that booked it stands on the paper itself",
  "global_message.audience_ids": "whom it reaches never changes",
  "applicant_material.document_id": "the slot is told by its own name",
  "peer_application.source_id": "by whom a company came is told by name",
  "peer_exhibition.gift_coupon_id": "no coupon stands before activity",
  "peer_exhibition.qrcode_id": "no channel code stands before activity",
  "peer_level_line.run_id": "a line never changes its run",
  "work_order.linked_id": "what a matter is linked with is told by its number",
  "peer.source_id": "where a peer came from is locked once it is one",
  "price_adjustment.target_id": "the request is told by number and by the name of what it changes",
  "supplier_price.supplier_product_id": "a cost is told on its match, by the match's title",
  "reminder_msg.msg_id": "a copy stays its message's, which the log calls by its number",
  "task_mark.source_id": "the record that the task is of is told by its own number",
  "saved_view.share_ids": "a view is told by its name alone",
};
const isHollow = (v: unknown): boolean => v === null || v === undefined || (typeof v === "object" && Object.values(v).every(isHollow));

test("no id of any stored noun is told as a bare number", () => {
  const ids = columns.filter(({ meta }) => meta?.kind === "id" || meta?.kind === "ids");
  expect(ids.length).toBeGreaterThan(30);
  const bare = ids.filter(({ noun, field, meta }) => !/某名/.test(String(after(noun, field, meta?.kind === "ids" ? [7] : 7))));
  expect(bare.map(({ noun, field }) => `${noun}.${field}`).sort()).toEqual(Object.keys(TOLD_OTHERWISE).sort());
});

test("no list or thing of any stored noun is told as nothing", () => {
  const held = columns.flatMap(({ noun, field, shapes }) => {
    const type = shapes.map((s) => shapeOf(s)[field]).find((t) => t !== undefined);
    const value = type && filledOf(type);
    return typeof value === "object" && !isHollow(value) ? [{ noun, field, value }] : [];
  });
  expect(held.length).toBeGreaterThan(20);
  const silent = held.filter(({ noun, field, value }) => {
    const told = [after(noun, field, value)].flat().join("、");
    return !/\S/.test(told) || /\[object/.test(told);
  });
  expect(silent.map(({ noun, field, value }) => `${noun}.${field} ${JSON.stringify(value)}`)).toEqual([]);
});

test("no file of any stored noun is told by where it is kept", () => {
  const [old, key] = ["private/61/611f4a.png", "private/62/622f4a.png"];
  const typeOf = (n: (typeof columns)[number]) => n.shapes.map((s) => shapeOf(s)[n.field]).find((t) => t !== undefined);
  const held = columns.flatMap((c) => {
    const type = typeOf(c);
    return type ? filePlaces(type).map((p) => ({ ...c, body: p.body })) : [];
  });
  expect(held.length).toBeGreaterThan(30);
  const bad = held.flatMap(({ noun, field, body }) => {
    const change = (before: unknown, is: unknown) => textOf(noun, field, before, is);
    const told = [change(null, body(key)), change(body(old), body(key)), change(body(key), null)];
    const isTold = told.every((t) => /已上传|个文件/.test(t)) && /已更换/.test(told[1] ?? "");
    return told.some((t) => /private|\.png/.test(t)) || !isTold ? [`${noun}.${field} ${told.join(" | ")}`] : [];
  });
  expect(bad).toEqual([]);
});

test.each([
  ["peer_application", "licence", null, "private/61/611f4a.png", "字段：空 → 已上传"],
  ["peer_application", "licence", "private/61/611f4a.png", "private/62/622f4a.png", "字段：已上传 → 已更换"],
  [
    "peer_application",
    "papers",
    ["private/61/611f4a.png"],
    ["private/61/611f4a.png", "private/62/6****4a.pdf"],
    "字段：1 个文件 → 2 个文件",
  ],
  [
    "peer_application",
    "address",
    null,
    { detail: "测试路 1 号", city_code: "110100", county_code: "110107", province_code: "110000" },
    "字段：空 → 北京市石景山区测试路 1 号",
  ],
  ["peer_application", "city_code", null, "110100", "字段：空 → 北京市"],
])("%s.%s reads as its page does: %j, %j", (noun, field, before, is, want) => expect(textOf(noun, field, before, is)).toBe(want));

test("an id is told by the title of its noun, a place and a country by their names, equal masks as changed", async () => {
  const told: string[] = [];
  for (const n of nouns.filter((x) => x.title !== null)) {
    const name = n.nickname === null ? raw(n.title ?? "") : q`coalesce(nullif(${raw(n.nickname)}, ''), ${raw(n.title ?? "")})`;
    const found = await row<{ id: number | string; name: unknown }>(
      app.db,
      q`select ${raw(n.key)} as id, ${name}::text as name from ${raw(n.table)} limit 1`,
    );
    if (!found || found.name === null) continue;
    const changes = [{ field: `${n.name}_id`, label: "字段", before: null, after: found.id }];
    const [said] = await saidRows(app.db, [{ noun: "order_diff", changes }]);
    expect([n.name, said?.changes[0]?.after]).toEqual([n.name, found.name]);
    told.push(n.name);
  }
  expect(told).toEqual(expect.arrayContaining(["worker", "role", "team", "country", "sku", "supplier", "refund_policy"]));
  const change = (field: string, was: unknown, is: unknown) => ({ field, label: "字段", before: was, after: is });
  const [person] = await saidRows(app.db, [
    {
      noun: "applicant",
      changes: [change("nationality", "JP", "CN"), change("household_province", null, "320000"), change("mobile", "138****", "138****")],
    },
  ]);
  expect(changesText(person?.changes ?? [])).toBe("字段：日本 → 中国；字段：空 → 江苏省；字段：138**** → 138****（已改）");
});

test("a role tells by name which rights came and went", () => {
  expect(textOf("role", "module_group", [may.sku, may.worker], [may.sku, may.cost_view])).toContain(permissionLabel(may.cost_view));
  expect(textOf("role", "module_group", [may.sku], [may.sku, may.cost_view])).toBe(`增加字段：空 → ${permissionLabel(may.cost_view)}`);
  expect(textOf("role", "module_group", [may.sku, may.cost_view], [may.sku])).toBe(`减少字段：${permissionLabel(may.cost_view)} → 空`);
});

test("a new worker's log tells role, team and data scope, in the operation log and in his own", async () => {
  const [role, team] = [(await admin.call("role_query", { keyword: "签证专家" })).list[0], (await admin.call("team_query", {})).list[0]];
  const { id } = await admin.call("oss_account_add", {
    account: "newcomer",
    nickname: "新人",
    role_id: role?.id ?? 0,
    team_id: team?.id ?? null,
    reason: "新员工入职",
    idempotency_key: randomUUID(),
  });
  const [first] = (await admin.call("worker_log_query", { id })).list;
  const told = new Map(first?.changes.map((c) => [c.label, c.after]));
  expect([told.get("昵称"), told.get("角色"), told.get("团队"), typeof told.get("数据范围")]).toEqual([
    "新人",
    role?.name,
    team?.name,
    "string",
  ]);
  const [logged] = (await admin.call("operation_log_query", { noun: "worker", noun_id: String(id) })).list;
  expect(logged?.change_text).toContain(`角色：空 → ${role?.name}`);
});

test("an act with money tells amount and order, and is found by the order's number", async () => {
  const manager = await app.as("manager");
  const paid = await papers.desk.order({ people: 1 });
  const { order_no, amount_payable } = await app.db
    .selectFrom("orders")
    .select(["order_no", "amount_payable"])
    .where("id", "=", paid.id)
    .executeTakeFirstOrThrow();
  const { order } = await papers.desk.facts(paid.id);
  await admin.call("order_pay_register", {
    id: paid.id,
    version: order.version,
    parts: [
      {
        method: "wechat",
        amount: amount_payable,
        trade_no: "WX20261120",
        proof: [await papers.desk.file()],
        paid_at: app.clock.now().toISOString(),
      },
    ],
    idempotency_key: randomUUID(),
  });
  await manager.call("order_diff_add", {
    order_id: paid.id,
    fee_kind: "other",
    amount: 12_300,
    reason: "补收快递费用",
    payer: "customer",
    is_blocking: false,
    idempotency_key: randomUUID(),
  });
  const { list } = await admin.call("operation_log_query", { no: order_no, page_size: 100 });
  const bill = list.find((r) => r.endpoint === "order_diff_add");
  expect(bill).toMatchObject({ order_id: paid.id, noun: "order_diff" });
  expect(bill?.change_text).toContain(`订单号：空 → ${order_no}`);
  expect(bill?.change_text).toContain("金额：空 → ¥123.00");
  const text = list.map((r) => r.change_text).join("\n");
  expect(text).toContain("收款：空 → ¥");
  expect(text).not.toContain(String(amount_payable));
});

test("a bill's payment names its own fields", async () => {
  const paid = await papers.paid();
  const bill = await admin.call("order_diff_add", {
    order_id: paid.id,
    fee_kind: "other",
    amount: 100,
    reason: "补收快递费用",
    payer: "customer",
    is_blocking: false,
    idempotency_key: randomUUID(),
  });
  const answer = await admin.raw("order_diff_pay", {
    id: bill.id,
    version: bill.version,
    method: "wechat",
    trade_no: "WX1",
    proof: [await papers.desk.file()],
    paid_at: "2030-01-01T00:00:00.000Z",
    idempotency_key: randomUUID(),
  });
  expect((answer.body as { issues: { path: string }[] }).issues.map((i) => i.path)).toEqual(["paid_at"]);
});
