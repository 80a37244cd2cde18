/** A month that is closed while it is booked in, on a real PostgreSQL: what is posted is inside the closed sums or refused. */
import { beforeAll, describe, expect, test } from "vitest";
import type { TrialRow } from "@visadesk/contract/finance/books/trial-balance.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { postJournal } from "../../ledger/index.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { asWrite, principalFor } from "../../testing/ctx.ts";
import { onEmbedded } from "../../testing/database.ts";
import { AdjustDesk, BANK } from "../../testing/make/adjustment.ts";
import { waits } from "../../testing/races.ts";

const MONTHS = 48;
const AT_ONCE = 6;
/** After so many milliseconds. */
const begun = async <T>(ms: number, work: () => Promise<T>): Promise<T> => {
  await new Promise((done) => setTimeout(done, ms));
  return work();
};

describe.skipIf(onEmbedded())("finance 10: closed while it is booked in", () => {
  let app: TestApp;
  let desk: AdjustDesk;
  let months: string[];
  beforeAll(async () => {
    app = await testApp({ max: 30 });
    desk = await AdjustDesk.of(app);
    await rows(app.db, q`delete from periods`);
    const made = await rows<{ month: string }>(
      app.db,
      q`insert into periods (month, created_at, updated_at) select to_char(m, 'YYYY-MM'), ${app.clock.now()}, ${app.clock.now()}
        from generate_series('2026-10-01'::timestamp - ${`${MONTHS} months`}::interval, '2026-10-01', interval '1 month') m returning month`,
    );
    months = made.map((m) => m.month).toSorted();
    await rows(app.db, q`insert into ledger_proofs (checks, journals, proved_at) values (1, 0, ${app.clock.now()})`);
  });
  const at = async (month: string) => {
    const found = await row<{ id: number; version: number }>(app.db, q`select id, version from periods where month = ${month}`);
    return found ?? { id: 0, version: 0 };
  };
  const closing = async (month: string) => desk.checker.raw("period_close", { ...(await at(month)), acknowledged: [] });
  let n = 0;
  /** By somebody who may book in a month on hold. */
  const post = (month: string, meanwhile: () => Promise<void> = () => Promise.resolve()): Promise<"posted" | "refused"> => {
    n += 1;
    const source_id = n;
    const poster = principalFor({ worker_id: desk.maker.id, codes: ["balance", "period_close"] });
    return asWrite(app.db, poster, app.clock.now(), async (ctx) => {
      await postJournal(ctx, {
        kind: "bank_item",
        source_noun: "race",
        source_id,
        booked_on: `${month}-15`,
        lines: [
          { account: { code: "expense", kind: "bank_fee" }, amount: source_id },
          { account: { code: "cash", owner_id: BANK }, amount: -source_id },
        ],
      });
      await meanwhile();
    }).then(
      () => "posted" as const,
      (fault: unknown) => {
        if (fault instanceof Error && fault.message.includes("已结账")) return "refused" as const;
        throw fault;
      },
    );
  };
  const kept = async (month: string): Promise<number> => {
    const p = await row<{ trial_balance: TrialRow[] }>(
      app.db,
      q`select trial_balance from periods where month = ${month} and period_status = 'closed'`,
    );
    return (p?.trial_balance ?? []).filter((r) => r.kind === "bank_fee").reduce((sum, r) => sum + r.debit, 0);
  };
  const inBooks = async (month: string): Promise<{ n: number; sum: number }> => {
    const found = await row<{ n: number; sum: number }>(
      app.db,
      q`select count(*)::int as n, coalesce(sum(l.amount), 0)::int8 as sum from journals j join journal_lines l on l.journal_id = j.id
        where to_char(j.booked_on, 'YYYY-MM') = ${month} and l.amount > 0`,
    );
    return found ?? { n: 0, sum: 0 };
  };

  test("a close waits for what is being posted and keeps it; what comes after it is refused", async () => {
    const [month = ""] = months;
    await desk.maker.call("period_hold", await at(month));
    const [entered, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const posted = post(month, () => {
      entered.resolve();
      return gate.promise;
    });
    await entered.promise;
    const closed = closing(month);
    await waits(app, 1);
    gate.resolve();
    expect([await posted, (await closed).ret]).toEqual(["posted", 0]);
    expect(await kept(month)).toBe((await inBooks(month)).sum);
    expect(await kept(month)).toBeGreaterThan(0);
    expect(await post(month)).toBe("refused");
  });

  test("again and again, papers and postings at once with the close: nothing stands in the books that the closed sums do not hold", async () => {
    let posted = 0;
    for (const [i, month] of months.slice(1).entries()) {
      const paper = await desk.add({ kind: "bank_item", company_account_id: BANK, direction: "out", amount: 7, booked_on: `${month}-20` });
      await desk.maker.call("period_hold", await at(month));
      const acknowledged = [{ key: "adjustments", reason: "审批中的调账单改记下月" }];
      const late = async () => {
        // The close begins earlier or later among the postings.
        const seen = await at(month);
        return begun(i % 7, () => desk.checker.raw("period_close", { ...seen, acknowledged }));
      };
      const [close, passed, ...posts] = await Promise.all([
        late(),
        desk.pass(paper),
        ...Array.from({ length: AT_ONCE }, (_, k) => begun(k * 5, () => post(month))),
      ]);
      expect([close.ret, close.msg]).toEqual([0, ""]);
      const through = posts.filter((p) => p === "posted").length;
      const books = await inBooks(month);
      expect(books.n).toBe(through + Number(passed.ret === 0));
      expect([month, await kept(month)]).toEqual([month, books.sum]);
      posted += through;
    }
    expect(posted).toBeGreaterThan(0);
  });
});
