import { beforeAll, expect, test } from "vitest";
import type { InputOf } from "@visadesk/contract/index.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { seedDemoOrders } from "../../order/index.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { owe, refusalOf, SupplierDesk } from "../../testing/make/supplier-desk.ts";
import { creditCode, ownFile, payeeFacts, supplierBody } from "../../testing/make/supplier.ts";

let app: TestApp;
let admin: Client;
let product: Client;
let desk: SupplierDesk;
let made = 100;
beforeAll(async () => {
  app = await testApp({ now: "2026-09-01T02:00:00.000Z" });
  admin = await app.as("admin");
  product = await app.as("product");
  desk = new SupplierDesk(app, product, admin);
  await seedDemoOrders(app.db, app.parts.files, app.clock.now(), { count: 120 });
});
const key = () => ({ idempotency_key: crypto.randomUUID() });
type Body = Omit<InputOf<"supplier_add">, "idempotency_key">;
test("supplier 9: 91350100M000100Y43 is accepted, …Y44 is not; another's code is refused with its name", async () => {
  const supplier = await desk.entered({ credit_code: "91350100M000100Y43" });
  expect(supplier).toMatchObject({ credit_code: "91350100M000100Y43", supplier_status: "pending", serves_text: "日本", flags: ["🇯🇵"] });
  const next = await supplierBody(app.db, ++made, product.id, app.clock.now());
  expect(await refusalOf(product.raw("supplier_add", { ...next, credit_code: "91350100M000100Y44", ...key() }))).toEqual([
    undefined,
    "信用代码校验位不正确",
  ]);
  const again = await product.raw("supplier_add", { ...next, credit_code: "91350100M000100Y43", ...key() });
  expect([again.msg, again.body]).toEqual([
    `该信用代码已属于「${supplier.short_name}」`,
    expect.objectContaining({ code: "duplicate", supplier_id: supplier.id }),
  ]);
});

test("supplier 10: the creator cannot activate, a payee's creator cannot approve it, admin included", async () => {
  const supplier = await desk.entered();
  const [payee] = (await product.call("supplier_payee_query", { supplier_id: supplier.id })).list;
  const named = { id: payee?.id ?? 0, version: payee?.version ?? 0 };
  expect(await refusalOf(product.raw("supplier_payee_approve", named))).toEqual(["maker_is_checker", "不能复核自己录入的账户"]);
  expect(await refusalOf(product.raw("supplier_activate", { id: supplier.id, version: supplier.version }))).toEqual([
    "maker_is_checker",
    "不能审核自己创建的供应商",
  ]);
  const own = await admin.call("supplier_add", { ...(await supplierBody(app.db, ++made, admin.id, app.clock.now())), ...key() });
  const [adminPayee] = (await admin.call("supplier_payee_query", { supplier_id: own.id })).list;
  const his = { id: adminPayee?.id ?? 0, version: adminPayee?.version ?? 0 };
  for (const [name, body] of [
    ["supplier_payee_approve", his],
    ["supplier_payee_reject", { ...his, reason: "自己驳回自己" }],
  ] as const)
    expect(await refusalOf(admin.raw(name, body)), name).toEqual(["maker_is_checker", "不能复核自己录入的账户"]);
  expect((await admin.call("supplier_payee_query", { supplier_id: own.id })).list.map((p) => p.payee_status)).toEqual(["pending"]);
  expect(await refusalOf(admin.raw("supplier_activate", { id: own.id, version: own.version }))).toEqual([
    "maker_is_checker",
    "不能审核自己创建的供应商",
  ]);
  expect((await admin.call("supplier_get", { id: own.id })).moves).toContainEqual({
    move: "activate",
    ok: false,
    missing: "不能审核自己创建的供应商",
  });
});

test("what a supplier lacks is said in turn before it is passed", async () => {
  const supplier = await desk.entered({ documents: [], payees: [] });
  const seen = async () => ({ id: supplier.id, version: (await admin.call("supplier_get", { id: supplier.id })).version });
  const activate = async () => refusalOf(admin.raw("supplier_activate", await seen()));
  expect(await activate()).toEqual(["guard_failed", "缺少有效的营业执照、送签资质、合同"]);
  const { documents } = await supplierBody(app.db, 1, product.id, app.clock.now());
  for (const d of documents) await product.call("supplier_document_add", { supplier_id: supplier.id, ...d });
  expect(await activate()).toEqual(["guard_failed", "没有已审核的收款账户"]);
  const file = await ownFile(app.db, product.id, app.clock.now());
  await product.call("supplier_payee_add", { supplier_id: supplier.id, ...payeeFacts(made, file, { account_name: supplier.name }) });
  await desk.passPayees(supplier.id);
  await rows(app.db, q`update supplier_contacts set roles = '{business}' where supplier_id = ${supplier.id}`);
  expect(await activate()).toEqual(["guard_failed", "缺少收料地址"]);
  await rows(app.db, q`update supplier_contacts set roles = '{collect}' where supplier_id = ${supplier.id}`);
  const [before, [contact]] = [await seen(), (await admin.call("supplier_contact_query", { supplier_id: supplier.id })).list];
  // What is replaced after it was read is not passed by who read it.
  const [licence] = documents;
  if (!contact || !licence) throw new Error("no parts");
  const stale = await seen();
  await product.call("supplier_contact_update", { id: contact.id, version: contact.version, mobile: "13911112222" });
  expect((await admin.raw("supplier_activate", stale)).status).toBe(409);
  const next = await seen();
  await product.call("supplier_document_add", { supplier_id: supplier.id, ...licence });
  expect([(await admin.raw("supplier_activate", next)).status, next.version]).toEqual([409, before.version + 1]);
  await admin.call("supplier_activate", await seen());
  const told = await row(
    app.db,
    q`select receiver_worker_id, template from outbound_messages where ref_noun = 'supplier' and ref_id = ${supplier.id}`,
  );
  expect(told).toEqual({ receiver_worker_id: product.id, template: "supplier_review" });
});

test("supplier 12: ending is refused in turn for an open assignment, an open parcel, an original there, an unsettled cent; then succeeds", async () => {
  const s = await desk.active();
  const now = app.clock.now();
  const end = () => refusalOf(admin.raw("supplier_end", { id: s.id, version: s.version, reason: "不再合作" }));
  const sku = await row<{ id: number }>(app.db, q`select id from skus order by id limit 1`);
  const match = await row<{ id: number }>(
    app.db,
    q`insert into supplier_products (sku_id, supplier_id, priority, created_at, updated_at) values (${sku?.id}, ${s.id}, 90, ${now}, ${now}) returning id`,
  );
  await openBusiness(s.id, match?.id ?? 0);
  const file = await ownFile(app.db, product.id, now);
  const waits = await product.call("supplier_payee_add", {
    supplier_id: s.id,
    ...payeeFacts(++made, file, { account_name: s.name, account_no: "6222020200118888001" }),
  });
  expect(await end()).toEqual(["guard_failed", "尚有 1 位在办申请人"]);
  await rows(app.db, q`update supplier_assignments set released_at = ${now} where supplier_id = ${s.id}`);
  expect(await end()).toEqual(["guard_failed", "尚有 1 个未完结交接单"]);
  await rows(app.db, q`update expresses set express_status = 'checked' where supplier_id = ${s.id}`);
  expect(await end()).toEqual(["guard_failed", "尚有 1 份原件在供应商处"]);
  await rows(app.db, q`update applicant_materials set holder_supplier_id = null where holder_supplier_id = ${s.id}`);
  expect(await end()).toEqual(["guard_failed", "尚有未结金额 ¥0.01"]);
  await owe(app, s.id, -1);
  expect(await end()).toEqual([undefined, ""]);
  expect(await admin.call("supplier_get", { id: s.id })).toMatchObject({ supplier_status: "ended", unsettled: 0 });
  const accounts = (await admin.call("supplier_payee_query", { supplier_id: s.id })).list;
  expect(new Map(accounts.map((p) => [p.payee_status, p.decided_note]))).toEqual(
    new Map([
      ["rejected", "终止合作"],
      ["retired", "停用：终止合作"],
    ]),
  );
  expect(await refusalOf(admin.raw("supplier_payee_approve", { id: waits.id, version: waits.version + 1 }))).toEqual([
    "state_changed",
    expect.any(String),
  ]);
  expect(
    await rows(
      app.db,
      q`select m.status, c.field, c.old_value, c.new_value from supplier_products m join supplier_changes c on c.supplier_product_id = m.id where m.supplier_id = ${s.id}`,
    ),
  ).toEqual([{ status: 0, field: "status", old_value: 1, new_value: 0 }]);
});

/** Somebody in hand, a parcel on its way, an original there and a cent that is owed. */
async function openBusiness(supplier: number, match: number): Promise<void> {
  const now = app.clock.now();
  await owe(app, supplier, 1);
  const price = await row<{ id: number }>(
    app.db,
    q`insert into supplier_prices (supplier_product_id, adult, effective_at, review, created_at) values (${match}, 100, ${now}, 'approved', ${now}) returning id`,
  );
  const person = await row<{ id: number; order_id: number }>(
    app.db,
    q`select id, order_id from applicants where tab <> 'closed' order by id limit 1`,
  );
  await rows(app.db, q`update supplier_assignments set released_at = ${now} where applicant_id = ${person?.id} and released_at is null`);
  await rows(
    app.db,
    q`
    insert into supplier_assignments (applicant_id, order_id, supplier_product_id, supplier_id, planned_date, band, price_id, amount, currency, cny_amount,
      embassy_included, centre_included, settle_trigger, on_refusal, assigned_at)
    values (${person?.id}, ${person?.order_id}, ${match}, ${supplier}, '2026-09-29', 'adult', ${price?.id}, 100, 'CNY', 100, false, false, 'submitted', 'full', ${now})`,
  );
  const sent = await row<{ id: number }>(
    app.db,
    q`insert into expresses (type, mode, supplier_id, express_status, created_at) values (2, 'internal', ${supplier}, 'in_transit', ${now}) returning id`,
  );
  await rows(
    app.db,
    q`insert into supplier_parcels (parcel_no, express_id, supplier_id, is_outgoing, purpose, created_at, updated_at) values (${`WL${supplier}`}, ${sent?.id}, ${supplier}, true, 'submit', ${now}, ${now})`,
  );
  await rows(
    app.db,
    q`update applicant_materials set holder_supplier_id = ${supplier} where id = (select min(id) from applicant_materials where applicant_id = ${person?.id})`,
  );
}

test("an entered name is corrected, a used one changes with a new licence; the old one stays searchable", async () => {
  const supplier = await desk.entered();
  await product.call("supplier_update", { id: supplier.id, version: supplier.version, name: `改正${made}有限公司` });
  expect((await product.call("supplier_get", { id: supplier.id })).name).toBe(`改正${made}有限公司`);
  const s = await desk.active();
  expect(await refusalOf(product.raw("supplier_update", { id: s.id, version: s.version, name: "另一个名称有限公司" }))).toEqual([
    "locked",
    "已启用过，改名请用「更名」并上传新营业执照",
  ]);
  expect(await refusalOf(product.raw("supplier_update", { id: s.id, version: s.version, kind: "express" }))).toEqual([
    "locked",
    "已启用过，不能修改类型",
  ]);
  const licence_file = await ownFile(app.db, product.id, app.clock.now());
  const renamed = await product.call("supplier_rename", { id: s.id, version: s.version, name: "焕然一新签证有限公司", licence_file });
  expect(renamed).toMatchObject({ name: "焕然一新签证有限公司", former_names: [s.name] });
  for (const keyword of [s.name, "焕然一新", s.supplier_no, s.credit_code ?? ""])
    expect(
      (await product.call("supplier_query", { keyword })).list.map((x) => x.id),
      keyword,
    ).toContain(s.id);
  const { list } = await product.call("supplier_document_query", { supplier_id: s.id, with_superseded: true });
  expect(list.filter((d) => d.kind === "business_licence").map((d) => [d.files[0] === licence_file, d.superseded_at === null])).toEqual([
    [true, true],
    [false, false],
  ]);
  expect((await product.call("supplier_get", { id: s.id })).warnings.map((w) => w.key)).toEqual(["payee_name"]);
});

test("a country with an enabled match stays; one without may go", async () => {
  const s = await desk.active({
    serves: [
      { country_id: "JP", embassy_ids: [] },
      { country_id: "KR", embassy_ids: [] },
    ],
  });
  const now = app.clock.now();
  await rows(
    app.db,
    q`insert into supplier_products (sku_id, supplier_id, priority, created_at, updated_at) select id, ${s.id}, 91, ${now}, ${now} from skus where country_id = 'JP' order by id limit 1`,
  );
  expect(
    await refusalOf(product.raw("supplier_update", { id: s.id, version: s.version, serves: [{ country_id: "KR", embassy_ids: [] }] })),
  ).toEqual(["in_use", "该国家仍有启用中的匹配：日本"]);
  await product.call("supplier_update", { id: s.id, version: s.version, serves: [{ country_id: "JP", embassy_ids: [] }] });
  expect((await product.call("supplier_get", { id: s.id })).serves_text).toBe("日本");
});

test("counts of the tiles are the totals of their lists", async () => {
  await desk.entered({
    documents: [
      {
        kind: "contract",
        number: "短期",
        valid_from: "2026-01-01",
        valid_to: "2026-09-10",
        files: [await ownFile(app.db, product.id, app.clock.now())],
        note: "",
      },
    ],
  });
  const stat = await admin.call("supplier_stat_get", {});
  const total = async (filter: Partial<InputOf<"supplier_query">>): Promise<number | null> =>
    (await admin.call("supplier_query", filter)).total;
  expect(stat["expiring"]).toBeGreaterThan(0);
  expect(await total({ paper: "expiring" })).toBe(stat["expiring"]);
  expect(await total({ paper: "expired" })).toBe(stat["expired"]);
  expect(await total({ has_unsettled: true })).toBe(stat["has_unsettled"]);
  expect(await total({ supplier_status: ["pending"] })).toBe(stat["pending"]);
  for (const filter of [{ kind: ["insurer"] }, { country_id: ["JP"] }] satisfies Partial<InputOf<"supplier_query">>[]) {
    const under = await admin.call("supplier_stat_get", filter);
    expect([under["all"], under["active"]]).toEqual([await total(filter), await total({ ...filter, supplier_status: ["active"] })]);
  }
  expect(await admin.call("supplier_stat_get", { keyword: "没有这一家" })).toMatchObject({ all: 0, active: 0, unsettled: 0 });
  expect(await total({ has_unsettled: false })).toBe((stat["all"] ?? 0) - (stat["has_unsettled"] ?? 0));
});

test("what a form asks is said at its field", async () => {
  const body = await supplierBody(app.db, ++made, product.id, app.clock.now());
  const issues = async (more: Partial<Body>): Promise<unknown> =>
    ((await product.raw("supplier_add", { ...body, ...more, ...key() })).body as { issues?: unknown }).issues;
  expect(await issues({ contacts: [] })).toEqual([{ path: "contacts", message: "请至少添加一个收料地址" }]);
  expect(await issues({ serves: [], credit_code: null })).toEqual([
    { path: "credit_code", message: "请输入统一社会信用代码" },
    { path: "serves", message: "请选择可送国家" },
  ]);
  const [first] = body.documents;
  if (!first) throw new Error("no paper");
  expect(await issues({ documents: [{ ...first, valid_from: "2027-01-01", valid_to: "2026-01-01" }] })).toEqual([
    { path: "documents.0.valid_to", message: "结束日期不能早于开始日期" },
  ]);
  const [payee] = body.payees;
  if (!payee) throw new Error("no payee");
  expect(await issues({ payees: [{ ...payee, account_no: "1234567" }] })).toEqual([
    { path: "payees.0.account_no", message: "请输入8-30位数字账号" },
  ]);
  expect(await issues({ payees: [{ ...payee, account_name: "张三" }] })).toEqual([
    { path: "payees.0.reason", message: "户名与供应商名称不一致，请填写原因（至少5个字）" },
  ]);
  expect(await issues({ credit_code: creditCode(made), owner_id: 999_999 })).toEqual([
    { path: "owner_id", message: "采购负责人须为启用的账号" },
  ]);
});
