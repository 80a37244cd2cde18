import { may } from "@visadesk/contract/permissions.ts";
import { beforeAll, expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import { runHost } from "#kit/host.ts";
import { hostCommands } from "../../host.ts";
import { seedDemoOrders } from "../../order/index.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { plainPerson } from "../../testing/loops/parts/plain.ts";
import { chainNow } from "../index.ts";

let app: TestApp;
let admin: Client;
let service: Client;
interface Person {
  id: number;
  applicant_no: string;
  order_id: number;
  order_no: string;
  passport_no: string;
  file: string;
  paper: string;
}
let person: Person;

beforeAll(async () => {
  app = await testApp();
  await seedDemoOrders(app.db, app.parts.files, app.clock.now(), { count: 120 });
  admin = await app.as("admin");
  service = await app.as("manager");
  const found = await row<Omit<Person, "passport_no">>(
    app.db,
    q`
    select a.id, a.applicant_no, a.order_id, o.order_no, f.file, m.name as paper from applicants a join orders o on o.id = a.order_id
    join applicant_materials m on m.applicant_id = a.id join material_files f on f.material_id = m.id and f.superseded_at is null
    where a.passport_no is not null and o.applicant_count = 1 and o.order_status not in ('completed', 'cancelled', 'deleted') order by a.id limit 1`,
  );
  if (!found) throw new Error("no applicant with a file");
  person = { ...found, passport_no: (await plainPerson(app.db, found.id)).passport_no };
});

const looks = async () => (await admin.call("operation_log_subject_get", { word: person.applicant_no })).list;

test("setting 22: 谁看过此人 lists exactly the looks made here, each once, with who, when, field and reason", async () => {
  expect(await looks()).toEqual([]);
  app.clock.advance(1_000);
  await service.call("applicant_reveal", { id: person.id, field: "passport_no", reason: "核对护照" });
  app.clock.advance(1_000);
  await admin.call("applicant_reveal", { id: person.id, field: "mobile", reason: "" });
  app.clock.advance(1_000);
  await service.call("file_link_get", { key: person.file, noun: "applicant", noun_id: person.id });
  app.clock.advance(1_000);
  const task = await admin.call("export_add", {
    endpoint: "order_query",
    filter: { keyword: person.order_no },
    format: "csv",
    idempotency_key: crypto.randomUUID(),
  });
  await app.runJobs();
  await admin.call("export_link_get", { id: task.id });
  await admin.call("applicant_get", { order_id: person.order_id, id: person.id });
  const other = await row<{ id: number }>(
    app.db,
    q`select id from applicants where id <> ${person.id} and passport_no is not null limit 1`,
  );
  await admin.call("applicant_reveal", { id: other?.id ?? 0, field: "passport_no", reason: "" });

  const list = await looks();
  expect(list.map((l) => [l.kind, l.actor_name, l.changes[0]?.label ?? null])).toEqual([
    ["export", "系统管理员", null],
    ["file", "陈立群", person.paper],
    ["reveal", "系统管理员", "手机"],
    ["reveal", "陈立群", "护照号"],
  ]);
  expect(list[3]?.reason).toBe("核对护照");
});

test("by order number and by the tail of the passport; the person is answered masked, and asking is logged", async () => {
  const byTail = await admin.call("operation_log_subject_get", { word: person.passport_no.slice(-4) });
  expect(byTail.subjects.map((s) => s.applicant_no)).toContain(person.applicant_no);
  const byWhole = await admin.call("operation_log_subject_get", { word: person.passport_no });
  expect(byWhole.applicant_id).toBe(person.id);
  for (const part of [person.passport_no.slice(-6), person.passport_no.slice(0, 6)])
    expect((await admin.refused("operation_log_subject_get", { word: part })).code).toBe("not_found");
  const byOrder = await admin.call("operation_log_subject_get", { word: person.order_no });
  expect(byOrder.applicant_id).toBe(person.id);
  expect(JSON.stringify(byOrder)).not.toContain(person.passport_no);
  expect((await admin.refused("operation_log_subject_get", { word: "999" })).answer.status).toBe(400);
  expect((await admin.refused("operation_log_subject_get", { word: "V000000000000" })).code).toBe("not_found");
  expect((await service.raw("operation_log_subject_get", { word: person.order_no })).status).toBe(403);
  const [logged] = (await admin.call("operation_log_query", { kind: ["audit"] })).list;
  expect(logged).toMatchObject({ noun: "applicant", noun_id: String(person.id), noun_no: person.applicant_no, label: "谁看过此人" });
  // The list leads to his page, which stands below his order.
  const [about] = (await admin.call("operation_log_query", { noun: "applicant", noun_id: String(person.id) })).list;
  expect(about?.order_id).toBe(person.order_id);
});

test("several people fit: the list waits until one is chosen", async () => {
  const order = await row<{ order_no: string; id: number }>(
    app.db,
    q`select o.order_no, (select min(a.id) from applicants a where a.order_id = o.id) as id from orders o where o.applicant_count > 1 order by o.id limit 1`,
  );
  const open = await admin.call("operation_log_subject_get", { word: order?.order_no ?? "" });
  expect([open.subjects.length > 1, open.applicant_id, open.list]).toEqual([true, null, []]);
  expect((await admin.call("operation_log_subject_get", { word: order?.order_no ?? "", applicant_id: order?.id })).applicant_id).toBe(
    order?.id,
  );
});

test("one row: applicants named, the chain number checks out; filters by area, number and address", async () => {
  const [reveal] = (await admin.call("operation_log_query", { kind: ["reveal"], no: person.applicant_no })).list;
  await chainNow(app.db);
  const detail = await admin.call("operation_log_get", { id: reveal?.id ?? 0 });
  expect(detail).toMatchObject({ subject_count: 1, subjects: [{ id: person.id, applicant_no: person.applicant_no }] });
  const seq = detail.seq ?? 0;
  expect(await admin.call("operation_log_verify", { from: seq, to: seq })).toMatchObject({ checked: 1, broken_seq: null });
  expect((await admin.call("operation_log_query", { area: ["order"], kind: ["reveal"] })).list.length).toBe(3);
  expect((await admin.call("operation_log_query", { ip: "203.0.113.9" })).list).toEqual([]);
  expect(await admin.call("operation_log_stat_get", {})).toMatchObject({
    // three reveals, a file, the export as it was made, its download
    seen: 6,
    denied: 1,
    login_failed: 0,
    unchained: 0,
    is_stopped: false,
  });
});

test("an export of more than 5,000 log rows waits for a second person; fewer are made at once", async () => {
  await rows(
    app.db,
    q`
    insert into operation_logs (at, request_id, actor_kind, actor_name, kind, endpoint, area, result)
    select ${app.clock.now()}::timestamptz - interval '3 days', 'x', 'system', '', 'write', 'x', 'setting', 'ok' from generate_series(1, 5001)`,
  );
  const body = { endpoint: "operation_log_query", filter: {}, format: "csv" as const, idempotency_key: crypto.randomUUID() };
  expect((await admin.call("export_add", body)).status).toBe("pending");
  const few = { ...body, filter: { kind: ["reveal"] }, idempotency_key: crypto.randomUUID() };
  expect((await admin.call("export_add", few)).status).toBe("waiting");
});

test("a day with more looks than usual is told to the auditors once", async () => {
  await rows(app.db, q`insert into sys_configs (key, value, updated_at) values ('reveal_alert_per_day', '4', ${app.clock.now()})`);
  app.clock.advance(1_000);
  for (let i = 0; i < 5; i++) await admin.call("applicant_reveal", { id: person.id, field: "passport_no", reason: "" });
  const told = await rows<{ content: string }>(app.db, q`select content from outbound_messages where template = 'reveal_alert'`);
  expect(told.map((m) => m.content)).toEqual(["系统管理员 今天已查看4项完整个人信息，请在操作日志的敏感查看中核对"]);
});

test("host commands: who-saw, erase and verify say what they did and are logged as host", async () => {
  const said: string[] = [];
  const run = (...argv: string[]): Promise<number> =>
    runHost(app.parts, hostCommands, argv, { dataDir: app.dataDir, print: (line) => void said.push(line) });
  expect(await run("pii", "who-saw", person.applicant_no)).toBe(0);
  expect(said[0]).toMatch(new RegExp(`^${person.applicant_no}：\\d+ 次$`));
  expect(said.join("\n")).toContain("陈立群  查看明文  护照号  核对护照");
  await chainNow(app.db);
  expect(await run("audit-verify")).toBe(0);
  const cancelled = await row<{ order_no: string; id: number }>(
    app.db,
    q`select order_no, id from orders where order_status = 'cancelled' and amount_paid = 0 order by id limit 1`,
  );
  expect(await run("pii", "erase", cancelled?.order_no ?? "")).toBe(1);
  expect(said.at(-1)).toBe("请加上 --reason");
  expect(await run("pii", "erase", cancelled?.order_no ?? "", "--reason", "本人要求删除")).toBe(0);
  expect(await row(app.db, q`select contact_name from orders where id = ${cancelled?.id}`)).toEqual({ contact_name: "已清理" });
  expect(await run("pii", "erase", cancelled?.order_no ?? "", "--reason", "本人要求删除")).toBe(1);
  expect(await run("pii", "erase", person.order_no, "--reason", "本人要求删除")).toBe(1);
  expect(await run("fly")).toBe(1);
  const logged = await rows(app.db, q`select endpoint, actor_kind, reason from operation_logs where actor_kind = 'host' order by id`);
  expect(logged).toMatchObject([
    { endpoint: "host/pii who-saw" },
    { endpoint: "host/audit-verify" },
    { endpoint: "host/pii erase", reason: "本人要求删除" },
  ]);
});

test("who-saw on the host says when more looks were made than it lists", async () => {
  await rows(
    app.db,
    q`
    insert into operation_logs (at, request_id, actor_kind, actor_name, kind, endpoint, area, subject_ids, result)
    select ${app.clock.now()}, 'y', 'system', '', 'reveal', 'y', 'order', array[${person.id}::int8], 'ok' from generate_series(1, 500)`,
  );
  const said: string[] = [];
  const host = { dataDir: app.dataDir, print: (line: string) => void said.push(line) };
  expect(await runHost(app.parts, hostCommands, ["pii", "who-saw", person.applicant_no], host)).toBe(0);
  expect([said[0], said.length]).toEqual([`${person.applicant_no}：超过 500 次，只列最近 500 次`, 501]);
});

test("a look-up by number that hits the person is a row of his, and one beyond the limit leaves a row", async () => {
  app.clock.advance(3_600_000);
  // Who may see numbers in full looks nothing up that he could not read anyway.
  await app.db
    .updateTable("roles")
    .set({ module_group: [may.order_view] })
    .where("name", "=", "客服")
    .execute();
  const blind = await app.as("service");
  await blind.call("order_query", { keyword: person.passport_no });
  const [look] = await looks();
  expect([look?.kind, look?.actor_name, look?.changes[0]?.label]).toEqual(["reveal", expect.any(String), "按护照号查找"]);
  await app.db
    .insertInto("sys_configs")
    .values({ key: "reveal_per_hour", value: "1", updated_at: app.clock.now() })
    .onConflict((c) => c.column("key").doUpdateSet({ value: "1" }))
    .execute();
  expect((await blind.refused("order_query", { keyword: "13900000001" })).code).toBe("limit_exceeded");
  const [refused] = (await admin.call("operation_log_query", { kind: ["reveal"], result: ["refused"] })).list;
  expect(refused).toMatchObject({ actor_name: look?.actor_name, change_text: "按手机号查找：空 → 139****0001", result: "refused" });
  expect((await looks())[0]?.id).toBe(look?.id);
});
