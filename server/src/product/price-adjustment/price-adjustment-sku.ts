/** How an approved change moves the prices of a product, and how one that has not begun is taken back. */
import { time } from "@visadesk/contract/kit/format.ts";
import { cellWord } from "@visadesk/contract/product/price/price-adjustment.rules.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { found, refuse } from "#kit/http/refuse.ts";
import { costBeside, priceDecide } from "../../supplier/index.ts";
import type { AdjustChange, AdjustTargetServer } from "./price-adjustment-target.ts";
import type { Band } from "../price/buyer.ts";
import {
  beginEndFault,
  begins,
  boundsFault,
  byRow,
  childAfter,
  costIdOf,
  costIdsOf,
  currentOf,
  ends,
  type AdjustCell,
} from "./price-adjustment.rules.ts";
import { namedCells, refFault } from "../price/price-refs.ts";
import { pricedSkus } from "./price-adjustment.sql.ts";
import {
  arrangedAfter,
  begunSince,
  builtUpon,
  carryOn,
  childAgeOf,
  closeRow,
  dropRow,
  insertRow,
  officialCells,
  removeRow,
  reopenRow,
  rowAt,
  rowOfRequest,
  skuNames,
  type Foreign,
  type OfficialCell,
  type PriceKey,
} from "../price/sku-price.sql.ts";

type Keys = readonly Pick<AdjustCell, "price_kind" | "ref_id" | "band">[];

async function current(db: Db, id: number, cells: Keys, at: Date): Promise<(number | null)[]> {
  const [sku] = await pricedSkus(db, [id], at);
  const amounts: (number | null)[] = [];
  for (const cell of cells) {
    if (cell.price_kind === "cost") {
      const fees = sku?.rows.find((r) => r.price_kind === "centre_fee");
      amounts.push(await costBeside(db, { ...cell, id: costIdOf(cell.ref_id), centre_fee: fees?.adult ?? 0 }, at));
    } else amounts.push(sku ? currentOf(sku, cell) : null);
  }
  return amounts;
}

/** Cells of one price row together, adult and child. Costs are the supplier area's. */
interface Group {
  key: PriceKey;
  cells: AdjustCell[];
}
function groupsOf(change: AdjustChange): Group[] {
  return byRow(change.cells).flatMap((cells) =>
    cells[0] ? [{ key: { sku_id: change.target_id, price_kind: cells[0].price_kind, ref_id: cells[0].ref_id }, cells }] : [],
  );
}
const newOf = (cells: readonly AdjustCell[], band: Band): number | null => cells.find((c) => c.band === band)?.new ?? null;

const NOTHING: Foreign = { currency: "CNY", foreign_adult: null, foreign_child: null, rate: null, official_fee_id: null };

/** What the new row of a fee rests on: the official fee of its cells; an amount typed by hand rests on nothing. */
function foreignOf(key: PriceKey, before: Foreign, cells: readonly AdjustCell[], official: readonly OfficialCell[]): Foreign {
  const own = official.filter((o) => o.price_kind === key.price_kind && cells.some((c) => c.band === o.band));
  const [first] = own;
  if (!first) return NOTHING;
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

type Mover = Pick<Ctx, "db" | "now" | "principal">;
const rowFor = (ctx: Mover, change: AdjustChange, cells: readonly AdjustCell[]) => ({
  adult: newOf(cells, "adult") ?? 0,
  child: newOf(cells, "child"),
  effective_to: null,
  adjustment_id: change.adjustment_id,
  created_by: ctx.principal?.worker_id ?? null,
});

/** Ends the row in force at the change's instant and begins the new one there. */
async function moveRowAt(
  ctx: Mover,
  change: AdjustChange,
  { key, cells }: Group,
  with_: { official: readonly OfficialCell[]; childAge: number },
): Promise<void> {
  const before = found(await rowAt(ctx.db, key, change.at), "商品已没有该价格，请重新提交");
  await closeRow(ctx.db, before.id, change.at);
  if (ends(cells)) return;
  const own = rowFor(ctx, change, cells);
  const next = {
    ...own,
    ...foreignOf(key, before, cells, with_.official),
    adult: newOf(cells, "adult") ?? before.adult,
    child: childAfter({ ...before, price_kind: key.price_kind }, cells, with_.childAge),
    effective_to: before.effective_to,
  };
  await insertRow(ctx.db, key, next, change.at, ctx.now);
  for (const c of cells) if (c.old !== null && c.new !== null) await carryOn(ctx.db, key, c.band, c.old, c.new, change.at);
}

/** Prices as the cells of a request say, from its instant on. */
export async function movePrices(ctx: Mover, change: AdjustChange): Promise<void> {
  const with_ = { official: await officialCells(ctx.db, change.adjustment_id), childAge: await childAgeOf(ctx.db, change.target_id) };
  for (const group of groupsOf(change)) {
    const { key, cells } = group;
    if (begins(cells))
      await insertRow(
        ctx.db,
        key,
        { ...rowFor(ctx, change, cells), ...foreignOf(key, NOTHING, cells, with_.official) },
        change.at,
        ctx.now,
      );
    else await moveRowAt(ctx, change, group, with_);
  }
}

async function apply(ctx: Ctx, change: AdjustChange): Promise<void> {
  await movePrices(ctx, change);
  for (const cost of costIdsOf(change.cells)) await priceDecide(ctx, cost, "approved", change.at);
}

/** What was made in the belief that this change holds. */
const refuseBuilt = (later: { adjust_no: string } | undefined): void => {
  if (later) refuse("guard_failed", `调价单 ${later.adjust_no} 以此价格为准，请先取消它`);
};

async function undo(ctx: Ctx, change: AdjustChange): Promise<void> {
  for (const { key, cells } of groupsOf(change)) {
    if (ends(cells)) {
      refuseBuilt(await begunSince(ctx.db, key, change.at));
      await reopenRow(ctx.db, key, change.at);
      continue;
    }
    const own = found(await rowOfRequest(ctx.db, key, change.adjustment_id), "价格记录不存在");
    refuseBuilt(await builtUpon(ctx.db, key, own));
    await (begins(cells) ? dropRow(ctx.db, own.id) : removeRow(ctx.db, key, own));
    for (const c of cells) if (c.old !== null && c.new !== null) await carryOn(ctx.db, key, c.band, c.new, c.old, change.at);
  }
  for (const cost of costIdsOf(change.cells)) await priceDecide(ctx, cost, "withdrawn", change.at);
}

/** A price begins or ends only where nothing is arranged for it later: whoever arranged that saw another price. */
async function arrangedFault(db: Db, id: number, cells: readonly AdjustCell[], at: Date): Promise<string | null> {
  for (const own of byRow(cells)) {
    const [first] = own;
    if (!first || !(begins(own) || ends(own))) continue;
    const later = await arrangedAfter(db, { sku_id: id, price_kind: first.price_kind, ref_id: first.ref_id }, at);
    if (later) return `${cellWord({ ...first, band: "adult" })}已排定 ${time(later.at).slice(0, 16)} 的变动，请先取消那张调价单`;
  }
  return null;
}

export const skuAdjust: AdjustTargetServer = {
  current,
  names: async (db, ids) => new Map((await skuNames(db, ids)).map((s) => [s.id, { no: s.sku_no, name: s.name }])),
  fault: async (db, id, cells, at) => {
    const [sku] = await pricedSkus(db, [id], at);
    if (!sku) return "商品不存在";
    if (sku.sku_status === "archived") return "商品已归档";
    const named = cells.map(await namedCells(db, cells));
    const fresh = byRow(cells).flatMap((own) => (begins(own) ? own : []));
    return beginEndFault(sku, named) ?? (await refFault(db, fresh)) ?? (await arrangedFault(db, id, named, at)) ?? boundsFault(sku, cells);
  },
  apply,
  undo,
};
