/** A database from before the sealing works while the job is on its way; afterwards, and after a new key, nothing is left in clear. */
import { beforeAll, expect, it, onTestFinished } from "vitest";
import type { Db } from "#kit/db/db.ts";
import { takeSealKeys, testSealKeys } from "#kit/seal/seal-keys.ts";
import { numbersInClear, openSeals, sealState, setNumbersInClear } from "#kit/seal/seal-move.ts";
import { q, raw, row, rows } from "#kit/db/sql.ts";
import { openAnswers } from "../../order/material/form-answers.ts";
import { seedDemoOrders } from "../../order/index.ts";
import { testApp, type TestApp } from "../app.ts";
import type { Client } from "../client.ts";
import { listOf, plainNumbers, type PlainNumbers } from "./parts/plain.ts";

let app: TestApp;
let admin: Client;
let truth: PlainNumbers;
let numbers: Set<string>;

beforeAll(async () => {
  app = await testApp();
  await seedDemoOrders(app.db, app.parts.files, app.clock.now(), { count: 150 });
  admin = await app.as("admin");
  const { list } = await admin.call("worker_query", { keyword: "expert" });
  const expert = await admin.call("oss_account_query", { id: list[0]?.id ?? 0 });
  await admin.call("oss_account_update", { id: expert.id, version: expert.version, mobile: "13955556666" });
  truth = await plainNumbers(app.db);
  numbers = new Set(listOf(truth));
}, 120_000);

/** Sealed numbers that stand somewhere in the database's rows. */
async function inClear(db: Db): Promise<string[]> {
  const found = new Set<string>();
  const tables = await rows<{ name: string }>(db, q`select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`);
  for (const { name } of tables)
    for (const { t } of await rows<{ t: string }>(db, q`select x::text as t from ${raw(name)} x`))
      for (const [word] of t.matchAll(/[A-Za-z0-9]{8,18}/g)) if (numbers.has(word.toUpperCase())) found.add(`${name} ${word}`);
  return [...found];
}

/** The rows as a version without sealing left them. */
async function unseal(db: Db): Promise<void> {
  const triggers = async (on: boolean): Promise<void> => {
    for (const t of ["orders", "applicants", "workers"])
      await rows(db, q`alter table ${raw(t)} ${raw(on ? "enable" : "disable")} trigger user`);
  };
  await triggers(false);
  for (const o of truth.orders)
    await row(
      db,
      q`update orders set contact_mobile = ${o.contact_mobile ?? ""}, contact_mobile_sealed = null, contact_mobile_hash = null, contact_mobile_tail = null,
        search = array['#' || ${o.contact_mobile}, '#' || right(${o.contact_mobile}, 4)] || (select array_agg(t) from unnest(search) t where t !~ '^[#@!]') where id = ${o.id}`,
    );
  for (const a of truth.applicants)
    await row(
      db,
      q`update applicants set passport_no = ${a.passport_no}, passport_no_sealed = null, passport_no_hash = null, passport_no_tail = null,
        id_card_no = ${a.id_card_no}, id_card_no_sealed = null, id_card_no_hash = null, id_card_no_tail = null,
        mobile = ${a.mobile}, mobile_sealed = null, mobile_hash = null, mobile_tail = null,
        search = array['@' || right(${a.passport_no}, 4), '@' || ${a.id_card_no}] || (select array_agg(t) from unnest(search) t where t !~ '^[#@!]'),
        search_text = search_text || lower(${a.passport_no}) || '|' where id = ${a.id}`,
    );
  for (const w of truth.workers)
    await row(
      db,
      q`update workers set mobile = ${w.mobile}, mobile_sealed = null, mobile_hash = null, mobile_tail = null where id = ${w.id}`,
    );
  for (const m of await rows<{ id: number; form_answers: unknown }>(
    db,
    q`select id, form_answers from applicant_materials where form_answers is not null`,
  ))
    await row(db, q`update applicant_materials set form_answers = ${JSON.stringify(openAnswers(m.id, m.form_answers))} where id = ${m.id}`);
  await triggers(true);
  await row(db, q`update seal_state set clear_left = true, key_id = null, moved_at = null`);
}

/** Everybody is found and shown as he should be. */
async function works(): Promise<void> {
  const a = truth.applicants.find((x) => x.passport_no && x.id_card_no && x.mobile);
  const o = truth.orders.find((x) => x.id === a?.order_id);
  if (!a?.passport_no || !a.id_card_no || !o?.contact_mobile) throw new Error("no applicant with all numbers");
  const orders = async (keyword: string): Promise<number[]> =>
    (await admin.call("order_query", { keyword, page_size: 100 })).list.map((x) => x.id);
  const people = async (keyword: string): Promise<number[]> =>
    (await admin.call("applicant_query", { keyword, scope: "all", page_size: 100 })).list.map((x) => x.id);
  for (const word of [o.contact_mobile, o.contact_mobile.slice(-4)]) expect(await orders(word), word).toContain(o.id);
  for (const word of [a.passport_no, a.passport_no.slice(-4), a.id_card_no]) expect(await people(word), word).toContain(a.id);
  for (const word of [a.passport_no.slice(-5), a.passport_no.slice(0, 6), a.id_card_no.slice(-6), o.contact_mobile.slice(0, 7)])
    expect(await people(word), word).not.toContain(a.id);
  const shown = await admin.call("applicant_get", { order_id: a.order_id, id: a.id });
  expect(shown.passport_no).toBe(`E****${a.passport_no.slice(-4)}`);
  expect(shown.id_card_no).toBe(`${a.id_card_no[0]}****************${a.id_card_no.slice(-1)}`);
  expect(await admin.call("applicant_reveal", { id: a.id, field: "id_card_no", reason: "核对证件" })).toEqual({ value: a.id_card_no });
  const staff = await admin.call("worker_query", { keyword: "13955556666" });
  expect(staff.list.map((w) => [w.account, w.mobile])).toEqual([["expert", "139****6666"]]);
}

it("the demo business and what staff type leave no number in clear", async () => {
  expect(numbers.size).toBeGreaterThan(300);
  expect(await inClear(app.db)).toEqual([]);
  await works();
});

it("no statement writes a number in clear", async () => {
  await expect(row(app.db, q`update applicants set passport_no = 'E12345678' where id = 1`)).rejects.toThrow("takes masked numbers alone");
});

it("half-way: numbers in clear and sealed ones are found and shown alike, and a save seals; the job seals the rest", async () => {
  onTestFinished(() => setNumbersInClear(false));
  await unseal(app.db);
  expect((await inClear(app.db)).length).toBeGreaterThan(300);
  await openSeals(app.db, app.clock.now());
  expect(numbersInClear()).toBe(true);
  await works();
  const a = truth.applicants[0];
  const shown = await admin.call("applicant_get", { order_id: a?.order_id ?? 0, id: a?.id ?? 0 });
  const open = shown.applicant_status === "none" || shown.applicant_status === "pre_review";
  if (open) await admin.call("applicant_update", { id: shown.id, version: shown.version, mobile: "13911112222" });
  await app.runJobs();
  expect(numbersInClear()).toBe(false);
  expect(await sealState(app.db)).toMatchObject({ clear_left: false });
  expect(await inClear(app.db)).toEqual([]);
  await works();
});

it("a new key: both open and find, the job seals everything anew, then the old key may go", async () => {
  onTestFinished(testSealKeys);
  const [fresh, old] = [Buffer.alloc(32, 42), Buffer.alloc(32, 11)];
  takeSealKeys([fresh, old]);
  await openSeals(app.db, app.clock.now());
  await works();
  await app.runJobs();
  takeSealKeys([fresh]);
  await works();
  expect(await inClear(app.db)).toEqual([]);
});
