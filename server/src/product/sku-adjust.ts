/** How an approved change moves the prices of a product, and how one that has not begun is taken back. */
import type { Ctx } from "#kit/context.ts";
import type { Db } from "#kit/db.ts";
import { found, refuse } from "#kit/refuse.ts";
import { priceDecide } from "../supplier/index.ts";
import type { AdjustChange, AdjustTargetServer } from "./adjust-target.ts";
import type { Band } from "./price.rules.ts";
import { amountOf, boundsFault, currentOf, type AdjustCell } from "./price-adjustment.rules.ts";
import { pricedSkus } from "./price-adjustment.sql.ts";
import {
  builtUpon,
  carryOn,
  childAgeOf,
  closeRow,
  costBeside,
  insertRow,
  officialCells,
  removeRow,
  rowAt,
  rowOfRequest,
  skuNames,
  type Foreign,
  type OfficialCell,
  type PriceKey,
  type StoredPriceRow,
} from "./sku-price.sql.ts";

type Keys = readonly Pick<AdjustCell, "price_kind" | "ref_id" | "band">[];

async function current(db: Db, id: number, cells: Keys, at: Date): Promise<(number | null)[]> {
  const [sku] = await pricedSkus(db, [id], at);
  const amounts: (number | null)[] = [];
  for (const cell of cells) {
    if (cell.price_kind === "cost") {
      const cost = await costBeside(db, Number(cell.ref_id), at);
      amounts.push(cost ? amountOf({ ...cell, ...cost, price_kind: "retail" }, cell.band) : null);
    } else amounts.push(sku ? currentOf(sku, cell) : null);
  }
  return amounts;
}

/** Cells of one price row together, adult and child. Costs are the supplier area's. */
function groupsOf(change: AdjustChange): { key: PriceKey; cells: AdjustCell[] }[] {
  const sale = change.cells.filter((c) => c.price_kind !== "cost");
  return [...Map.groupBy(sale, (c) => `${c.price_kind} ${c.ref_id}`).values()].flatMap((cells) =>
    cells[0] ? [{ key: { sku_id: change.target_id, price_kind: cells[0].price_kind, ref_id: cells[0].ref_id }, cells }] : [],
  );
}
const costsOf = (change: AdjustChange): number[] => [
  ...new Set(change.cells.filter((c) => c.price_kind === "cost").map((c) => Number(c.ref_id))),
];
const newOf = (cells: readonly AdjustCell[], band: Band): number | undefined => cells.find((c) => c.band === band)?.new;

/** What the new row of a fee rests on: the official fee of its cells; an amount typed by hand rests on nothing. */
function foreignOf(key: PriceKey, before: Foreign, cells: readonly AdjustCell[], official: readonly OfficialCell[]): Foreign {
  const none = { currency: "CNY", foreign_adult: null, foreign_child: null, rate: null, official_fee_id: null };
  const own = official.filter((o) => o.price_kind === key.price_kind && cells.some((c) => c.band === o.band));
  const [first] = own;
  if (!first) return none;
  const { currency, rate, official_fee_id } = first;
  const kept = before.currency === currency;
  const amount = (band: Band, former: number | null): number | null =>
    rate === null ? null : (own.find((o) => o.band === band)?.foreign_amount ?? (kept ? former : null));
  return {
    currency,
    rate,
    official_fee_id,
    foreign_adult: amount("adult", before.foreign_adult),
    foreign_child: amount("child", before.foreign_child),
  };
}

/** A child without an amount of its own paid the adult's; when only that one moves, the child's stays what it was. */
function childOf(before: StoredPriceRow, cells: readonly AdjustCell[], key: PriceKey, childAge: number): number | null {
  const asked = newOf(cells, "child");
  if (asked !== undefined) return asked;
  return before.child ?? (childAge > 0 && key.price_kind !== "urgent" ? before.adult : null);
}

/** Ends the rows in force at the change's instant and begins the new ones there. */
export async function movePrices(ctx: Pick<Ctx, "db" | "now" | "principal">, change: AdjustChange): Promise<void> {
  const { adjustment_id, target_id, at } = change;
  const official = await officialCells(ctx.db, adjustment_id);
  const childAge = await childAgeOf(ctx.db, target_id);
  for (const { key, cells } of groupsOf(change)) {
    const before = found(await rowAt(ctx.db, key, at), "商品已没有该价格，请重新提交");
    await closeRow(ctx.db, before.id, at);
    const next = {
      ...foreignOf(key, before, cells, official),
      adult: newOf(cells, "adult") ?? before.adult,
      child: childOf(before, cells, key, childAge),
      effective_to: before.effective_to,
      adjustment_id,
      created_by: ctx.principal?.worker_id ?? null,
    };
    await insertRow(ctx.db, key, next, at, ctx.now);
    for (const c of cells) await carryOn(ctx.db, key, c.band, c.old, c.new, at);
  }
}

async function apply(ctx: Ctx, change: AdjustChange): Promise<void> {
  await movePrices(ctx, change);
  for (const cost of costsOf(change)) await priceDecide(ctx, cost, "approved", change.at);
}

async function undo(ctx: Ctx, change: AdjustChange): Promise<void> {
  for (const { key, cells } of groupsOf(change)) {
    const own = found(await rowOfRequest(ctx.db, key, change.adjustment_id), "价格记录不存在");
    const later = await builtUpon(ctx.db, key, own);
    if (later) refuse("guard_failed", `调价单 ${later.adjust_no} 以此价格为准，请先取消它`);
    await removeRow(ctx.db, key, own);
    for (const c of cells) await carryOn(ctx.db, key, c.band, c.new, c.old, change.at);
  }
  for (const cost of costsOf(change)) await priceDecide(ctx, cost, "withdrawn", change.at);
}

export const skuAdjust: AdjustTargetServer = {
  current,
  names: async (db, ids) => new Map((await skuNames(db, ids)).map((s) => [s.id, { no: s.sku_no, name: s.name }])),
  fault: async (db, id, cells, at) => {
    const [sku] = await pricedSkus(db, [id], at);
    if (!sku) return "商品不存在";
    return sku.sku_status === "archived" ? "商品已归档" : boundsFault(sku, cells);
  },
  apply,
  undo,
};
