/** A parcel that leaves while its carrier is billed; one waybill in two bills at once. */
import { beforeAll, expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { bill, billLines, makeCard, parcelOn } from "../../testing/make/carrier.ts";
import { key, standing } from "../../testing/make/settlement.ts";
import { inTurn } from "../../testing/races.ts";

let app: TestApp;
let maker: Client;
let second: Client;
beforeAll(async () => {
  app = await testApp({ max: 20 });
  [maker, second] = [await app.as("finance"), await app.as("admin")];
});
const generate = (who: Client, supplier_id: number) => who.raw("express_settle_generate", { supplier_id, ...key() });
const HOLD = "select 1 from ledger_accounts where owner_id = $1 and code = 'payable_carrier' for update";

test("finance 18, 19: a parcel that leaves while its carrier is billed is in that bill or waits for the next, never lost and never twice", async () => {
  const card = await makeCard(app);
  await parcelOn(app, card, { day: "2026-10-05" });
  for (const [first, then] of [
    ["bill", "parcel"],
    ["parcel", "bill"],
  ] as const) {
    const acts: Readonly<Record<"bill" | "parcel", () => Promise<unknown>>> = {
      bill: () => generate(maker, card.supplier_id),
      parcel: () => parcelOn(app, card, { day: "2026-10-20" }),
    };
    await inTurn(app, [HOLD, card.supplier_id], acts[first], acts[then]);
    const owed = await standing(app, card.supplier_id);
    expect(owed.papers).toBe(owed.books);
    const twice = await rows(
      app.db,
      q`select journal_line_id from settle_lines where freed_at is null and journal_line_id is not null group by 1 having count(*) > 1`,
    );
    expect(twice).toEqual([]);
  }
  expect((await standing(app, card.supplier_id)).books).toBe(3 * 1_800);
});

test("finance 19: two people bill one carrier at once: one bill", async () => {
  const card = await makeCard(app);
  await parcelOn(app, card, { day: "2026-10-05" });
  const both = await inTurn(
    app,
    [HOLD, card.supplier_id],
    () => generate(maker, card.supplier_id),
    () => generate(second, card.supplier_id),
  );
  expect(both.map((x) => x.ret === 0)).toEqual([true, false]);
  const n = await row<{ n: number }>(app.db, q`select count(*)::int as n from settlements where card_id = ${card.id}`);
  expect(n?.n).toBe(1);
});

test("finance 18: one waybill imported into two bills at once is paid by one, in the other it is worth 0", async () => {
  const card = await makeCard(app);
  await parcelOn(app, card, { day: "2026-09-05" });
  await parcelOn(app, card, { day: "2026-10-05" });
  const { made } = await maker.call("express_settle_generate", { supplier_id: card.supplier_id, ...key() });
  const [a = 0, b = 0] = made.map((m) => m.id);
  const load = async (who: Client, id: number) => {
    const { version } = await bill(maker, id);
    return () => who.raw("express_settle_import", { id, version, rows: [{ ref: "TWICE00000001", amount: 2_000 }], ...key() });
  };
  const [one, two] = [await load(maker, a), await load(second, b)];
  const both = await inTurn(app, ["select 1 from suppliers where id = $1 for update", card.supplier_id], one, two);
  expect(both.map((x) => x.ret)).toEqual([0, 0]);
  const matches = await Promise.all([a, b].map(async (id) => (await billLines(maker, id)).find((l) => l.waybill_no === "TWICE00000001")));
  expect(matches.map((l) => l?.match ?? "").toSorted((x, y) => x.localeCompare(y))).toEqual(["duplicate", "theirs_only"]);
});
