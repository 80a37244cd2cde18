/** Settlements over real orders: what both sides agreed upon locks the price, and their file is matched by a person's numbers. */
import { afterEach, beforeAll, expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { workerIds } from "../../testing/make/settlement.ts";
import { again, confirmBody, key, linesOf } from "../../testing/make/settlement.ts";
import { asWrite } from "../../testing/ctx.ts";
import { payableFaults } from "./payable-faults.sql.ts";
import { isEditor } from "./settle-editors.sql.ts";
import { OrderDesk } from "../../testing/make/order.ts";

let app: TestApp;
let maker: Client;
let checker: Client;
let desk: OrderDesk;
beforeAll(async () => {
  app = await testApp();
  [maker, checker] = [await app.as("finance"), await app.as("admin")];
  await rows(app.db, q`update suppliers set settle_cycle = 'day'`);
  desk = new OrderDesk(app.database, app.clock, await workerIds(app.db));
});

/** Whatever was done to settlements, the books owe what their lines say. */
afterEach(async () => expect(await payableFaults(app.db, q`true`)).toEqual([]));

/** Two people handed in by the supplier the house gave them to; a day later it is settled. */
async function handedIn(day: string, more: (id: number, price: number) => Promise<unknown> = () => Promise.resolve()) {
  const now = app.clock.now();
  app.clock.set(`${day}T02:00:00.000Z`);
  const o = await desk.order({ people: 2 });
  await desk.pay(o.id);
  for (const id of o.people) {
    await desk.reviewed(id);
    await desk.move("applicant_submit", id, { submit_date: desk.today() });
  }
  const owed = await row<{ supplier_id: number; settle_price: number; applicant_no: string }>(
    app.db,
    q`select supplier_id, settle_price, applicant_no from applicants where id = ${o.people[0]}`,
  );
  if (owed) await more(o.people[0] ?? 0, owed.settle_price);
  app.clock.set(now.toISOString());
  if (!owed) throw new Error("nobody was handed in");
  return { ...o, ...owed };
}

test("finance 15, 19: a confirmed settlement locks settle price and roll-back under its number; reopened they are free; who edited a price is known as its editor", async () => {
  const edit = (settle_price: number) => ({ settle_price, reason: "与供应商另有约定" });
  const o = await handedIn("2026-11-19", (id, price) => desk.move("applicant_settle_price_update", id, edit(price + 1_000)));
  const [, second = 0] = o.people;
  const { made } = await maker.call("supplier_settle_generate", { supplier_id: o.supplier_id, ...key() });
  const s = await again(maker, made[0]?.id ?? 0);
  expect((await linesOf(maker, s.id)).map((l) => l.source).sort()).toEqual(["price", "settle", "settle"]);
  const editor = await app.as("expert");
  const edited = (id: number) => asWrite(app.db, null, app.clock.now(), (ctx) => isEditor(ctx, s.id, id));
  expect([await edited(editor.id), await edited(checker.id)]).toEqual([true, false]);
  await checker.call("supplier_settle_confirm", { id: s.id, version: s.version, ...confirmBody, ...key() });
  const person = async (id: number): Promise<number> =>
    (await row<{ version: number }>(app.db, q`select version from applicants where id = ${id}`))?.version ?? 0;
  const locked = await desk.refused("applicant_settle_price_update", { id: second, version: await person(second), ...edit(1) });
  expect([locked.code, locked.msg]).toEqual(["settle_confirmed", `结算单 ${s.settle_no} 已确认，不能回退或修改结算价`]);
  const back = await desk.refused("applicant_rollback", {
    id: second,
    version: await person(second),
    to: "awaiting_submission",
    reason_code: "mistake",
    reason: "送签登记有误",
  });
  expect(back.msg).toContain(s.settle_no);
  const shut = await again(maker, s.id);
  await checker.call("supplier_settle_reopen", { id: s.id, version: shut.version, reason: "供应商发现漏项", ...key() });
  await desk.move("applicant_settle_price_update", second, edit(o.settle_price - 500));
});

test("their file is matched by applicant number and passport; what is ours or theirs alone and what stands twice is told", async () => {
  const o = await handedIn("2026-11-18");
  const { made } = await maker.call("supplier_settle_generate", { supplier_id: o.supplier_id, ...key() });
  const s = await again(maker, made.at(-1)?.id ?? 0);
  const own = (await linesOf(maker, s.id)).filter((l) => l.source === "settle");
  const [a, b] = own.filter((l) => o.people.includes(l.applicant_id ?? 0));
  const sheet = [
    { ref: a?.applicant_no ?? "", amount: (a?.charge ?? 0) + 800 },
    { ref: a?.applicant_no ?? "", amount: a?.charge ?? 0 },
    { ref: "SQ000000", amount: 5_000 },
  ];
  const dry = await maker.call("supplier_settle_import_check", { id: s.id, version: s.version, rows: sheet });
  expect([dry.rows.map((r) => r.match), dry.ours_only]).toEqual([["diff", "duplicate", "theirs_only"], own.length - 1]);
  expect((await again(maker, s.id)).version).toBe(s.version);
  await maker.call("supplier_settle_import", { id: s.id, version: s.version, rows: sheet, ...key() });
  const read = await again(maker, s.id);
  expect(read.theirs).toBe((a?.charge ?? 0) + 800 + 5_000);
  const early = await maker.raw("supplier_settle_send", { id: s.id, version: read.version });
  expect(early.msg).toBe(`还有 ${own.length + 1} 条差异未判定`);
  const open = (await maker.call("supplier_settle_line_query", { settlement_id: s.id, tab: "difference", page_size: 100 })).list.filter(
    (l) => l.match !== "duplicate",
  );
  const judge = async (ids: number[], verdict: "accept" | "appeal"): Promise<void> => {
    const { version } = await again(maker, s.id);
    await maker.call("supplier_settle_line_verdict", { id: s.id, version, line_ids: ids, verdict });
  };
  const isTheirs = (l: { match: string | null }): boolean => l.match !== "ours_only";
  await judge(
    open.filter(isTheirs).map((l) => l.id),
    "accept",
  );
  await judge(
    open.filter((l) => !isTheirs(l)).map((l) => l.id),
    "appeal",
  );
  const judged = await again(maker, s.id);
  expect([judged.final, judged.theirs]).toEqual([(a?.charge ?? 0) + 5_800, (a?.charge ?? 0) + 5_800]);
  await checker.call("supplier_settle_confirm", { id: s.id, version: judged.version, ...confirmBody, ...key() });
  expect(b).toBeDefined();
});
