/**
 * The door through which every area asks for other prices: one request per target, all in one batch, each target stands or
 * falls by itself. Nothing changes until a second person has passed it.
 */
import { ADJUST_KINDS } from "@visadesk/contract/product/price-adjustment.ts";
import { money } from "@visadesk/contract/kit/format.ts";
import { attempt } from "#kit/attempt.sql.ts";
import type { Ctx } from "#kit/context.ts";
import { nextNumber } from "#kit/numbers.ts";
import { found, refuse, refuseUnless } from "#kit/refuse.ts";
import { boundsFault, currentOf, marginsOf, sameCell, type AdjustCell, type Margin } from "./price-adjustment.rules.ts";
import { lockTarget, openCells, pricedSkus, type AdjustTarget, type PricedRow } from "./price-adjustment.sql.ts";

/** A cell to change; the cell of an official fee says what its new price row will rest on. */
export interface AskedCell extends AdjustCell {
  official?: { official_fee_id: number; currency: string; foreign_amount: number; rate: string | null };
}
export interface AdjustAsk {
  target_kind: AdjustTarget;
  reason_kind: "supplier" | "embassy" | "fx" | "promo" | "market" | "correct";
  /** 5–200 characters, read by the reviewer. */
  reason: string;
  source: "staff" | "supplier" | "fee";
  /** Null: as soon as it is approved. */
  effective_at: Date | null;
  items: readonly { target_id: number; cells: readonly AskedCell[] }[];
}
export interface AdjustResult {
  target_id: number;
  /** Number of the request that was opened; null: none was, and `msg` says why. */
  adjust_no: string | null;
  msg: string;
}

const MAX_AHEAD_MS = 180 * 86_400_000;

/** Opens a pending request per target. Answers the batch, null when nothing was opened, and each target in the order asked. */
export async function priceAdjustmentOpen(ctx: Ctx, ask: AdjustAsk): Promise<{ batch_no: string | null; results: AdjustResult[] }> {
  if (ask.effective_at && ask.effective_at.getTime() - ctx.now.getTime() > MAX_AHEAD_MS) refuse("guard_failed", "生效时间最多提前180天");
  const batch_no = await nextNumber(ctx.db, "TJ", ctx.now);
  const done = new Map<number, AdjustResult>();
  // By id, so that two batches at once take their locks in the same order.
  for (const item of [...ask.items].sort((a, b) => a.target_id - b.target_id)) {
    let adjust_no: string | null = null;
    const refusal = await attempt(ctx.db, async () => {
      adjust_no = await openOne(ctx, ask, item, batch_no);
    });
    done.set(item.target_id, { target_id: item.target_id, adjust_no: refusal ? null : adjust_no, msg: refusal?.message ?? "" });
  }
  const results = ask.items.map((i) => done.get(i.target_id)).filter((r) => r !== undefined);
  return { batch_no: results.some((r) => r.adjust_no !== null) ? batch_no : null, results };
}

async function openOne(ctx: Ctx, ask: AdjustAsk, item: AdjustAsk["items"][number], batch_no: string): Promise<string> {
  const { target_id, cells } = item;
  refuseUnless(cells.length > 0 && cells.every((c) => c.old !== c.new), "guard_failed", "新旧价格相同");
  await lockTarget(ctx.db, ask.target_kind, target_id);
  const open = await openCells(ctx.db, ask.target_kind, [target_id]);
  const taken = open.find((o) => cells.some((c) => c.price_kind === o.price_kind && c.ref_id === o.ref_id && c.band === o.band));
  if (taken) refuse("duplicate", `该价格已有待审核的调价单 ${taken.adjust_no}`);
  const sku = ask.target_kind === "sku" ? await judgedSku(ctx, ask, item) : null;
  const margins = sku ? marginsOf(sku, cells, sku.supplier) : [];
  const adjust_no = await nextNumber(ctx.db, "TJ", ctx.now);
  const { id } = await ctx.db
    .insertInto("price_adjustments")
    .values({
      adjust_no,
      batch_no,
      target_kind: ask.target_kind,
      target_id,
      reason_kind: ask.reason_kind,
      reason: ask.reason,
      effect_mode: ask.effective_at ? "at" : "now",
      effective_at: ask.effective_at,
      margins: JSON.stringify(margins),
      below_floor: sku !== null && isBelow(margins, cells, sku.margin_floor),
      source: ask.source,
      maker_id: ctx.principal?.worker_id ?? null,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await ctx.db
    .insertInto("price_adjustment_cells")
    .values(cells.map(({ official, ...cell }) => ({ ...cell, ...official, adjustment_id: id, target_kind: ask.target_kind, target_id })))
    .execute();
  note(ctx, ask, { id, adjust_no, cells, sku });
  return adjust_no;
}

/** The product under judgement: it lives, its prices are what the asker saw, and they fit together afterwards. */
async function judgedSku(ctx: Ctx, ask: AdjustAsk, item: AdjustAsk["items"][number]): Promise<PricedRow> {
  const at = ask.effective_at && ask.effective_at > ctx.now ? ask.effective_at : ctx.now;
  const sku = found((await pricedSkus(ctx.db, [item.target_id], at))[0], "商品不存在");
  refuseUnless(sku.sku_status !== "archived", "state_changed", "商品已归档");
  for (const cell of item.cells) {
    const now = currentOf(sku, cell);
    refuseUnless(now !== null, "guard_failed", `商品没有${ADJUST_KINDS[cell.price_kind]}`);
    refuseUnless(now === cell.old, "state_changed", `当前价已变为 ${money(now)}，请重新提交`);
  }
  const fault = boundsFault(sku, item.cells);
  if (fault) refuse("guard_failed", fault);
  return sku;
}

/** Some sale price that the request changes, or whose cost it changes, ends below the floor and lower than before. */
const isBelow = (margins: readonly Margin[], cells: readonly AdjustCell[], floor: number): boolean =>
  margins.some((m) => m.new < floor && (m.new < m.old || cells.some((c) => sameCell(c, m))));

function note(
  ctx: Ctx,
  ask: AdjustAsk,
  made: { id: number; adjust_no: string; cells: readonly AdjustCell[]; sku: PricedRow | null },
): void {
  const changes = made.cells.map((c) => ({
    field: `${c.price_kind}${c.ref_id && `.${c.ref_id}`}.${c.band}`,
    label: [ADJUST_KINDS[c.price_kind], c.ref_id, c.band === "child" ? "儿童" : ""].filter(Boolean).join(" "),
    before: money(c.old),
    after: money(c.new),
  }));
  ctx.note({ noun: "price_adjustment", noun_id: made.id, noun_no: made.adjust_no, reason: ask.reason, changes });
  if (made.sku)
    ctx.note({
      noun: "sku",
      noun_id: made.sku.id,
      noun_no: made.sku.sku_no,
      changes: [{ field: "price_adjustment", label: "提交调价单", before: null, after: made.adjust_no }],
    });
}
