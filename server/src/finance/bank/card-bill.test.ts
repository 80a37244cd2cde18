/** finance 11: the bill of a card differs from what was booked for a mission fee. */
import { beforeAll, expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import { postEmbassyPaid } from "../../ledger/index.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { asWrite } from "../../testing/ctx.ts";
import { makeCard, makePayment } from "../../testing/make/embassy.ts";
import { OrderDesk } from "../../testing/make/order.ts";
import { keyed } from "../../testing/make/peer-terms.ts";
import { importLines } from "../../testing/make/statement.ts";
import { refusalOf } from "../../testing/make/supplier-desk.ts";

let app: TestApp;
let clerk: Client;
let desk: OrderDesk;
let card: number;
beforeAll(async () => {
  app = await testApp();
  clerk = await app.as("finance");
  const staff = await rows<{ account: string; id: number }>(app.db, q`select account, id from workers`);
  desk = new OrderDesk(app.database, app.clock, new Map(staff.map((w) => [w.account, w.id])));
  card = await makeCard(app.db, "测试公司卡");
});
let made = 0;
/** A fee of 70,311 paid by card and booked, and a line of the card's statement. */
async function billed(outgo: string): Promise<{ payment: number; line: number }> {
  const e = await makePayment(desk, { state: "paid", no: `SG26112000090${++made}`, card });
  const of = await row<{ order_id: number; applicant_id: number }>(
    app.db,
    q`select order_id, applicant_id from embassy_payments where id = ${e.id}`,
  );
  const fee = { payment_id: e.id, order_id: of?.order_id ?? 0, applicant_id: of?.applicant_id ?? 0, is_visa: true, account_id: card };
  await asWrite(app.db, null, app.clock.now(), (ctx) => postEmbassyPaid(ctx, fee, 70_311, { day: desk.today() }));
  const [line] = await importLines(app, clerk, [{ at: `${desk.today()} 09:0${made}:00`, outgo, summary: "EMBASSY PARIS" }], card);
  return { payment: e.id, line: line ?? 0 };
}
const seen = async (id: number) => ({ id, version: (await clerk.call("statement_line_get", { id })).version });
const fee = async (line: number) => {
  const { list } = await clerk.call("statement_line_candidate_query", { id: line });
  const found = list.find((c) => c.is_fee && c.target_noun === "journal_line");
  if (!found) throw new Error("the fee is no candidate");
  return { target_noun: found.target_noun, target_id: found.target_id, amount: found.left };
};
const settled = async (id: number) =>
  (await row<{ n: number | null }>(app.db, q`select settled_amount as n from embassy_payments where id = ${id}`))?.n;
const exchange = async () =>
  (
    await row<{ n: number }>(
      app.db,
      q`select coalesce(sum(l.amount), 0)::int8 as n from journal_lines l join ledger_accounts a on a.id = l.account_id where a.code = 'cost' and a.kind = 'fx'`,
    )
  )?.n;
const open = async () => {
  const sheet = await clerk.call("bank_reconcile_get", { company_account_id: card, day: desk.today() });
  return [sheet.bank_in, sheet.bank_out, sheet.book_in, sheet.book_out].map((s) => s.total);
};

test("finance 11: a bill of 70,452 posts 141 of exchange and is matched to both vouchers; taken back, the fee is unbilled", async () => {
  const { payment, line } = await billed("704.52");
  const target = await fee(line);
  const body = { targets: [{ ...target, amount: 70_311 }], is_bill: true };
  await clerk.call("statement_line_match", keyed({ ...(await seen(line)), ...body }));
  const shown = await clerk.call("statement_line_get", { id: line });
  expect([shown.line_status, shown.matches.map((m) => m.amount)]).toEqual(["matched", [70_311, 141]]);
  expect([await settled(payment), await exchange()]).toEqual([70_452, 141]);
  await clerk.call("statement_line_unmatch", { ...(await seen(line)), match_id: shown.matches[0]?.id ?? 0 });
  expect([await settled(payment), await exchange(), (await clerk.call("statement_line_get", { id: line })).line_status]).toEqual([
    null,
    0,
    "open",
  ]);
  await clerk.call("statement_line_match", keyed({ ...(await seen(line)), ...body }));
  expect([await settled(payment), await exchange()]).toEqual([70_452, 141]);
});

test("finance 11: a bill below what was booked gives the difference back; nothing of it stays open in the statement of differences", async () => {
  const before = await exchange();
  const { payment, line } = await billed("700.11");
  const target = await fee(line);
  await clerk.call("statement_line_match", keyed({ ...(await seen(line)), targets: [target], is_bill: true }));
  const shown = await clerk.call("statement_line_get", { id: line });
  expect(shown.matches.map((m) => m.amount)).toEqual([70_311, -300]);
  expect([await settled(payment), await exchange(), await open()]).toEqual([70_011, (before ?? 0) - 300, [0, 0, 0, 0]]);
  const other = await billed("703.11");
  const again = await refusalOf(
    clerk.raw("statement_line_match", keyed({ ...(await seen(other.line)), targets: [target], is_bill: true })),
  );
  expect(again[0]).toBe("taken");
});

test("two fees are no bill, nor is what paid something else", async () => {
  const { line } = await billed("711.00");
  const target = await fee(line);
  const said = async (targets: (typeof target)[]) =>
    (await refusalOf(clerk.raw("statement_line_match", keyed({ ...(await seen(line)), targets, is_bill: true }))))[1];
  expect(await said([target, { ...target, target_id: target.target_id + 1 }])).toBe("按账单结清时只选择一笔使馆费");
  expect(await said([{ ...target, target_noun: "remittance" }])).toBe("按账单结清时只选择一笔使馆费");
});
