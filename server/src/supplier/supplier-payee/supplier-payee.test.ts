import { text as textOf } from "node:stream/consumers";
import { beforeAll, expect, test } from "vitest";
import { q, raw, row, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { ownFile, payeeFacts } from "../../testing/make/supplier.ts";
import { owe, refusalOf, SupplierDesk } from "../../testing/make/supplier-desk.ts";

let app: TestApp;
let admin: Client;
let product: Client;
let desk: SupplierDesk;
let made = 0;
beforeAll(async () => {
  app = await testApp();
  admin = await app.as("admin");
  product = await app.as("product");
  desk = new SupplierDesk(app, product, admin);
});
const enter = async (supplier_id: number, more: Parameters<typeof payeeFacts>[2] = {}) => {
  const file = await ownFile(app.db, product.id, app.clock.now());
  return product.call("supplier_payee_add", {
    supplier_id,
    ...payeeFacts(++made, file, { account_name: "另一户名有限公司", reason: "集团统一收款", ...more }),
  });
};
const payees = async (supplier_id: number) => (await admin.call("supplier_payee_query", { supplier_id })).list;

test("supplier 11: never two active payees per currency under concurrent approvals", async () => {
  const s = await desk.active();
  const waiting = [];
  for (let i = 0; i < 6; i++) waiting.push(await enter(s.id));
  waiting.push(await enter(s.id, { currency: "USD" }));
  const answers = await Promise.all(
    waiting.flatMap(({ id, version }) => [0, 1].map(() => admin.raw("supplier_payee_approve", { id, version }))),
  );
  expect(answers.filter((a) => a.ret === 0)).toHaveLength(7);
  expect(answers.every((a) => a.status < 500)).toBe(true);
  const found = await payees(s.id);
  expect(
    found
      .filter((p) => p.payee_status === "active")
      .map((p) => p.currency)
      .toSorted(),
  ).toEqual(["CNY", "USD"]);
  expect(found.filter((p) => p.payee_status === "retired")).toHaveLength(6);
});

test("an account is one supplier's once; its maker takes it back, another rejects it with a reason", async () => {
  const s = await desk.active();
  const first = await enter(s.id, { account_no: "6222 0202 0011 2233 445" });
  expect([first.account_no, first.is_other_name, first.is_mine]).toEqual(["****3445", true, true]);
  const again = payeeFacts(++made, await ownFile(app.db, product.id, app.clock.now()), {
    account_no: "6222020200112233445",
    account_name: "另一户名有限公司",
    reason: "集团统一收款",
  });
  expect(await refusalOf(product.raw("supplier_payee_add", { supplier_id: s.id, ...again }))).toEqual(["duplicate", "该账户已存在"]);
  expect(await refusalOf(admin.raw("supplier_payee_withdraw", { id: first.id, version: 1 }))).toEqual([
    "not_allowed",
    "只能撤回自己录入的账户",
  ]);
  await product.call("supplier_payee_withdraw", { id: first.id, version: 1 });
  const second = await enter(s.id, { account_no: "6222020200112233445" });
  await admin.call("supplier_payee_reject", { id: second.id, version: 1, reason: "证明文件看不清" });
  expect(await refusalOf(admin.raw("supplier_payee_approve", { id: second.id, version: 2 }))).toEqual([
    "state_changed",
    expect.any(String),
  ]);
  expect((await payees(s.id)).find((p) => p.id === second.id)).toMatchObject({ payee_status: "rejected", decided_note: "证明文件看不清" });
});

test("the only account of a supplier that something is owed to stays", async () => {
  const s = await desk.active();
  const [inUse] = (await payees(s.id)).filter((p) => p.payee_status === "active");
  const retire = () =>
    refusalOf(admin.raw("supplier_payee_retire", { id: inUse?.id ?? 0, version: inUse?.version ?? 0, reason: "账户已注销" }));
  await owe(app, s.id, 5_000);
  expect(await retire()).toEqual(["in_use", "尚有未结金额 ¥50.00，请先复核通过新的CNY账户"]);
  await owe(app, s.id, -5_000);
  app.clock.advance(60_000);
  expect(await retire()).toEqual([undefined, ""]);
  // Who passed it and when is not who ended it.
  expect((await payees(s.id)).find((p) => p.id === inUse?.id)).toMatchObject({
    payee_status: "retired",
    decided_at: inUse?.decided_at,
    decided_by_name: inUse?.decided_by_name,
    decided_note: "停用：账户已注销",
  });
});

/** Full numbers of accounts and mobiles anywhere outside their sealed columns. */
async function standsIn(number: string): Promise<string[]> {
  const found: string[] = [];
  const columns = await rows<{ t: string; c: string }>(
    app.db,
    q`select table_name as t, column_name as c from information_schema.columns where table_schema = 'public' and data_type in ('text', 'jsonb', 'ARRAY')`,
  );
  for (const { t, c } of columns)
    if (await row(app.db, q`select 1 as x from ${raw(`"${t}"`)} where ${raw(`"${c}"`)}::text like ${`%${number}%`} limit 1`))
      found.push(`${t}.${c}`);
  return found;
}

/** What stands in the file of an export that has run. */
async function sheetOf(task: unknown): Promise<string> {
  const stored = await row<{ file_key: string }>(app.db, q`select file_key from export_tasks where id = ${(task as { id: number }).id}`);
  const file = await app.parts.files.get(stored?.file_key ?? "");
  return file ? textOf(file.stream) : "";
}

test("supplier 22: without 100401101 no answer, export or log holds a full account number; each reveal is one log row", async () => {
  const account_no = "6217856100012345678";
  const s = await desk.active();
  const payee = await enter(s.id, { account_no });
  await admin.call("supplier_payee_approve", { id: payee.id, version: 1 });
  await rows(
    app.db,
    q`update roles set module_group = module_group || array[100401] where id = (select role_id from workers where account = 'finance')`,
  );
  const finance = await app.as("finance");
  const answers = await Promise.all([
    finance.raw("supplier_payee_query", { supplier_id: s.id }),
    finance.raw("supplier_get", { id: s.id }),
    finance.raw("supplier_query", { keyword: s.supplier_no }),
    finance.raw("supplier_log_query", { id: s.id }),
    finance.raw("export_add", { endpoint: "supplier_query", filter: {}, format: "csv", idempotency_key: crypto.randomUUID() }),
  ]);
  expect(answers.map((a) => a.ret)).toEqual([0, 0, 0, 0, 0]);
  await app.runJobs();
  const sheet = await sheetOf(answers.at(-1)?.body);
  expect(sheet).toContain(s.supplier_no);
  expect(sheet).not.toMatch(/6217856100012345678|12345678|\*{2,}5678/);
  expect(sheet.split("\n")[0]).not.toMatch(/账号|账户|手机/);
  for (const a of answers) expect(JSON.stringify(a.body)).not.toContain(account_no);
  expect((await finance.raw("supplier_payee_reveal", { id: payee.id })).status).toBe(403);
  expect(await standsIn(account_no)).toEqual([]);
  expect(await admin.call("supplier_payee_reveal", { id: payee.id, reason: "打款核对" })).toEqual({ account_no });
  const logged = await rows(
    app.db,
    q`select kind, noun, noun_id, reason, changes::text like '%5678%' as names from operation_logs where endpoint = 'supplier_payee_reveal' and result = 'ok'`,
  );
  expect(logged).toEqual([{ kind: "reveal", noun: "supplier", noun_id: String(s.id), reason: "打款核对", names: true }]);
  expect(await standsIn(account_no)).toEqual([]);
});

test("proofs are opened by whoever passes accounts, papers by whoever sees the supplier", async () => {
  const s = await desk.active();
  const [payee] = await payees(s.id);
  const [paper] = (await admin.call("supplier_document_query", { supplier_id: s.id })).list;
  const finance = await app.as("finance");
  const open = (who: Client, noun: "supplier" | "supplier_payee", noun_id: number, key: string | undefined) =>
    who.raw("file_link_get", { noun, noun_id, key: key ?? "" }).then((a) => [a.status, a.ret]);
  expect(await open(admin, "supplier_payee", payee?.id ?? 0, payee?.proof_files[0])).toEqual([200, 0]);
  expect(await open(finance, "supplier_payee", payee?.id ?? 0, payee?.proof_files[0])).toEqual([403, -1]);
  expect(await open(finance, "supplier", s.id, paper?.files[0])).toEqual([200, 0]);
  expect(await open(finance, "supplier", s.id, payee?.proof_files[0])).toEqual([200, 5]);
});
