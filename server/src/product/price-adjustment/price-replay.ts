import { REPLAY_DAYS } from "@visadesk/contract/product/price/price-adjustment.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { AdjustDoors, SoldTier } from "./price-adjustment-doors.ts";
import { isSale, type AdjustCell, type Margin } from "./price-adjustment.rules.ts";
import type { PricedRow } from "./price-adjustment.sql.ts";
import { replay, type Replay, type Sold } from "./price-replay.rules.ts";
import { rowsById } from "../price/sku-price.sql.ts";

const DAY_MS = 86_400_000;

/** What the last days' sales of a product would have brought at the new prices. */
export async function replayOf(
  ctx: Pick<Ctx, "db" | "now">,
  doors: AdjustDoors,
  sku: Pick<PricedRow, "id" | "margin_floor">,
  cells: readonly AdjustCell[],
  margins: readonly Margin[],
): Promise<Replay> {
  const from = new Date(ctx.now.getTime() - REPLAY_DAYS * DAY_MS);
  const tiers = await doors.soldTiers(ctx.db, sku.id, from);
  const ids = tiers.flatMap((t) => (t.price_id === null ? [] : [t.price_id]));
  const rows = new Map((await rowsById(ctx.db, ids)).map((r) => [r.id, r]));
  const sold = tiers.flatMap((t) => soldAt(t, t.price_id !== null && isSale(t.source) ? rows.get(t.price_id) : undefined));
  const people = tiers.filter((t) => t.tier_code === null).reduce((n, t) => n + t.n, 0);
  return { ...replay(sold, { cells, margins, floor: sku.margin_floor }, from), people };
}

/** A price that is no row of the product (a rule, a special) is no tier: it follows rules of its own. */
function soldAt(tier: SoldTier, row: { price_kind: AdjustCell["price_kind"]; ref_id: string } | undefined): Sold[] {
  const band = tier.is_child ? "child" : "adult";
  if (tier.tier_code !== null) return [{ price_kind: "urgent", ref_id: tier.tier_code, band: "adult", n: tier.n }];
  return row ? [{ ...row, band, n: tier.n }] : [];
}
