/** Two people at once with one payment, one account, one peer. */
import { beforeAll, expect, test } from "vitest";
import { q, row } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { CashDesk } from "../../testing/make/cash.ts";
import { keyed } from "../../testing/make/peer-terms.ts";
import { inTurn } from "../../testing/races.ts";
import { frozenFaults } from "../index.ts";

let app: TestApp;
let desk: CashDesk;
beforeAll(async () => {
  app = await testApp({ max: 20 });
  desk = await CashDesk.of(app);
});
const paidJournals = async (id: number): Promise<number> =>
  (
    await row<{ n: number }>(
      app.db,
      q`select count(*)::int as n from journals where kind = 'withdraw_paid' and source_noun = 'withdrawal' and source_id = ${id}`,
    )
  )?.n ?? 0;

test("finance 21: two cashiers register one payment: one wins, the books move once", async () => {
  const { w, p, peer } = await desk.passed(40_000);
  const [a, b] = [await desk.paidBody(p), await desk.paidBody(p, "business_3")];
  const answers = await inTurn(
    app,
    ["select 1 from withdrawals where id = $1 for update", w.id],
    () => desk.cashier.raw("payout_paid", keyed(a)),
    () => desk.third.raw("payout_paid", keyed(b)),
  );
  expect(answers.map((x) => x.ret === 0)).toEqual([true, false]);
  expect([await paidJournals(w.id), await desk.standing(peer.id)]).toEqual([1, [40_000, 0, 0]]);
});

test("one bank number for two payments at once: one is taken", async () => {
  const [one, two] = [await desk.passed(10_000), await desk.passed(11_000)];
  const body = await desk.paidBody(one.p);
  const answers = await inTurn(
    app,
    ["select 1 from company_accounts where id = $1 for update", one.p.company_account_id],
    () => desk.cashier.raw("payout_paid", keyed(body)),
    async () => desk.third.raw("payout_paid", keyed({ ...(await desk.paidBody(two.p, "business_3")), bank_ref: body.bank_ref })),
  );
  expect(answers.map((x) => [x.ret === 0, x.msg])).toEqual([
    [true, ""],
    [false, "该流水号已登记"],
  ]);
});

test("a payment registered while another marks it failed and gives it up: one of both, never paid and returned", async () => {
  for (let round = 0; round < 4; round++) {
    const { w, p } = await desk.passed(9_000);
    const { id, version } = p;
    await Promise.all([
      desk.cashier.raw("payout_paid", keyed(await desk.paidBody(p))),
      desk.third.raw("payout_failed", keyed({ id, version, reason: "银行退回" })),
    ]);
    await desk.third.raw("payout_give_up", keyed({ id, version: version + 1, reason: "不再付款" }));
    const state = (await desk.maker.call("withdrawal_get", { id: w.id })).withdrawal_status;
    expect(["paid", "returned"]).toContain(state);
    expect(await paidJournals(w.id)).toBe(state === "paid" ? 1 : 0);
  }
  expect(await frozenFaults(app.db)).toEqual([]);
});

test("two reviewers pass one withdrawal at once: one payment is queued", async () => {
  const w = await desk.ask(await desk.peer(50_000), 20_000);
  const both = await Promise.all([desk.approve(w), desk.approve(w, desk.third)]);
  expect(both.filter((x) => x.ret === 0 && x.status === 200)).toHaveLength(1);
  expect((await desk.cashier.call("payout_query", { keyword: w.withdrawal_no })).total).toBe(1);
});
