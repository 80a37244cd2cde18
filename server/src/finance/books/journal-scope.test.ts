/** Vouchers that pay a supplier for many things at once: who sees part of them sees none of them. */
import { expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import { postJournal } from "../../ledger/index.ts";
import { asWrite } from "../../testing/ctx.ts";
import { peerDesk } from "../../testing/make/peer-desk.ts";

test("finance 22: a payment to a supplier for an order in sight and for more beside it is for who sees everything", async () => {
  const desk = await peerDesk();
  const mine = desk.worker("business_1", true);
  await rows(desk.db, q`update orders set expert_id = ${desk.id("business_1")} where id = ${desk.pattern}`);
  const supplier = (await row<{ id: number }>(desk.db, q`select id from suppliers order by id limit 1`))?.id ?? 1;
  const payable = (amount: number, order_id: number | null) => ({
    account: { code: "payable_supplier" as const, owner_id: supplier },
    amount,
    order_id,
  });
  const paid = (source_id: number, beside: number) =>
    asWrite(desk.db, desk.worker("admin"), desk.clock.now(), (ctx) =>
      postJournal(ctx, {
        kind: "settle_paid",
        source_noun: "test",
        source_id,
        lines: [payable(300, desk.pattern), payable(beside, null), { account: { code: "cash", owner_id: 4 }, amount: -300 - beside }],
      }),
    );
  const [alone, together] = [(await paid(901, 0)) ?? 0, (await paid(902, 90_000)) ?? 0];
  const seen = (await desk.call("journal_query", { kind: ["settle_paid"] }, mine)).list.map((j) => j.id);
  expect(seen).toEqual([alone]);
  expect((await desk.refused("journal_get", { id: together }, mine)).msg).toContain("无权查看");
  expect((await desk.call("journal_query", { kind: ["settle_paid"] })).total).toBe(2);
});
