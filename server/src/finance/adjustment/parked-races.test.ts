/** Parked money that is promised to one is nobody else's, whoever asks at the same time; on a real PostgreSQL. */
import { beforeAll, describe, expect, test } from "vitest";
import { q, row } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { onEmbedded } from "../../testing/database.ts";
import { AdjustDesk, BANK } from "../../testing/make/adjustment.ts";
import { makePeer } from "../../testing/make/peer.ts";
import { keyed } from "../../testing/make/peer-terms.ts";
import { importLines } from "../../testing/make/statement.ts";
import { refusalOf } from "../../testing/make/supplier-desk.ts";
import { inTurn } from "../../testing/races.ts";

let app: TestApp;
let desk: AdjustDesk;
let clerk: Client;
let peer_id: number;
beforeAll(async () => {
  app = await testApp({ max: 20 });
  desk = await AdjustDesk.of(app);
  clerk = desk.maker;
  peer_id = (await makePeer(app.db, {}, app.clock.now())).id;
  await desk.parked(1);
});
/** What lies on the account and is promised to nobody. */
const free = async () =>
  (
    await row<{ n: number }>(
      app.db,
      q`select (a.balance - coalesce((select sum(x.amount) from adjustments x where x.kind = 'suspense_return' and x.adjust_status = 'approved'
        and x.booked_id is null and x.company_account_id = a.owner_id), 0))::int8 as n from ledger_accounts a where a.code = 'suspense' and a.owner_id = ${BANK}`,
    )
  )?.n ?? 0;
/** As much as is asked for lies there, and nothing beside it. */
async function only(amount: number): Promise<void> {
  await desk.parked(amount - (await free()));
  expect(await free()).toBe(amount);
}
/** To somebody who is named, without a line. */
const back = (amount: number) => ({
  kind: "suspense_return" as const,
  company_account_id: BANK,
  amount,
  payee_name: "李某某",
  payee_account: "6222000011112222",
  payee_bank: "中国银行北京分行",
});
const claim = (amount: number) => ({
  kind: "suspense_claim" as const,
  company_account_id: BANK,
  peer_id,
  account: "peer_principal" as const,
  amount,
});
let day = 0;
async function parkedLine(income: string) {
  const at = `2026-11-${String(1 + day++).padStart(2, "0")} 10:00:00`;
  const [id] = await importLines(app, clerk, [{ at, income, name: "王某某", account: "6222000011112222", summary: `来账${day}` }]);
  await clerk.call(
    "statement_line_park",
    keyed({ id: id ?? 0, version: (await clerk.call("statement_line_get", { id: id ?? 0 })).version }),
  );
  return clerk.call("statement_line_get", { id: id ?? 0 });
}

test("a line is not taken out of suspense under a return that is promised without one", async () => {
  await only(1);
  const line = await parkedLine("50.00");
  await desk.passed(back(5_000));
  const said = await refusalOf(clerk.raw("statement_line_unmatch", { id: line.id, version: line.version }));
  expect(said).toEqual(["guard_failed", "暂收款已认领或待退回，只剩 ¥0.01，不能取消挂账"]);
  expect(await free()).toBe(1);
});

describe.skipIf(onEmbedded())("on PostgreSQL", () => {
  const HELD = ["select id from ledger_accounts where code = 'suspense' for update"] as const;

  test("two returns without a line passed at once: one is promised, the other hears what is missing", async () => {
    await only(700);
    const [one, two] = [await desk.add(back(700)), await desk.add(back(700))];
    const both = await inTurn(
      app,
      HELD,
      () => desk.pass(one),
      () => desk.pass(two),
    );
    expect(both.map((b) => b.msg)).toEqual(["", "暂收待认领款不足，差额 ¥7.00"]);
    expect(await free()).toBe(0);
  });

  for (const isReturnFirst of [true, false])
    test(`a return and a claim of one sum passed at once (${isReturnFirst ? "the return" : "the claim"} is first): one of both`, async () => {
      await only(900);
      const [one, two] = [await desk.add(back(900)), await desk.add(claim(900))];
      const [first, then] = isReturnFirst ? [one, two] : [two, one];
      const both = await inTurn(
        app,
        HELD,
        () => desk.pass(first),
        () => desk.pass(then),
      );
      expect(both.map((b) => b.msg)).toEqual(["", "暂收待认领款不足，差额 ¥9.00"]);
      expect(await free()).toBe(0);
    });

  for (const isReturnFirst of [true, false])
    test(`a return passed while a line is taken out of suspense (${isReturnFirst ? "the return" : "the line"} is first): one of both`, async () => {
      await only(1);
      const line = await parkedLine("60.00");
      const one = await desk.add(back(6_000));
      const pass = () => desk.pass(one);
      const unpark = () => clerk.raw("statement_line_unmatch", { id: line.id, version: line.version });
      const both = await (isReturnFirst ? inTurn(app, HELD, pass, unpark) : inTurn(app, HELD, unpark, pass));
      expect(both[0].msg).toBe("");
      expect(both[1].msg).toBe(isReturnFirst ? "暂收款已认领或待退回，只剩 ¥0.01，不能取消挂账" : "暂收待认领款不足，差额 ¥59.99");
      expect(await free()).toBe(1);
    });
});
