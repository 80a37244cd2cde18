/** What the search box finds of suppliers and parcels, by which field, for whom. */
import type { PermissionName } from "@visadesk/contract/permissions.ts";
import { beforeAll, expect, test } from "vitest";
import { q, rows } from "#kit/db/sql.ts";
import { search } from "../workbench/search.ts";
import { testApp, type TestApp } from "../testing/app.ts";
import { principalFor, readCtx } from "../testing/ctx.ts";
import { parcelAt } from "../testing/make/parcel-row.ts";
import { SupplierDesk } from "../testing/make/supplier-desk.ts";

let app: TestApp;
let desk: SupplierDesk;
beforeAll(async () => {
  app = await testApp();
  desk = new SupplierDesk(app, await app.as("product"), await app.as("admin"));
});
let session = 0;
const hits = async (word: string, group: string, codes: readonly PermissionName[], scope_ids: readonly number[] | null = null) => {
  const me = principalFor({ worker_id: 9_000 + ++session, codes, scope_ids });
  const { groups } = await search(readCtx(app.db, me, app.clock.now()), { q: word });
  return groups.find((g) => g.key === group)?.list ?? [];
};

test("a supplier is found by number, names old and new, code, pinyin and its contact's mobile, whole or its last four", async () => {
  const s = await desk.entered({ name: "上海远帆签证服务有限公司", short_name: "远帆签证", payees: [] });
  await rows(
    app.db,
    q`update suppliers set former_names = array['旧船送签'], search_text = search_text || chr(1) || '旧船送签' where id = ${s.id}`,
  );
  const met = async (word: string) => (await hits(word, "supplier", ["supplier"])).find((h) => h.no === s.supplier_no)?.matched;
  for (const [word, field] of [
    [s.supplier_no, "编号"],
    [s.supplier_no.toLowerCase(), "编号"],
    ["远帆", "名称"],
    ["旧船", "曾用名"],
    [s.credit_code ?? "", "信用代码"],
    ["yfqz", "拼音"],
    ["139 1234 5678", "联系人手机"],
    ["5678", "联系人手机尾号"],
  ] as const)
    expect([word, await met(word)]).toEqual([word, field]);
  // Parts of a mobile other than its last four find nobody; nor does whoever lacks the right or looks after others.
  for (const word of ["1391234", "12345678", "139", "%", "😀"]) expect([word, await met(word)]).toEqual([word, undefined]);
  const named = async (codes: readonly PermissionName[], scope: readonly number[] | null = null) =>
    (await hits("远帆签证", "supplier", codes, scope)).find((h) => h.no === s.supplier_no);
  expect(await named(["order_view"])).toBeUndefined();
  expect(await named(["supplier"], [desk.checker.id])).toBeUndefined();
  expect(await named(["supplier"], [desk.maker.id])).toMatchObject({ title: "远帆签证", route: "supplier-view", tag: "待审核" });
});

test("a parcel is found by its number, the end of it, and by its waybill, within the scope", async () => {
  const id = await parcelAt(app.db, {
    created_by: desk.maker.id,
    type: 2,
    at: app.clock.now(),
    status: "in_transit",
    sent_at: app.clock.now(),
    waybill_no: "SF7788990011",
  });
  const [{ no } = { no: "" }] = await rows<{ no: string }>(app.db, q`select parcel_no as no from supplier_parcels where id = ${id}`);
  const met = async (word: string, scope: readonly number[] | null = null) =>
    (await hits(word, "supplier_parcel", ["supplier_logistics"], scope)).find((h) => h.no === no)?.matched;
  for (const [word, field] of [
    [no, "交接单号"],
    [no.slice(0, 8).toLowerCase(), "交接单号"],
    [no.slice(-6), "交接单号"],
    ["SF7788990011", "运单号"],
    ["sf778899", "运单号"],
  ] as const)
    expect([word, await met(word)]).toEqual([word, field]);
  for (const word of ["SF7788", "%", "______", no.slice(-3)]) expect([word, await met(word)]).toEqual([word, undefined]);
  expect(await met(no, [desk.checker.id])).toBeUndefined();
  expect(await hits(no, "supplier_parcel", ["supplier"])).toEqual([]);
  expect((await hits(no, "supplier_parcel", ["supplier_logistics"]))[0]).toMatchObject({
    tag: "在途",
    route: "supplier-logistics-list",
    query: { parcel: no },
  });
});
