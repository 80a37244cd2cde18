/** One line of the books and several lines of statements at once, on a real PostgreSQL: it is shown by one of them, whoever is second hears so. */
import { beforeAll, describe, expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import { postEmbassyPaid, postJournal } from "../../ledger/index.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { asWrite } from "../../testing/ctx.ts";
import { onEmbedded } from "../../testing/database.ts";
import { makeCard, makePayment } from "../../testing/make/embassy.ts";
import { OrderDesk } from "../../testing/make/order.ts";
import { keyed } from "../../testing/make/peer-terms.ts";
import { importLines } from "../../testing/make/statement.ts";
import { inTurn } from "../../testing/races.ts";
import { linkLines } from "./line-link.ts";

let app: TestApp;
let clerk: Client;
let desk: OrderDesk;
let card: number;
beforeAll(async () => {
  app = await testApp({ max: 20 });
  clerk = await app.as("finance");
  const staff = await rows<{ account: string; id: number }>(app.db, q`select account, id from workers`);
  desk = new OrderDesk(app.database, app.clock, new Map(staff.map((w) => [w.account, w.id])));
  card = await makeCard(app.db, "并发公司卡");
});
const seen = async (id: number) => ({ id, version: (await clerk.call("statement_line_get", { id })).version });
/** How much of a line of the books statements show. */
const shown = async (id: number) =>
  (
    await row<{ n: number }>(
      app.db,
      q`select coalesce(sum(amount), 0)::int8 as n from line_matches where target_noun = 'journal_line' and target_id = ${id}`,
    )
  )?.n;
/** Nobody writes a match until both have looked. */
const HELD = ["lock table line_matches in share mode"] as const;
let made = 0;
/** What left the card by the books. */
async function booked(amount: number): Promise<{ id: number; no: string; source_id: number }> {
  const source_id = 800 + ++made;
  const journal = await asWrite(app.db, null, app.clock.now(), (ctx) =>
    postJournal(ctx, {
      kind: "bank_item",
      source_noun: "test",
      source_id,
      lines: [
        { account: { code: "expense", kind: "bank_fee" }, amount },
        { account: { code: "cash", owner_id: card }, amount: -amount },
      ],
    }),
  );
  const line = await row<{ id: number; no: string }>(
    app.db,
    q`select l.id, j.no from journal_lines l join journals j on j.id = l.journal_id join ledger_accounts a on a.id = l.account_id where l.journal_id = ${journal} and a.code = 'cash'`,
  );
  return { id: line?.id ?? 0, no: line?.no ?? "", source_id };
}

test("a line is set aside for a voucher that books it and no other line yet, whoever does so at once", async () => {
  const to = await booked(3_300);
  const [one, two, more] = await importLines(
    app,
    clerk,
    [
      { at: "2026-11-13 09:00:00", outgo: "33.00", summary: "费一" },
      { at: "2026-11-13 10:00:00", outgo: "33.00", summary: "费二" },
      { at: "2026-11-13 11:00:00", outgo: "33.01", summary: "费三" },
    ],
    card,
  );
  const aside = async (id: number | undefined) =>
    clerk.raw("statement_line_ignore", { ...(await seen(id ?? 0)), journal_no: to.no, note: "已在费用凭证入账" });
  expect((await aside(more)).msg).toBe("该凭证在本账户未匹配 ¥33.00，少于流水金额");
  const both = await Promise.all([aside(one), aside(two)]);
  expect(both.map((b) => b.msg).toSorted()).toEqual(["", "该凭证在本账户未匹配 ¥0.00，少于流水金额"]);
});

describe.skipIf(onEmbedded())("on PostgreSQL", () => {
  for (const isAutoFirst of [true, false])
    test(`finance 13: a line that links itself while a clerk matches another to the same voucher (${isAutoFirst ? "it" : "the clerk"} is first): one wins`, async () => {
      const to = await booked(4_200);
      const ref = `REF${to.source_id}`;
      const [byHand] = await importLines(app, clerk, [{ at: "2026-11-12 09:00:00", outgo: "42.00", summary: `手${made}` }], card);
      const [byItself] = await importLines(app, clerk, [{ at: "2026-11-12 10:00:00", outgo: "42.00", ref, summary: `自${made}` }], card);
      const importId =
        (await row<{ n: number }>(app.db, q`select import_id as n from statement_lines where id = ${byItself ?? 0}`))?.n ?? 0;
      const trade = { trade_no: ref, source_noun: "test", source_id: to.source_id, amount: 4_200 };
      const doors = { tradesByNumber: () => Promise.resolve([trade]) };
      const auto = () => asWrite(app.db, null, app.clock.now(), (ctx) => linkLines(ctx, doors, { account: card, importId }));
      const body = { targets: [{ target_noun: "journal_line" as const, target_id: to.id, amount: 4_200 }] };
      const of = await seen(byHand ?? 0);
      const hand = () => clerk.raw("statement_line_match", keyed({ ...of, ...body }));
      const [linked, said] = isAutoFirst ? await inTurn(app, HELD, auto, hand) : (await inTurn(app, HELD, hand, auto)).toReversed();
      expect([linked, said]).toMatchObject(isAutoFirst ? [1, { msg: "该分录已被其他流水匹配" }] : [0, { ret: 0 }]);
      expect(await shown(to.id)).toBe(4_200);
    });

  for (const isBillFirst of [true, false])
    test(`finance 11: a card's bill while a clerk matches another line to the same fee (${isBillFirst ? "the bill" : "the clerk"} is first): one wins`, async () => {
      const e = await makePayment(desk, { state: "paid", no: `SG26112000070${++made}`, card });
      const of = await row<{ order_id: number; applicant_id: number }>(
        app.db,
        q`select order_id, applicant_id from embassy_payments where id = ${e.id}`,
      );
      const fee = { payment_id: e.id, order_id: of?.order_id ?? 0, applicant_id: of?.applicant_id ?? 0, is_visa: true, account_id: card };
      const journal = await asWrite(app.db, null, app.clock.now(), (ctx) => postEmbassyPaid(ctx, fee, 70_311, { day: desk.today() }));
      expect(journal).toBeDefined();
      const paid = await row<{ id: number }>(
        app.db,
        q`select l.id from journal_lines l join journals j on j.id = l.journal_id join ledger_accounts a on a.id = l.account_id
          where j.kind = 'embassy_paid' and j.source_id = ${e.id} and a.code = 'cash'`,
      );
      const lines = await importLines(
        app,
        clerk,
        [
          { at: `${desk.today()} 09:0${made}:00`, outgo: "703.11", summary: `EMBASSY ${made}` },
          { at: `${desk.today()} 10:0${made}:00`, outgo: "704.52", summary: `EMBASSY ${made}` },
        ],
        card,
      );
      const targets = [{ target_noun: "journal_line" as const, target_id: paid?.id ?? 0, amount: 70_311 }];
      const [plain, bill] = [await seen(lines[0] ?? 0), await seen(lines[1] ?? 0)];
      const byHand = () => clerk.raw("statement_line_match", keyed({ ...plain, targets }));
      const byBill = () => clerk.raw("statement_line_match", keyed({ ...bill, targets, is_bill: true }));
      const both = await (isBillFirst ? inTurn(app, HELD, byBill, byHand) : inTurn(app, HELD, byHand, byBill));
      expect(both.map((b) => b.msg)).toEqual(["", "该分录已被其他流水匹配"]);
      expect(await shown(paid?.id ?? 0)).toBe(70_311);
    });
});
