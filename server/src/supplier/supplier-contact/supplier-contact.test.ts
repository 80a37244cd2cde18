import { beforeAll, expect, test } from "vitest";
import { CONTACTS_MAX, PARTS_SHOWN } from "@visadesk/contract/supplier/supplier.words.ts";
import { q, row, rows } from "#kit/db/sql.ts";
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
  expect(Object.fromEntries((await contacts(s.id)).map((c) => [c.name, c.is_default]))).toEqual({
    王收料: false,
    李对账: true,
    赵业务: true,
  });
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
  expect(
    await row(app.db, q`select count(*)::int as n from operation_logs where endpoint = 'supplier_contact_reveal' and kind = 'reveal'`),
  ).toEqual({ n: 1 });
  expect(await row(app.db, q`select count(*)::int as n from operation_logs where changes::text like '%13977712345%'`)).toEqual({ n: 0 });
});

test("another number with the same mask is a change: the log has its row, without either number", async () => {
  const s = await desk.entered();
  const [first] = await contacts(s.id);
  const change = (version: number, mobile: string) => product.call("supplier_contact_update", { id: first?.id ?? 0, version, mobile });
  const told = () =>
    rows<{ changes: { field: string; before: string; after: string }[] }>(
      app.db,
      q`select changes from operation_logs where endpoint = 'supplier_contact_update' and noun_id = ${String(s.id)} order by id`,
    );
  await change(first?.version ?? 0, "13900005678");
  await change((first?.version ?? 0) + 1, "13911115678");
  await change((first?.version ?? 0) + 2, "13911115678");
  expect((await told()).map((l) => l.changes.map((c) => [c.field, c.before, c.after]))).toEqual([
    [["mobile", "139****5678", "139****5678"]],
    [["mobile", "139****5678", "139****5678"]],
    [],
  ]);
  expect(await row(app.db, q`select count(*)::int as n from operation_logs where changes::text ~ '13911115678|13900005678'`)).toEqual({
    n: 0,
  });
});

test("a supplier has so many people and no more", async () => {
  const s = await desk.entered();
  const add = (i: number) => product.raw("supplier_contact_add", { supplier_id: s.id, ...contact, name: `联系${i}`, is_default: false });
  for (let i = (await contacts(s.id)).length; i < CONTACTS_MAX; i++) expect((await add(i)).ret).toBe(0);
  expect(await refusalOf(add(99))).toEqual(["limit_exceeded", "联系人最多50个，请先删除不再联系的"]);
  expect(await contacts(s.id)).toHaveLength(CONTACTS_MAX);
});

test("a renewal takes the place of the last paper of its kind; the list is asked by the first end", async () => {
  const s = await desk.active();
  expect([s.paper_until, s.paper_validity]).toEqual(["2027-12-31", "valid"]);
  const facts = { kind: "contract" as const, number: "HT-2", valid_from: "2026-11-01", valid_to: "2026-12-01", note: "" };
  await product.call("supplier_document_add", { supplier_id: s.id, ...facts, files: [await ownFile(app.db, product.id, app.clock.now())] });
  const seen = await product.call("supplier_get", { id: s.id });
  expect([seen.paper_until, seen.paper_validity, seen.warnings.map((w) => w.text)]).toEqual([
    "2026-12-01",
    "expiring",
    ["合同 2026-12-01 到期"],
  ]);
  const { list } = await product.call("supplier_document_query", { supplier_id: s.id });
  expect(list.map((d) => [d.kind, d.validity, d.is_must])).toEqual([
    ["contract", "expiring", true],
    ["submit_qualification", "valid", true],
    ["business_licence", "valid", true],
  ]);
  expect((await product.call("supplier_query", { paper: "expiring" })).list.map((x) => x.id)).toContain(s.id);
});

test("a paper of another kind gives way to the next like any other, and its end counts; the past of papers is listed to a limit", async () => {
  const s = await desk.active();
  const add = async (number: string, valid_to: string | null) =>
    product.call("supplier_document_add", {
      supplier_id: s.id,
      kind: "other",
      number,
      valid_from: "2026-01-01",
      valid_to,
      note: "",
      files: [await ownFile(app.db, product.id, app.clock.now())],
    });
  await add("授权书-1", "2026-12-15");
  expect((await product.call("supplier_get", { id: s.id })).paper_until).toBe("2026-12-15");
  await add("授权书-2", null);
  const { list } = await product.call("supplier_document_query", { supplier_id: s.id });
  expect(list.filter((d) => d.kind === "other").map((d) => d.number)).toEqual(["授权书-2"]);
  expect((await product.call("supplier_get", { id: s.id })).paper_until).toBe("2027-12-31");
  await rows(
    app.db,
    q`insert into supplier_documents (supplier_id, kind, number, valid_from, files, superseded_at, created_at)
      select ${s.id}, 'other', n::text, '2020-01-01', array['private/5a/x.jpg'], ${app.clock.now()}, ${app.clock.now()} from generate_series(1, ${PARTS_SHOWN + 10}) n`,
  );
  expect((await product.call("supplier_document_query", { supplier_id: s.id, with_superseded: true })).list).toHaveLength(PARTS_SHOWN);
});

test("a paper that begins later stands beside the one in force, which the day it begins takes the place of", async () => {
  const s = await desk.active();
  const [today, day] = [new Date(app.clock.now()).toISOString().slice(0, 10), "2026-12-01"];
  expect(today < day).toBe(true);
  const facts = { kind: "contract" as const, number: "HT-3", valid_from: day, valid_to: null, note: "" };
  await product.call("supplier_document_add", { supplier_id: s.id, ...facts, files: [await ownFile(app.db, product.id, app.clock.now())] });
  const contracts = async (more: object = {}) =>
    (await product.call("supplier_document_query", { supplier_id: s.id, ...more })).list
      .filter((p) => p.kind === "contract")
      .map((p) => [p.number === "HT-3", p.validity, p.superseded_at === null]);
  const both = [
    [true, "upcoming", true],
    [false, "valid", true],
  ];
  expect([await contracts(), await contracts({ with_superseded: true })]).toEqual([both, both]);
});
