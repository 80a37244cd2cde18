/** What becomes of a supplier's new price once the request that carries it was decided, and when it begins to hold. */
import { time } from "@visadesk/contract/kit/format.ts";
import type { Ctx } from "#kit/call/context.ts";
import { sendMessage } from "#kit/http/outbound.ts";
import { found, refuseUnless } from "#kit/http/refuse.ts";
import { priceChanges } from "../supplier-change/supplier-change.rules.ts";
import { recordChanges } from "../supplier-change/supplier-change.ts";
import type { StoredCost } from "./supplier-price.rules.ts";
import { costUntil, duePrices, lockedPrice, markAnnounced, setReview, type StoredPrice } from "./supplier-price.sql.ts";

export type PriceVerdict = "approved" | "rejected" | "withdrawn";
const WORDS = { pending: "待审核", approved: "已通过", rejected: "已驳回", withdrawn: "已撤销" } as const;

/** What of the match changed with a cost that holds now; `by`: who passed it. */
async function recordCost(
  ctx: Pick<Ctx, "db" | "now" | "principal">,
  price: StoredPrice,
  before: StoredCost | undefined,
  said: { effective_at: Date | string | null; by?: number | null },
): Promise<void> {
  const match = { id: price.supplier_product_id, sku_id: price.sku_id, supplier_id: price.supplier_id };
  const { reason, adjust_no } = price;
  await recordChanges(ctx, match, { source: "review", reason, adjust_no, ...said }, priceChanges(before ?? null, price));
}

/** Whoever looks after the supplier and whoever asked hear it; the maker of a request that was just passed heard it from there. */
async function tellBegun(
  ctx: Pick<Ctx, "db" | "now">,
  price: StoredPrice,
  at: Date | string,
  left: readonly (number | null)[],
): Promise<void> {
  const receivers = new Set([price.owner_id, price.created_by].filter((id): id is number => id !== null && !left.includes(id)));
  for (const id of receivers)
    await sendMessage(ctx, {
      channel: "in_app",
      template: "supplier_price_begun",
      receiver: String(id),
      receiver_worker_id: id,
      content: `${price.supplier_name}对${price.sku_no}的结算价自 ${time(at).slice(0, 16)} 起生效`,
      ref_noun: "supplier_product",
      ref_id: price.supplier_product_id,
    });
}

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
  const isPassed = verdict === "approved";
  const holds = isPassed && at <= ctx.now;
  await setReview(ctx.db, priceId, { review: verdict, at: isPassed ? at : null, now: ctx.now, announced: holds });
  ctx.note({
    noun: "supplier_price",
    noun_id: priceId,
    noun_no: price.supplier_name,
    changes: [{ field: "review", label: "报价审核", before: WORDS[price.review], after: WORDS[verdict] }],
  });
  if (!holds) return;
  await recordCost(ctx, price, await costUntil(ctx.db, price), { effective_at: at });
  await tellBegun(ctx, price, at, [price.created_by, ctx.principal?.worker_id ?? null]);
}

/** Costs that were passed for a time that has come; what holds was right without it. Answers how many. */
export async function announcePrices(ctx: Ctx): Promise<number> {
  const due = await duePrices(ctx.db, ctx.now);
  for (const price of due) {
    const effective_at = price.effective_at ?? ctx.now;
    await recordCost(ctx, price, await costUntil(ctx.db, price), { effective_at, by: price.reviewer_id });
    await tellBegun(ctx, price, effective_at, []);
  }
  await markAnnounced(
    ctx.db,
    due.map((p) => p.id),
    ctx.now,
  );
  return due.length;
}
