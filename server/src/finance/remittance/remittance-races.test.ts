/** Two people at once with one remittance, one line, one number, on a real PostgreSQL. */
import { beforeAll, describe, expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import { grantGift } from "../../ledger/index.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { asWrite } from "../../testing/ctx.ts";
import { onEmbedded } from "../../testing/database.ts";
import { keyed } from "../../testing/make/peer-terms.ts";
import { RemitDesk, type Remittance } from "../../testing/make/remittance.ts";
import { BANK } from "../../testing/make/statement.ts";
import { inTurn } from "../../testing/races.ts";

const seen = ({ id, version }: Pick<Remittance, "id" | "version">) => ({ id, version });

describe.skipIf(onEmbedded())("at once", () => {
  let app: TestApp;
  let desk: RemitDesk;
  beforeAll(async () => {
    app = await testApp({ max: 30 });
    desk = await RemitDesk.of(app);
  });
  const journals = async (id: number): Promise<number> =>
    (await row<{ n: number }>(app.db, q`select count(*)::int as n from journals where source_noun = 'remittance' and source_id = ${id}`))
      ?.n ?? 0;

  test("two approvals of one: one books, the books move once", async () => {
    const peer = await desk.peer();
    const r = await desk.ask(peer, 40_000);
    const line_id = await desk.line(40_000, { name: peer.name });
    const lines = [{ line_id, amount: 40_000 }];
    const answers = await inTurn(
      app,
      ["select 1 from remittances where id = $1 for update", r.id],
      () => desk.approve(r, lines),
      () => desk.approve(r, lines, desk.third),
    );
    expect(answers.map((a) => a.ret === 0)).toEqual([true, false]);
    expect([await journals(r.id), (await desk.standing(peer.id)).principal]).toEqual([1, 40_000]);
  });

  test("two remittances of one bank number: one stands", async () => {
    const peer = await desk.peer();
    const body = async (by: string) => keyed(await desk.body(peer, 5_000, { bank_ref: "RACE01" }, by));
    const [one, two] = [await body("finance"), await body("service_3")];
    const answers = await inTurn(
      app,
      ["select 1 from company_accounts where id = $1 for update", BANK],
      () => desk.maker.raw("remittance_add", one),
      () => desk.checker.raw("remittance_add", two),
    );
    expect(answers.map((a) => a.ret === 0)).toEqual([true, false]);
    expect(answers[1]?.msg).toContain("该流水号与金额已登记：HK");
  });

  test("finance 13: an approval with a line that another clerk matches: one wins, the other hears that it is taken", async () => {
    const peer = await desk.peer();
    const [r, other] = [await desk.ask(peer, 6_000), await desk.ask(peer, 6_000)];
    const line_id = await desk.line(6_000, { name: peer.name });
    const { version } = await desk.maker.call("statement_line_get", { id: line_id });
    const targets = [{ target_noun: "remittance" as const, target_id: other.id, amount: 6_000 }];
    const answers = await inTurn(
      app,
      ["select 1 from statement_lines where id = $1 for update", line_id],
      () => desk.maker.raw("statement_line_match", keyed({ id: line_id, version, targets })),
      () => desk.approve(r, [{ line_id, amount: 6_000 }]),
    );
    expect(answers.map((a) => [a.ret === 0, a.ret === 0 ? "" : a.msg])).toEqual([
      [true, ""],
      [false, "该流水已被匹配"],
    ]);
    expect([(await desk.get(r.id)).remittance_status, await journals(r.id)]).toEqual(["pending", 0]);
  });

  test("two remittances booked with one line at once, many times: never more than the line, no deadlock", async () => {
    const peer = await desk.peer();
    for (let round = 0; round < 4; round++) {
      const list = [await desk.ask(peer, 3_000), await desk.ask(peer, 3_000)];
      const ids = [await desk.line(3_000, { name: peer.name }), await desk.line(3_000, { name: peer.name })];
      const answers = await Promise.all(
        list.map((r, i) => desk.approve(r, [{ line_id: ids[0] ?? 0, amount: 3_000 }], i === 0 ? desk.checker : desk.third)),
      );
      expect(answers.filter((a) => a.ret === 0 && a.status === 200)).toHaveLength(1);
    }
    const over = await row(
      app.db,
      q`select 1 from statement_lines l where l.matched <> (select coalesce(sum(amount), 0) from line_matches where line_id = l.id)`,
    );
    expect(over).toBeUndefined();
  });

  test("a reversal while the peer spends the money: one of both, never below zero", async () => {
    const peer = await desk.peer();
    const r = await desk.booked(peer, 20_000);
    const spend = () =>
      rows(
        app.db,
        q`with held as (select id, balance from ledger_accounts where code = 'peer_principal' and owner_id = ${peer.id} for update)
          update ledger_accounts a set balance = a.balance - 15000 from held where a.id = held.id and held.balance >= 15000 returning a.id`,
      );
    const [spent, back] = await inTurn(
      app,
      ["select 1 from ledger_accounts where code = 'peer_principal' and owner_id = $1 for update", peer.id],
      spend,
      () => desk.third.raw("remittance_reverse", keyed({ ...seen(r), reason: "款项未到账，冲正" })),
    );
    expect([spent.length, back.ret === 0, back.msg]).toEqual([1, false, "本金已使用 ¥150.00，不能冲正"]);
    expect((await desk.standing(peer.id)).principal).toBe(5_000);
  });

  test("a reversal while its gift is used is refused in words", async () => {
    const peer = await desk.peer();
    const r = await desk.booked(peer, 20_000);
    await asWrite(app.db, null, app.clock.now(), (ctx) =>
      grantGift(ctx, { peer_id: peer.id, amount: 2_000, expires_on: null, max_order_pct: 20, source: `remittance ${r.id}` }),
    );
    const use = () =>
      rows(
        app.db,
        q`with held as (select id from ledger_accounts where code = 'peer_gift' and owner_id = ${peer.id} for update)
          update gift_lots set remaining = remaining - 500 where peer_id = ${peer.id} and exists (select from held) returning id`,
      );
    const [, back] = await inTurn(
      app,
      ["select 1 from ledger_accounts where code = 'peer_gift' and owner_id = $1 for update", peer.id],
      use,
      () => desk.third.raw("remittance_reverse", keyed({ ...seen(r), reason: "款项未到账，冲正" })),
    );
    expect(back.msg).toBe("赠送金已使用 ¥5.00");
  });
});
