/** Who sees a supplier, and who may not decide about what he put forward himself. */
import { beforeAll, expect, test } from "vitest";
import { q, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { refusalOf, SupplierDesk } from "../../testing/make/supplier-desk.ts";
import { supplierBody, workerId } from "../../testing/make/supplier.ts";

let app: TestApp;
let admin: Client;
let product: Client;
let desk: SupplierDesk;
let made = 200;
beforeAll(async () => {
  app = await testApp();
  admin = await app.as("admin");
  product = await app.as("product");
  desk = new SupplierDesk(app, product, admin);
});
const key = () => ({ idempotency_key: crypto.randomUUID() });

test("supplier 10: who puts a supplier forward again is its maker too, and of the accounts that waited there", async () => {
  const s = await desk.entered();
  const [payee] = (await product.call("supplier_payee_query", { supplier_id: s.id })).list;
  const account = { id: payee?.id ?? 0, version: payee?.version ?? 0 };
  const asRejected = { id: s.id, version: s.version, reason_code: "incomplete" as const, reason: "缺少合同原件" };
  await admin.call("supplier_reject", asRejected);
  expect(await refusalOf(admin.raw("supplier_payee_approve", account))).toEqual([
    "guard_failed",
    "供应商已驳回，请先重新提交供应商再复核账户",
  ]);
  await admin.call("supplier_resubmit", { id: s.id, version: s.version + 1 });
  const activate = (who: Client) => refusalOf(who.raw("supplier_activate", { id: s.id, version: s.version + 2 }));
  expect(await activate(admin)).toEqual(["maker_is_checker", "不能审核自己重新提交的供应商"]);
  expect(await activate(product)).toEqual(["maker_is_checker", "不能审核自己创建的供应商"]);
  expect(await refusalOf(admin.raw("supplier_payee_approve", account))).toEqual(["maker_is_checker", "不能复核自己重新提交的账户"]);
  // A third person decides: rejected once more and put forward by its first maker, the other may.
  await rows(app.db, q`update suppliers set resubmitted_by = ${product.id} where id = ${s.id}`);
  await admin.call("supplier_payee_approve", account);
  expect(await activate(admin)).toEqual([undefined, ""]);
});

/** An expert who sees his own alone, and may look after suppliers. */
async function ownOnly(): Promise<Client> {
  const owner = await workerId(app.db, "expert");
  await rows(
    app.db,
    q`update roles set module_group = module_group || array[100401] where id = (select role_id from workers where id = ${owner}) and not 100401 = any(module_group)`,
  );
  return app.as("jpkr_1");
}
test("who gives a supplier to another by an edit may do so, and reads it no more: neither by the answer nor after", async () => {
  const s = await desk.active();
  const own = await ownOnly();
  await rows(app.db, q`update suppliers set owner_id = ${own.id}, created_by = ${admin.id} where id = ${s.id}`);
  const given = await own.raw("supplier_update", { id: s.id, version: s.version, owner_id: product.id, note: "只有新负责人可见" });
  expect([given.ret, given.body]).toEqual([0, { ok: true }]);
  expect(await admin.call("supplier_get", { id: s.id })).toMatchObject({ owner_id: product.id, note: "只有新负责人可见" });
  expect(await refusalOf(own.raw("supplier_get", { id: s.id }))).toEqual(["not_found", "供应商不存在或无权查看"]);
  expect(await refusalOf(own.raw("supplier_update", { id: s.id, version: s.version + 1, note: "再改" }))).toEqual([
    "not_found",
    "供应商不存在或无权查看",
  ]);
});

test("whose a taken code is, is said to whoever may see that supplier alone", async () => {
  const s = await desk.active();
  const own = await ownOnly();
  const body = await supplierBody(app.db, ++made, own.id, app.clock.now());
  const again = await own.raw("supplier_add", { ...body, credit_code: s.credit_code, ...key() });
  const said = "该信用代码已被他人负责的供应商使用，请联系管理员";
  expect([again.msg, again.body]).toEqual([said, { code: "duplicate", issues: [{ path: "credit_code", message: said }] }]);
  const mine = await supplierBody(app.db, ++made, product.id, app.clock.now());
  const seen = await product.raw("supplier_add", { ...mine, credit_code: s.credit_code, ...key() });
  expect(seen.body).toMatchObject({ supplier_id: s.id, short_name: s.short_name });
});

test("scope: one sees whom he looks after or entered, counts and lists alike; another's answers as none", async () => {
  const s = await desk.active();
  const own = await ownOnly();
  await rows(app.db, q`update suppliers set owner_id = ${own.id}, created_by = ${admin.id} where id = ${s.id}`);
  await rows(app.db, q`update suppliers set owner_id = ${admin.id} where owner_id = ${own.id} and id <> ${s.id}`);
  expect((await own.call("supplier_query", {})).list.map((x) => x.id)).toEqual([s.id]);
  expect(await own.call("supplier_stat_get", {})).toMatchObject({ all: 1, active: 1 });
  const other = await desk.entered();
  for (const name of ["supplier_get", "supplier_log_query"] as const)
    expect(await refusalOf(own.raw(name, { id: other.id })), name).toEqual(["not_found", "供应商不存在或无权查看"]);
  for (const name of ["supplier_contact_query", "supplier_document_query", "supplier_payee_query"] as const)
    expect((await own.raw(name, { supplier_id: other.id })).ret, name).toBe(5);
});
