/**
 * New costs of matches: each a waiting row and, at the products' door, a request that a second person passes. Only the first
 * cost of a product that was never on sale holds at once: its listing is the review.
 */
import { createHash } from "node:crypto";
import type { ADJUST_REASONS } from "@visadesk/contract/product/price/price-adjustment.words.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { RefusalCode } from "@visadesk/contract/kit/errors.ts";
import type { supplierPriceApi } from "@visadesk/contract/supplier/supplier-price.ts";
import type { Ctx } from "#kit/call/context.ts";
import { badInput, found, Refusal, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { isSame, priceChanges, type PriceFacts } from "../supplier-change/supplier-change.rules.ts";
import { recordChanges } from "../supplier-change/supplier-change.ts";
import { titleOf } from "../supplier-product/supplier-product-write.ts";
import { storedMatch, type StoredMatch } from "../supplier-product/supplier-product.sql.ts";
import { NO_SUPPLIER, supplierScope } from "../supplier/supplier-scope.sql.ts";
import type { PriceDoors } from "./price-doors.ts";
import { costCells, factsFault, stepFault, type CostCell, type StoredCost } from "./supplier-price.rules.ts";
import { centreFees, costsOfMatches, dropWaiting, isFirstCost, keepNumber, seenPrice, waitingOf } from "./supplier-price.sql.ts";

type Api = typeof supplierPriceApi;
export interface Why {
  /** Null: as soon as it is approved. */
  effective_at: Date | null;
  reason_kind: keyof typeof ADJUST_REASONS;
  reason: string;
  source: "console" | "import";
}
/** A new cost of a match, judged against what holds when it shall. */
export interface Asked {
  match: StoredMatch;
  after: StoredCost;
  before: StoredCost | null;
  cells: readonly CostCell[];
}
interface Standing {
  before: Map<number, StoredCost>;
  centre: Map<number, number>;
  rates: Map<string, string>;
}

const REASON_MAX = 200;
export const atOf = (why: Pick<Why, "effective_at">, now: Date): Date => why.effective_at ?? now;
export function effectiveOf(asked: string | null | undefined, now: Date): Date | null {
  if (asked === null || asked === undefined) return null;
  const at = new Date(asked);
  if (at <= now) throw badInput({ path: "effective_at", message: "生效时间不能早于现在" });
  return at;
}

/** What holds at an instant for these matches, and the rates of these currencies. */
export async function standingAt(
  ctx: Pick<Ctx, "db">,
  doors: PriceDoors,
  matches: readonly StoredMatch[],
  currencies: readonly string[],
  at: Date,
): Promise<Standing> {
  const [before, centre] = [
    await costsOfMatches(
      ctx.db,
      matches.map((m) => m.id),
      at,
    ),
    await centreFees(
      ctx.db,
      matches.map((m) => m.sku_id),
      at,
    ),
  ];
  const foreign = [...new Set(currencies)].filter((c) => c !== "CNY");
  return {
    before: new Map(before.map(({ match, ...cost }) => [match, cost])),
    centre: new Map(centre.map((c) => [c.sku_id, c.adult])),
    rates: foreign.length > 0 ? await doors.lastRates(ctx.db, foreign) : new Map<string, string>(),
  };
}

/** Refuses what cannot be a cost of the match; answers it with what it changes. Its reason is judged by `assertReason`. */
export function judgePrice(match: StoredMatch, facts: PriceFacts, standing: Standing): Asked {
  refuseUnless(match.supplier_status !== "ended" && match.supplier_status !== "rejected", "guard_failed", "该供应商不在合作，不能调价");
  refuseUnless(match.sku_status !== "archived", "state_changed", "商品已归档");
  const fault = factsFault(facts, match);
  if (fault) throw badInput(fault);
  const rate = facts.currency === "CNY" ? null : standing.rates.get(facts.currency);
  if (rate === undefined) refuse("rate_missing", "缺少汇率");
  const before = standing.before.get(match.id) ?? null;
  const after = { ...facts, rate };
  const sku = { has_child: match.child_age > 0, centre_fee: standing.centre.get(match.sku_id) ?? 0 };
  const cells = costCells(0, before, after, sku);
  refuseUnless(cells.length > 0 && !(before && isSame(factsOf(before), factsOf(after))), "guard_failed", "新旧价格相同");
  return { match, before, after, cells };
}
export function assertReason(asked: readonly Asked[], { reason }: Pick<Why, "reason">): void {
  const fault = stepFault(
    asked.flatMap((a) => a.cells),
    reason,
  );
  if (fault) throw badInput(fault);
}
/** What a commit rests on: what was asked, what became of each row, and everything it was judged against. */
export const trialMark = (ask: unknown, rows: unknown, asked: readonly Asked[]): string =>
  createHash("sha256")
    .update(JSON.stringify([ask, rows, asked.map((a) => [a.match.id, a.before, a.after, a.cells])]))
    .digest("hex")
    .slice(0, 32);
function factsOf(cost: StoredCost): PriceFacts {
  const { rate: _, ...facts } = cost;
  return facts;
}
/** The same without the band and tiers that the product has no more. */
export const liveFacts = (cost: StoredCost, { urgent_tiers, child_age }: Pick<StoredMatch, "urgent_tiers" | "child_age">): PriceFacts => ({
  ...factsOf(cost),
  child: child_age > 0 ? cost.child : null,
  urgent: Object.fromEntries(Object.entries(cost.urgent).filter(([code]) => urgent_tiers.some((t) => t.tier_code === code))),
});

export interface Proposed {
  id: number | null;
  adjust_no: string | null;
  fault: { code: RefusalCode; message: string } | null;
}

/** Keeps the costs and asks for their review; each stands or falls by itself. Answers them in the order asked. */
export async function proposeAll(ctx: Ctx, doors: PriceDoors, asked: readonly Asked[], why: Why): Promise<Proposed[]> {
  const done = new Map<number, Proposed>();
  const waiting: (Asked & { id: number })[] = [];
  // Which of a product's costs is the first is decided by one at a time; in one order, so that two batches do not lock each other out.
  await doors.holdTargets(
    ctx.db,
    asked.map((a) => a.match.sku_id),
  );
  // By id, so that two batches at once wait for each other in one order.
  for (const one of [...asked].sort((a, b) => a.match.id - b.match.id)) {
    const isFirst = await isFirstCost(ctx.db, one.match.sku_id);
    const id = await keep(ctx, one, why, isFirst);
    if (id === null) {
      const taken = await waitingOf(ctx.db, one.match.id);
      const message = `该价格已有待审核的调价单 ${taken?.adjust_no ?? ""}`.trim();
      done.set(one.match.id, { id: null, adjust_no: null, fault: { code: "duplicate", message } });
    } else if (isFirst) done.set(one.match.id, { id, adjust_no: null, fault: null });
    else waiting.push({ ...one, id });
  }
  for (const [match, result] of await review(ctx, doors, waiting, why)) done.set(match, result);
  return asked.map((a) => done.get(a.match.id) ?? { id: null, adjust_no: null, fault: { code: "state_changed", message: "请刷新后再试" } });
}

/** The row of a cost; null while another of the match waits. */
async function keep(ctx: Ctx, { match, after, before }: Asked, why: Why, isFirst: boolean): Promise<number | null> {
  const at = atOf(why, ctx.now);
  const kept = await ctx.db
    .insertInto("supplier_prices")
    .values({
      ...after,
      supplier_product_id: match.id,
      urgent: JSON.stringify(after.urgent),
      effective_at: isFirst ? at : why.effective_at,
      reason: why.reason,
      reason_kind: why.reason_kind,
      review: isFirst ? "approved" : "pending",
      ...(isFirst && { decided_at: ctx.now, announced_at: at > ctx.now ? null : ctx.now }),
      created_by: ctx.me.worker_id,
      created_at: ctx.now,
    })
    .onConflict((c) => c.column("supplier_product_id").where("review", "=", "pending").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!kept) return null;
  if (isFirst && at <= ctx.now)
    await recordChanges(ctx, match, { source: why.source, reason: why.reason, effective_at: at }, priceChanges(before, after));
  return kept.id;
}

/** One request per cost at the products' door; the row of one that was not opened goes. */
async function review(ctx: Ctx, doors: PriceDoors, waiting: readonly (Asked & { id: number })[], why: Why): Promise<Map<number, Proposed>> {
  const done = new Map<number, Proposed>();
  // Requests of different reasons in words: who reviews one reads which supplier it is about.
  const bySupplier = Map.groupBy(waiting, (w) => w.match.supplier_name);
  for (const [supplier, list] of bySupplier) {
    const { results } = await doors.priceAdjustmentOpen(ctx, {
      target_kind: "sku",
      reason_kind: why.reason_kind,
      reason: `${supplier}：${why.reason}`.slice(0, REASON_MAX),
      source: "supplier",
      effective_at: why.effective_at,
      items: list.map((w) => ({
        target_id: w.match.sku_id,
        cells: w.cells.map((c) => ({ ...c, ref_id: c.ref_id.replace(/^0/, String(w.id)) })),
      })),
    });
    for (const [i, w] of list.entries()) {
      const result = results[i];
      if (result?.adjust_no) {
        await keepNumber(ctx.db, [w.id], result.adjust_no);
        done.set(w.match.id, { id: w.id, adjust_no: result.adjust_no, fault: null });
      } else {
        await dropWaiting(ctx.db, [w.id]);
        done.set(w.match.id, { id: null, adjust_no: null, fault: { code: result?.code ?? "guard_failed", message: result?.msg ?? "" } });
      }
    }
  }
  return done;
}

/** What of it the log tells: the operation log names costs by their request alone. */
export function noteProposed(ctx: Ctx, match: StoredMatch, { id, adjust_no }: Proposed, why: Pick<Why, "reason">): void {
  ctx.note({
    noun: "supplier_product",
    noun_id: match.id,
    noun_no: titleOf(match),
    reason: why.reason,
    changes: [{ field: "price", label: "提交结算价", before: null, after: adjust_no ?? `首次报价 ${id}` }],
  });
}

export const pricePropose =
  (doors: PriceDoors) =>
  async (input: Parsed<Api["supplier_price_propose"]>, ctx: Ctx): Promise<Output<Api["supplier_price_propose"]>> => {
    const { supplier_product_id, effective_at, reason_kind, reason, idempotency_key: _, ...facts } = input;
    const match = found(await storedMatch(ctx.db, supplier_product_id, supplierScope(ctx)), NO_SUPPLIER);
    const why: Why = { effective_at: effectiveOf(effective_at, ctx.now), reason_kind, reason, source: "console" };
    const taken = await waitingOf(ctx.db, match.id);
    if (taken) refuse("duplicate", `该价格已有待审核的调价单 ${taken.adjust_no ?? ""}`.trim());
    const standing = await standingAt(ctx, doors, [match], [facts.currency], atOf(why, ctx.now));
    const asked = [judgePrice(match, facts, standing)];
    assertReason(asked, why);
    const [made] = await proposeAll(ctx, doors, asked, why);
    if (!made || made.id === null) throw new Refusal(made?.fault?.code ?? "guard_failed", made?.fault?.message);
    noteProposed(ctx, match, made, why);
    return { id: made.id, adjust_no: made.adjust_no };
  };

/** Takes a waiting cost back; what was passed is called off in the review of prices. */
export const priceWithdraw =
  (doors: PriceDoors) =>
  async ({ id }: Parsed<Api["supplier_price_withdraw"]>, ctx: Ctx): Promise<{ ok: true }> => {
    const price = found(await seenPrice(ctx.db, id, supplierScope(ctx)), NO_SUPPLIER);
    refuseUnless(price.review !== "approved", "state_changed", "该结算价已通过，请在调价审核中取消生效");
    refuseUnless(price.review === "pending" && price.adjust_no !== null, "state_changed");
    await doors.priceAdjustmentWithdraw(ctx, price.adjust_no);
    ctx.note({
      noun: "supplier_product",
      noun_id: price.supplier_product_id,
      noun_no: titleOf(price),
      changes: [{ field: "price", label: "撤回结算价", before: price.adjust_no, after: null }],
    });
    return { ok: true };
  };
