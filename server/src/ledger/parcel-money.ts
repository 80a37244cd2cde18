/** Money of carriers, and what suppliers owe for what they lost. */
import type { Ctx } from "#kit/call/context.ts";
import { postJournal } from "./ledger.ts";
import type { Posting } from "./ledger.rules.ts";

export interface ParcelCost {
  express_id: number;
  /** None of a parcel that carries papers of several orders. */
  order_id: number | null;
  supplier_id: number;
  amount: number;
}
export const parcelCostPosting = ({ express_id, order_id, supplier_id, amount }: ParcelCost): Posting => ({
  kind: "parcel_cost",
  source_noun: "express",
  source_id: express_id,
  lines: [
    { account: { code: "cost", kind: "express" }, amount, order_id },
    { account: { code: "payable_carrier", owner_id: supplier_id }, amount: -amount, order_id },
  ],
});
/** What a parcel will cost is owed to its carrier once it left. */
export const postParcelCost = (ctx: Ctx, p: ParcelCost): Promise<number | null> => postJournal(ctx, parcelCostPosting(p));

/** What a supplier has to make good lessens what he is owed. */
export interface Deduction {
  supplier_id: number;
  source: { noun: string; id: number; seq: number };
  amount: number;
  reason: string;
  order_id?: number | null;
}
export const postSettleDeduct = (ctx: Ctx, { supplier_id, source, amount, reason, order_id = null }: Deduction): Promise<number | null> =>
  postJournal(ctx, {
    kind: "supplier_adjust",
    source_noun: source.noun,
    source_id: source.id,
    seq: source.seq,
    reason,
    lines: [
      { account: { code: "payable_supplier", owner_id: supplier_id }, amount, order_id },
      { account: { code: "cost", kind: "supplier_adjust" }, amount: -amount, order_id },
    ],
  });
