/** Reviewed changes of what a refusal protection costs: how they are asked for, and how they reach the product. */
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { money } from "@visadesk/contract/kit/format.ts";
import { ADJUST_KINDS } from "@visadesk/contract/product/price-adjustment.ts";
import type { refuseNoWorryProductApi } from "@visadesk/contract/product/refuse-no-worry-product.ts";
import type { Ctx } from "#kit/context.ts";
import { badInput, found, refuse, refuseUnless } from "#kit/refuse.ts";
import type { AdjustChange, AdjustTargetServer } from "./adjust-targets.ts";
import { priceAdjustmentOpen } from "./price-adjustment.ts";
import type { AdjustCell } from "./price-adjustment.rules.ts";
import { openCells } from "./price-adjustment.sql.ts";
import { adjustCells, amountOf, listingFault, rateText, withCells, type Amounts } from "./refuse-no-worry-product.rules.ts";
import { amountRow, protectionNames } from "./refuse-no-worry-product.sql.ts";

const KIND = "refuse_no_worry_product";
const NO_PRODUCT = "拒签无忧产品不存在";

const cellText = (c: AdjustCell, value: number): string => (c.price_kind === "rate" ? rateText(value) : money(value));
const changesOf = (cells: readonly AdjustCell[], isUndone: boolean) =>
  cells.map((c) => ({
    field: c.price_kind,
    label: ADJUST_KINDS[c.price_kind],
    before: cellText(c, isUndone ? c.new : c.old),
    after: cellText(c, isUndone ? c.old : c.new),
  }));
const faultOf = (amounts: Amounts, cells: readonly AdjustCell[]): string | null => {
  const after = withCells(amounts, cells);
  if (after.price_rate > 10_000) return "费率不能超过100%";
  return listingFault({ ...after, proofs: ["letter"] });
};

async function noteOf(ctx: Ctx, change: AdjustChange, isUndone: boolean): Promise<void> {
  const [product] = await protectionNames(ctx.db, [change.target_id]);
  await ctx.db
    .updateTable("refuse_no_worry_products")
    .set((e) => ({ version: e("version", "+", 1), updated_at: ctx.now }))
    .where("id", "=", change.target_id)
    .execute();
  ctx.note({ noun: KIND, noun_id: change.target_id, noun_no: product?.name ?? null, changes: changesOf(change.cells, isUndone) });
}

export const noWorryAdjust: AdjustTargetServer = {
  current: async (db, id, cells, at) => {
    const product = await amountRow(db, id, at);
    return cells.map((c) => (product && c.band === "adult" ? amountOf(product, c) : null));
  },
  names: async (db, ids) => new Map((await protectionNames(db, ids)).map((p) => [p.id, { no: String(p.id), name: p.name }])),
  fault: async (db, id, cells, at) => {
    const product = await amountRow(db, id, at);
    return product ? faultOf(product, cells) : NO_PRODUCT;
  },
  apply: async (ctx, change) => {
    await ctx.db
      .insertInto("refuse_no_worry_prices")
      .values(
        change.cells.map((c) => ({
          product_id: change.target_id,
          price_kind: c.price_kind === "rate" ? "rate" : "premium",
          amount: c.new,
          effective_from: change.at,
          adjustment_id: change.adjustment_id,
          created_at: ctx.now,
        })),
      )
      .execute();
    await noteOf(ctx, change, false);
  },
  undo: async (ctx, change) => {
    await ctx.db.deleteFrom("refuse_no_worry_prices").where("adjustment_id", "=", change.adjustment_id).execute();
    await noteOf(ctx, change, true);
  },
};

/** Opens a request for other amounts; what it rests on are those of the time from which it shall hold. */
export async function adjustProtection(
  input: Parsed<typeof refuseNoWorryProductApi.refuse_no_worry_product_adjust>,
  ctx: Ctx,
): Promise<{ adjust_no: string }> {
  const effective_at = input.effective_at === null ? null : new Date(input.effective_at);
  if (effective_at && effective_at <= ctx.now) throw badInput({ path: "effective_at", message: "生效时间须晚于现在" });
  const product = found(await amountRow(ctx.db, input.id, effective_at ?? ctx.now), NO_PRODUCT);
  refuseUnless(product.first_listed_at !== null, "guard_failed", "还没有上架过，请直接编辑售价");
  const cells = adjustCells(product, input);
  refuseUnless(cells.length > 0, "guard_failed", "新旧价格相同");
  const fault = faultOf(product, cells);
  if (fault) refuse("guard_failed", fault);
  const taken = (await openCells(ctx.db, KIND, [product.id])).find((o) => cells.some((c) => c.price_kind === o.price_kind));
  if (taken) refuse("duplicate", `该价格已有待审核的调价单 ${taken.adjust_no}`);
  const { results } = await priceAdjustmentOpen(ctx, {
    target_kind: KIND,
    reason_kind: input.reason_kind,
    reason: input.reason,
    source: "staff",
    effective_at,
    items: [{ target_id: product.id, cells }],
  });
  const [result] = results;
  if (!result?.adjust_no) refuse("guard_failed", result?.msg ?? "");
  ctx.note({
    noun: KIND,
    noun_id: product.id,
    noun_no: product.name,
    reason: input.reason,
    changes: [{ field: "price_adjustment", label: "提交调价单", before: null, after: result.adjust_no }],
  });
  return { adjust_no: result.adjust_no };
}
