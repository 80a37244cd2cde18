/** What was agreed at the assignment decides what an order costs: the customer's own fees say nothing of it. */
import { expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import { orderDesk } from "../../testing/make/order.ts";
import { costJoins, orderCost, orderMargin } from "../list/order-columns.sql.ts";
import { marginOf } from "./order.rules.ts";

const desk = await orderDesk();
const held = async (id: number, code: string, kind = ""): Promise<number> =>
  (
    await row<{ n: number }>(
      desk.db,
      q`select coalesce(sum(l.amount), 0)::int8 as n from journal_lines l join ledger_accounts a on a.id = l.account_id
        where a.code = ${code} and a.kind = ${kind} and l.applicant_id = ${id}`,
    )
  )?.n ?? 0;
const figures = (order: number) =>
  row<{ cost: number; margin: number }>(
    desk.db,
    q`select ${orderCost} as cost, ${orderMargin("o")} as margin from orders o ${costJoins("o")} where o.id = ${order}`,
  );

test("finance 2: the mission's part of a settle price is the assignment's, not what the customer paid for it", async () => {
  const o = await desk.order();
  const [id = 0] = o.people;
  await desk.pay(o.id);
  const paid = -(await held(id, "embassy_trust"));
  // The supplier's price holds another fee of the mission than ours when it is assigned.
  await rows(desk.db, q`update supplier_prices set embassy_fee = 60000 where embassy_included`);
  await desk.reviewed(id);
  const { embassy_part, settle_price } = await desk.person(id);
  expect([paid, embassy_part]).toEqual([71_500, 60_000]);
  await desk.move("applicant_submit", id, { submit_date: desk.today() });
  expect([await held(id, "embassy_trust"), await held(id, "cost", "embassy_variance"), await held(id, "cost", "supplier")]).toEqual([
    60_000 - paid,
    0,
    (settle_price ?? 0) - 60_000,
  ]);
});

test("order 5: a price with the mission's fee inside leaves the visa centre's out, unless it was agreed: list, page and rule say the same", async () => {
  const o = await desk.order();
  const [id = 0] = o.people;
  await desk.pay(o.id);
  await desk.reviewed(id);
  const [service, embassy, centre] = [46_800, 72_000, 12_000];
  await rows(desk.db, q`delete from order_fees where order_id = ${o.id}`);
  for (const [kind, payable] of Object.entries({ service, embassy, centre }))
    await rows(
      desk.db,
      q`insert into order_fees (order_id, applicant_id, kind, amount, payable, created_at)
        values (${o.id}, ${id}, ${kind}, ${payable}, ${payable}, ${desk.clock.now()})`,
    );
  const total = service + embassy + centre;
  await rows(desk.db, q`update orders set amount_total = ${total}, discount_total = 0, amount_payable = ${total} where id = ${o.id}`);
  for (const [withEmbassy, withCentre, cost] of [
    [true, false, 102_000 + centre],
    [true, true, 102_000],
    [false, false, 102_000 + embassy + centre],
    [false, true, 102_000 + embassy],
  ] as const) {
    await rows(
      desk.db,
      q`update applicants set settle_price = 102000, settle_includes_embassy = ${withEmbassy}, settle_includes_centre = ${withCentre} where id = ${id}`,
    );
    const f = await desk.facts(o.id);
    expect(await figures(o.id)).toEqual({ cost, margin: total - cost });
    expect(marginOf(f.fees, f.people)).toBe(total - cost);
  }
});
