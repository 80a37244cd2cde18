/** 资金日历: besides payments what settlements, mission fees and peers' statements will move, each on the day it is expected. */
import { beforeAll, describe, expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { CashDesk } from "../../testing/make/cash.ts";
import { makeCard, makePayment } from "../../testing/make/embassy.ts";
import { OrderDesk } from "../../testing/make/order.ts";
import { makePeer } from "../../testing/make/peer.ts";
import { workerIds } from "../../testing/make/settlement.ts";
import { daysAhead, expectedOn } from "./cash-calendar.rules.ts";

describe("days ahead", () => {
  test("what comes raises the balance, what leaves lowers it, on its day or today where it is late", () => {
    const plan = { account_id: 1, is_income: false };
    const days = daysAhead(
      { id: 1, balance: 100, low_water: 50 },
      ["2026-11-20", "2026-11-21"],
      [
        { ...plan, day: "2026-11-18", amount: 60 },
        { ...plan, day: "2026-11-21", amount: 30, is_income: true },
        { ...plan, day: "2026-11-22", amount: 9 },
      ],
    );
    expect(days.map((d) => [d.in, d.out, d.balance, d.is_low])).toEqual([
      [0, 60, 40, true],
      [30, 0, 70, false],
    ]);
  });
  test("a payer is expected as late as the middle of its own delays; who pays early, on the day", () => {
    expect(expectedOn("2026-11-30", [])).toBe("2026-11-30");
    expect(expectedOn("2026-11-30", [-3, -1, -2])).toBe("2026-11-30");
    expect(expectedOn("2026-11-30", [0, 5, 40])).toBe("2026-12-05");
  });
});

let app: TestApp;
let desk: CashDesk;
beforeAll(async () => {
  app = await testApp();
  desk = await CashDesk.of(app);
});
const settlement = async (no: string, party: { supplier_id?: number; peer_id?: number }, state: string, due: string, amount: number) =>
  (
    await row<{ id: number }>(
      app.db,
      q`insert into settlements (settle_no, kind, supplier_id, peer_id, cycle_start, cycle_end, due_on, ours, final, settlement_status, created_at, updated_at)
        values (${no}, ${party.peer_id ? "peer" : "supplier"}, ${party.supplier_id ?? null}, ${party.peer_id ?? null}, ${`${due.slice(0, 8)}01`}::date - 31, ${due}::date - 20, ${due}, ${amount},
          ${amount}, ${state}, ${app.clock.now()}, ${app.clock.now()}) returning id`,
    )
  )?.id ?? 0;

test("settlements stand on their due day, fees that are passed today, statements of peers as late as that peer pays", async () => {
  const orders = new OrderDesk(app.database, app.clock, await workerIds(app.db));
  const card = await makeCard(app.db, "日历公司卡");
  await makePayment(orders, { state: "to_pay", no: "SG261120000031", card });
  await rows(app.db, q`update embassy_payments set company_account_id = ${card} where payment_no = 'SG261120000031'`);
  const [supplier] = await rows<{ id: number }>(app.db, q`select min(id) as id from suppliers`);
  await settlement("JS261120000031", { supplier_id: supplier?.id ?? 0 }, "confirmed", "2026-11-27", 52_000);
  await settlement("JS261120000032", { supplier_id: supplier?.id ?? 0 }, "void", "2026-11-28", 99_000);
  const peer = (await makePeer(app.db, { settle_mode: "credit" })).id;
  const former = await settlement("JS261120000033", { peer_id: peer }, "paid", "2026-10-10", 1_000);
  await rows(
    app.db,
    q`insert into settle_allocations (settlement_id, source, amount, journal_line_id, created_at)
      select ${former}, 'peer', 1000, min(id), '2026-10-14T02:00:00Z' from journal_lines`,
  );
  await settlement("JS261120000034", { peer_id: peer }, "confirmed", "2026-11-25", 30_000);
  const { accounts } = await desk.cashier.call("cash_calendar_get", {});
  const found = accounts.flatMap((a) =>
    a.days.flatMap((d) => d.rows.map((r) => [a.name, d.day, r.source_noun, r.no, r.amount, r.is_income])),
  );
  expect(found).toEqual(
    expect.arrayContaining([
      ["日历公司卡", "2026-11-20", "embassy_payment", "SG261120000031", 70_311, false],
      ["基本户", "2026-11-27", "settlement", "JS261120000031", 52_000, false],
      ["基本户", "2026-11-29", "peer_statement", "JS261120000034", 30_000, true],
    ]),
  );
  expect(found.some(([, , , no]) => no === "JS261120000032")).toBe(false);
  // A cashier whose data is his own sees neither other people's orders and peers nor what suppliers are owed.
  await rows(app.db, q`update roles set data_scope = 'own' where name = '资金'`);
  const own = (await desk.cashier.call("cash_calendar_get", {})).accounts.flatMap((a) => a.days.flatMap((d) => d.rows));
  expect(own).toEqual([]);
});
