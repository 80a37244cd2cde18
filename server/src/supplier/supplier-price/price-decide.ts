/** What becomes of a supplier's new price once the request that carries it was decided. */
import type { Ctx } from "#kit/call/context.ts";
import { found, refuseUnless } from "#kit/http/refuse.ts";
import { lockedPrice, setReview } from "./supplier-price.sql.ts";

export type PriceVerdict = "approved" | "rejected" | "withdrawn";
const WORDS = { pending: "待审核", approved: "已通过", rejected: "已驳回", withdrawn: "已撤销" } as const;

/**
 * Decides a supplier price: a waiting one is approved from `at` on, rejected or withdrawn; an approved one that has not
 * begun is withdrawn. Anything else is refused with `state_changed`.
 */
export async function priceDecide(ctx: Ctx, priceId: number, verdict: PriceVerdict, at: Date): Promise<void> {
  const price = found(await lockedPrice(ctx.db, priceId), "供应商报价不存在");
  const isAhead = price.review === "approved" && price.effective_at !== null && Date.parse(price.effective_at) > ctx.now.getTime();
  refuseUnless(
    price.review === "pending" || (verdict === "withdrawn" && isAhead),
    "state_changed",
    `供应商报价${WORDS[price.review]}，请刷新后再试`,
  );
  await setReview(ctx.db, priceId, verdict, verdict === "approved" ? at : null);
  ctx.note({
    noun: "supplier_price",
    noun_id: priceId,
    noun_no: price.supplier_name,
    changes: [{ field: "review", label: "报价审核", before: WORDS[price.review], after: WORDS[verdict] }],
  });
}
