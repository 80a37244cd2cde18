/** Settlements of the demo that were paid, by the acts of real ones. */
import type { SettleKind } from "@visadesk/contract/finance/settle.words.ts";
import type { Ctx } from "#kit/call/context.ts";
import { q, row } from "#kit/db/sql.ts";
import { saveRows } from "#kit/noun/save.ts";
import { DEMO_PAPER } from "../../supplier/index.ts";
import { openPayout } from "../payout/payout-open.ts";
import { payoutMoves } from "../payout/payout.moves.ts";
import type { PayoutDoors } from "../payout/payout.source.ts";
import { approveWith, settlementSource } from "./settle-pay.ts";
import { settlementNoun } from "./settlement.noun.ts";

const approve = approveWith({ openPayout });
export async function seen(ctx: Ctx, id: number): Promise<{ id: number; version: number }> {
  const s = await row<{ id: number; version: number }>(ctx.db, q`select id, version from settlements where id = ${id}`);
  if (!s) throw new Error("a settlement of the demo is gone");
  return s;
}
/** What is paid here are settlements alone. */
const doors: PayoutDoors = { sources: [settlementSource], openReds: () => Promise.resolve([]) };
/** One that is agreed upon is let through by a third person and paid, at the time of those who do it. */
export async function payDemo({ maker, third }: { maker: Ctx; third: Ctx }, id: number, kinds: readonly SettleKind[]): Promise<void> {
  await saveRows(maker, settlementNoun, { where: q`id = ${id}`, set: { input_invoice_no: `2631200000${String(id).padStart(10, "0")}` } });
  const { paid: isOver } = await approve({ ...(await seen(third, id)), idempotency_key: crypto.randomUUID() }, third, kinds);
  const p = await row<{ id: number; version: number }>(
    maker.db,
    q`select id, version from payouts where source_noun = 'settlement' and source_id = ${id}`,
  );
  if (isOver || !p) return;
  const bank_ref = `BK${maker.now.toISOString().slice(0, 10).replaceAll("-", "")}${String(id).padStart(6, "0")}`;
  await payoutMoves.paid(maker, doors, { ...p, bank_ref, receipt: DEMO_PAPER, paid_at: maker.now.toISOString() });
}
