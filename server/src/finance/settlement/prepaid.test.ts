/** Money paid ahead: taken first at the approval, warned of below its floor, never taken back once it is used; the sums stay right. */
import { beforeAll, expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { AdjustDesk, BANK } from "../../testing/make/adjustment.ts";
import { refusalOf } from "../../testing/make/supplier-desk.ts";
import { again, confirmBody, freshSupplier, generated, key, owedOn, standing, third } from "../../testing/make/settlement.ts";
import type { Client } from "../../testing/client.ts";
import { asWrite } from "../../testing/ctx.ts";
import { prepaidLeft } from "./unsettled.sql.ts";
import { settlementSource } from "./settle-pay.ts";

let app: TestApp;
let desk: AdjustDesk;
let boss: Client;
beforeAll(async () => {
  app = await testApp();
  desk = await AdjustDesk.of(app);
  boss = await third(app);
});
/** The promise of the books: lines that are not paid, less what was paid ahead, is what we owe. */
async function holds(supplier: number, owed: number): Promise<void> {
  const { books, papers } = await standing(app, supplier);
  const ahead = await row<{ n: number }>(
    app.db,
    q`select coalesce(sum(l.amount), 0)::int8 as n from journal_lines l join ledger_accounts a on a.id = l.account_id
        join journals j on j.id = l.journal_id left join journals r on r.id = j.reversal_of
      where a.owner_id = ${supplier} and a.code like 'payable%' and coalesce(r.kind, j.kind) = 'supplier_prepay'`,
  );
  const unpaid = papers + (ahead?.n ?? 0);
  expect([books, unpaid - (await prepaidLeft(app.db, supplier))]).toEqual([owed, owed]);
}
const warned = async (supplier: number) =>
  (await desk.checker.call("supplier_get", { id: supplier })).warnings.filter((w) => w.key === "prepaid").map((w) => w.text);
async function approved(supplier: number, rest: number) {
  const s = await generated(desk.maker, supplier);
  await desk.checker.call("supplier_settle_confirm", { id: s.id, version: s.version, ...confirmBody, ...key() });
  const seen = await again(desk.maker, s.id);
  const done = await boss.call("supplier_settle_approve", { id: s.id, version: seen.version, ...key() });
  expect(done.payout_amount).toBe(rest);
  return again(desk.maker, s.id);
}

test("prepaid is offset first, Σ unpaid lines − prepaid is the payable at every step, negative lines included; used, it is not taken back", async () => {
  const supplier = await freshSupplier(app);
  await rows(app.db, q`update suppliers set prepaid_floor = 5000 where id = ${supplier}`);
  expect(await warned(supplier)).toEqual(["预付余额 ¥0.00，低于预警线 ¥50.00"]);
  const ahead = await desk.passed({ kind: "supplier_prepay", supplier_id: supplier, company_account_id: BANK, amount: 30_000 });
  expect([await prepaidLeft(app.db, supplier), await warned(supplier)]).toEqual([30_000, []]);
  await holds(supplier, -30_000);
  await owedOn(app, supplier, [
    { day: "2026-08-05", cents: 20_000 },
    { day: "2026-08-06", cents: -4_000 },
  ]);
  await holds(supplier, -14_000);
  const first = await approved(supplier, 0);
  expect([first.settlement_status, first.paid, await prepaidLeft(app.db, supplier)]).toEqual(["paid", 16_000, 14_000]);
  await holds(supplier, -14_000);
  const reverse = { kind: "reversal" as const, journal_id: ahead.booked_id ?? 0 };
  expect(await refusalOf(desk.asked(reverse))).toEqual(["insufficient_balance", "预付已抵扣结算 ¥160.00，无法冲正"]);
  await owedOn(app, supplier, [{ day: "2026-09-05", cents: 50_000 }]);
  await holds(supplier, 36_000);
  const second = await approved(supplier, 36_000);
  expect([second.settlement_status, second.paid, second.remaining]).toEqual(["approved", 14_000, 36_000]);
  expect([await prepaidLeft(app.db, supplier), (await warned(supplier)).length]).toEqual([0, 1]);
  const left = { company_account_id: BANK, bank_fee: 0 };
  await asWrite(app.db, null, app.clock.now(), (ctx) =>
    settlementSource.paid(ctx, { id: 900, source_id: second.id, amount: 36_000 }, left),
  );
  await holds(supplier, 0);
});

test("what nothing was taken of is taken back whole", async () => {
  const supplier = await freshSupplier(app);
  const ahead = await desk.passed({ kind: "supplier_prepay", supplier_id: supplier, company_account_id: BANK, amount: 9_000 });
  const reversed = await desk.passed({ kind: "reversal", journal_id: ahead.booked_id ?? 0 });
  expect([reversed.adjust_status, await prepaidLeft(app.db, supplier)]).toEqual(["approved", 0]);
  await holds(supplier, 0);
});
