import { expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import { feeOrder } from "../../testing/make/embassy.ts";
import { orderDesk } from "../../testing/make/order.ts";
import { seedEmbassyFees } from "./seed.ts";
import { partsFor } from "../../testing/ctx.ts";

test("the demo has fees in every state, rates of sixty days with holes, and books that balance; a second load adds nothing", async () => {
  const desk = await orderDesk();
  const { people } = await feeOrder(desk, 12);
  await rows(desk.db, q`update applicants set applicant_status = 'awaiting_submission' where id = any(${people}::int8[])`);
  const seed = { db: desk.db, files: partsFor(desk.db).files, now: desk.clock.now(), receipt: await desk.file() };
  await seedEmbassyFees(seed);
  await seedEmbassyFees(seed);
  const states = await rows<{ state: string; n: number }>(
    desk.db,
    q`select embassy_payment_status as state, count(*)::int as n from embassy_payments group by 1 order by 1`,
  );
  expect(states.map((s) => s.state)).toEqual(["failed", "paid", "returned", "to_pay", "to_release", "void"]);
  expect(states.reduce((sum, s) => sum + s.n, 0)).toBe(12);
  const rates = await rows<{ currency: string; n: number }>(
    desk.db,
    q`select currency, count(*)::int as n from fx_rates group by 1 order by 1`,
  );
  expect(rates).toEqual([
    { currency: "AUD", n: 58 },
    { currency: "EUR", n: 60 },
    { currency: "GBP", n: 60 },
    { currency: "JPY", n: 59 },
    { currency: "USD", n: 60 },
  ]);
  expect(await row(desk.db, q`select coalesce(sum(amount), 0)::int as n from journal_lines`)).toEqual({ n: 0 });
});
