/** What the house keeps secret stands in no log row, no list, no single record and no exported file. */
import { text as textOf } from "node:stream/consumers";
import { beforeAll, expect, test } from "vitest";
import { allApi, allEndpoints } from "@visadesk/contract/index.ts";
import { z } from "@visadesk/contract/kit/field.ts";
import { q, rows } from "#kit/db/sql.ts";
import { seedDemoOrders } from "../order/index.ts";
import { testApp, type TestApp } from "../testing/app.ts";
import type { Client } from "../testing/client.ts";
import { plainPerson } from "../testing/loops/parts/plain.ts";

const ROWS = 1_000;
let app: TestApp;
let admin: Client;
let secrets: string[];
beforeAll(async () => {
  app = await testApp();
  await seedDemoOrders(app.db, app.parts.files, app.clock.now(), { count: 250 });
  admin = await app.as("admin");
  await app.as("manager");
  await rows(app.db, q`insert into sys_configs (key, value, updated_at) values ('reveal_per_hour', '100000', ${app.clock.now()})`);
  const kept = await rows<{ s: string }>(app.db, q`select token_hash as s from sessions union select passwd from workers`);
  const ids = await rows<{ id: number }>(app.db, q`select id from applicants`);
  const people = await Promise.all(ids.map(({ id }) => plainPerson(app.db, id)));
  const numbers = people.flatMap((p) => [p.passport_no, p.id_card_no, p.mobile]);
  secrets = [...new Set([...kept.map((k) => k.s), ...numbers, admin.token ?? ""])].filter(Boolean);
  expect(secrets.length).toBeGreaterThan(400);
}, 120_000);

const NAMED = /"(passwd|token|secret|token_hash|totp_secret|once_passwd)":/;
const ID_NUMBER = /(?<![\da-z])[1-9]\d{5}(19|20)\d{2}(0[1-9]|1[0-2])[0-3]\d{4}[\dX](?![\da-z])/;
/** `said` by what said it, so that a finding names its place. */
function clean(said: ReadonlyMap<string, string>): void {
  const found = [...said].flatMap(([where, text]) => {
    const secret = secrets.find((s) => text.includes(s)) ?? NAMED.exec(text)?.[0] ?? ID_NUMBER.exec(text)?.[0];
    return secret === undefined ? [] : [`${where}: ${secret}`];
  });
  expect(found).toEqual([]);
}
/** Their rows are parties; what each is owed or owes is told by the list of its cycles. */
const PARTIES: readonly string[] = ["supplier_settle_query", "express_settle_query", "peer_settle_query"];
const lists = allEndpoints.filter((e) => e.kind === "list" && z.safeParse(e.input, {}).success);

test(`setting 21: ${ROWS} log rows of people's data being looked at`, async () => {
  const people = await rows<{ id: number }>(app.db, q`select id from applicants order by id`);
  const fields = ["passport_no", "id_card_no", "mobile", "name_cn"] as const;
  const looks = people.flatMap((p) => fields.map((field) => ({ id: p.id, field, reason: "核对" }))).slice(0, ROWS + 50);
  for (let i = 0; i < looks.length; i += 25) {
    await Promise.all(looks.slice(i, i + 25).map((look) => admin.raw("applicant_reveal", look)));
  }
  await admin.call("oss_account_add", { account: "secret_one", nickname: "新人", idempotency_key: crypto.randomUUID() });
  const logs = await rows<{ id: number; t: string }>(app.db, q`select id, to_jsonb(l)::text as t from operation_logs l order by id desc`);
  expect(logs.length).toBeGreaterThanOrEqual(ROWS);
  clean(new Map(logs.map((l) => [`log ${l.id}`, l.t])));
});

test("setting 21: every list, and the single records behind its rows", async () => {
  const said = new Map<string, string>();
  let records = 0;
  for (const { name } of lists) {
    const answer = await admin.raw(name, { page_size: 100 });
    said.set(name, JSON.stringify(answer.body));
    const single = name.replace(/_query$/, "_get");
    if (PARTIES.includes(name)) continue;
    const found = (answer.body as { list?: { id?: number; order_id?: number }[] } | null)?.list ?? [];
    for (const { id, order_id } of found.slice(0, 5)) {
      const input = [{ id }, { order_id, id }].find(
        (i) => single in allApi && z.safeParse(allApi[single as keyof typeof allApi].input, i).success,
      );
      if (!input) continue;
      const record = await admin.raw(single, input);
      expect([single, record.ret]).toEqual([single, 0]);
      said.set(`${single} ${id}`, JSON.stringify(record.body));
      records++;
    }
  }
  expect([said.size > 60, records > 40]).toEqual([true, true]);
  clean(said);
});

test("setting 21: an export of every list", async () => {
  const exported = lists.filter((e) => e.exports);
  // A day's exports of one person are limited, so several take their part.
  await rows(
    app.db,
    q`insert into workers (account, nickname, passwd, passwd_at, role_id, created_at, updated_at)
      select 'exporter_' || n, '导出', w.passwd, w.passwd_at, w.role_id, w.created_at, w.updated_at from workers w, generate_series(0, 9) n where w.account = 'admin'`,
  );
  for (const [i, { name }] of exported.entries()) {
    const by = await app.as(`exporter_${Math.floor(i / 15)}`);
    const asked = { endpoint: name, filter: {}, format: "csv", idempotency_key: crypto.randomUUID() };
    expect([name, (await by.raw("export_add", asked)).ret]).toEqual([name, 0]);
    await app.runJobs();
  }
  const files = await rows<{ endpoint: string; file_key: string }>(
    app.db,
    q`select endpoint, file_key from export_tasks where file_key is not null`,
  );
  expect(files.length).toBe(exported.length);
  const said = new Map<string, string>();
  for (const { endpoint, file_key } of files) {
    const file = await app.parts.files.get(file_key);
    said.set(`export ${endpoint}`, file ? await textOf(file.stream) : "");
  }
  expect(said.get("export applicant_query")?.split("\n").length).toBeGreaterThan(200);
  clean(said);
});
