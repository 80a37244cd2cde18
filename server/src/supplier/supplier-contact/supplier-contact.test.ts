import { beforeAll, expect, test } from "vitest";
import { q, row } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { OFFICE, ownFile } from "../../testing/make/supplier.ts";
import { refusalOf, SupplierDesk } from "../../testing/make/supplier-desk.ts";

let app: TestApp;
let admin: Client;
let product: Client;
let desk: SupplierDesk;
beforeAll(async () => {
  app = await testApp();
  admin = await app.as("admin");
  product = await app.as("product");
  desk = new SupplierDesk(app, product, admin);
});
const contact = {
  name: "李对账",
  mobile: null,
  phone: "021-66668888",
  email: "",
  roles: ["reconcile" as const],
  address: null,
  receive_hours: "",
  cut_off: null,
  is_default: true,
};
const contacts = async (supplier_id: number) => (await product.call("supplier_contact_query", { supplier_id })).list;

test("the last who collects of an active supplier stays", async () => {
  const s = await desk.active();
  const [first] = await contacts(s.id);
  const named = { id: first?.id ?? 0, version: first?.version ?? 0 };
  const last = ["in_use", "这是最后一个收料地址"];
  expect(await refusalOf(product.raw("supplier_contact_remove", named))).toEqual(last);
  expect(await refusalOf(product.raw("supplier_contact_update", { ...named, roles: ["business"] }))).toEqual(last);
  await product.call("supplier_contact_add", { supplier_id: s.id, ...contact, roles: ["collect"], address: OFFICE });
  const version = (await contacts(s.id)).find((c) => c.id === named.id)?.version ?? 0;
  await product.call("supplier_contact_remove", { id: named.id, version });
  expect((await contacts(s.id)).map((c) => [c.name, c.address_text])).toEqual([["李对账", "上海市黄浦区中山路1号"]]);
});

test("one default per role: a new one takes its place", async () => {
  const s = await desk.entered();
  await product.call("supplier_contact_add", { supplier_id: s.id, ...contact });
  expect((await contacts(s.id)).map((c) => c.is_default)).toEqual([true, true]);
  await product.call("supplier_contact_add", { supplier_id: s.id, ...contact, name: "赵业务", roles: ["business"] });
  expect(Object.fromEntries((await contacts(s.id)).map((c) => [c.name, c.is_default]))).toEqual({ 王收料: false, 李对账: true, 赵业务: true });
});

test("a contact is reached by something, and one who collects has an address", async () => {
  const s = await desk.entered();
  const issues = async (more: object): Promise<unknown> =>
    ((await product.raw("supplier_contact_add", { supplier_id: s.id, ...contact, ...more })).body as { issues: unknown }).issues;
  expect(await issues({ phone: "" })).toEqual([{ path: "mobile", message: "请填写手机或座机" }]);
  expect(await issues({ roles: ["collect"] })).toEqual([{ path: "address", message: "请填写收料地址" }]);
  expect(await issues({ address: { ...OFFICE, county_code: "999999" } })).toEqual([{ path: "address", message: "地址编码不存在" }]);
});

test("a mobile is sealed: masked in answers, found whole and by its last four, shown once with a log row", async () => {
  const s = await desk.entered();
  const [first] = await contacts(s.id);
  await product.call("supplier_contact_update", { id: first?.id ?? 0, version: first?.version ?? 0, mobile: "13977712345" });
  const [now] = await contacts(s.id);
  expect(now?.mobile).toBe("139****2345");
  for (const keyword of ["13977712345", "2345"])
    expect((await product.call("supplier_query", { keyword })).list.map((x) => x.id)).toContain(s.id);
  expect((await product.call("supplier_query", { keyword: "1397771" })).list).toEqual([]);
  expect(await product.call("supplier_contact_reveal", { id: now?.id ?? 0 })).toEqual({ mobile: "13977712345" });
  expect(await row(app.db, q`select count(*)::int as n from operation_logs where endpoint = 'supplier_contact_reveal' and kind = 'reveal'`)).toEqual({ n: 1 });
  expect(await row(app.db, q`select count(*)::int as n from operation_logs where changes::text like '%13977712345%'`)).toEqual({ n: 0 });
});

test("a renewal takes the place of the last paper of its kind; the list is asked by the first end", async () => {
  const s = await desk.active();
  expect([s.paper_until, s.paper_validity]).toEqual(["2027-12-31", "valid"]);
  const facts = { kind: "contract" as const, number: "HT-2", valid_from: "2026-11-01", valid_to: "2026-12-01", note: "" };
  await product.call("supplier_document_add", { supplier_id: s.id, ...facts, files: [await ownFile(app.db, product.id, app.clock.now())] });
  const seen = await product.call("supplier_get", { id: s.id });
  expect([seen.paper_until, seen.paper_validity, seen.warnings.map((w) => w.text)]).toEqual(["2026-12-01", "expiring", ["合同 2026-12-01 到期"]]);
  const { list } = await product.call("supplier_document_query", { supplier_id: s.id });
  expect(list.map((d) => [d.kind, d.validity, d.is_must])).toEqual([
    ["contract", "expiring", true],
    ["submit_qualification", "valid", true],
    ["business_licence", "valid", true],
  ]);
  expect((await product.call("supplier_query", { paper: "expiring" })).list.map((x) => x.id)).toContain(s.id);
});
