/** Reviewed amounts of insurance products: how a request finds, judges, applies and takes back premiums and costs. */
import { money } from "@visadesk/contract/kit/format.ts";
import { rateOfRef, rateRefText } from "@visadesk/contract/product/price/insurance.rules.ts";
import type { Ctx } from "#kit/call/context.ts";
import { found, refuse } from "#kit/http/refuse.ts";
import type { AdjustChange, AdjustTargetServer } from "../price-adjustment/price-adjustment-target.ts";
import { beginRate, insuranceNames, plansOf, rateFor, takeBackRate } from "./insurance-adjust.sql.ts";
import type { AdjustCell } from "../price-adjustment/price-adjustment.rules.ts";

type Amount = "premium" | "cost";
const KIND = "insurance_product";
const NO_PRODUCT = "保险产品不存在";
const amountOf = (kind: string): Amount | null => (kind === "premium" || kind === "cost" ? kind : null);

/** New amounts by rate: one row in time takes both. */
function byRate(cells: readonly AdjustCell[], pick: "old" | "new"): Map<string, Partial<Record<Amount, number>>> {
  const map = new Map<string, Partial<Record<Amount, number>>>();
  for (const c of cells) {
    const kind = amountOf(c.price_kind);
    const amount = c[pick];
    if (kind && amount !== null) map.set(c.ref_id, { ...map.get(c.ref_id), [kind]: amount });
  }
  return map;
}

async function noteAmounts(ctx: Ctx, { target_id, cells }: AdjustChange, isUndone: boolean): Promise<void> {
  const plans = await plansOf(ctx.db, target_id);
  const name = found((await insuranceNames(ctx.db, [target_id])).get(target_id), NO_PRODUCT);
  const changes = cells.map((c) => ({
    field: `${c.price_kind}.${c.ref_id}`,
    label: `${c.price_kind === "cost" ? "成本" : "保费"} ${rateRefText(plans, c.ref_id)}`,
    before: money(isUndone ? c.new : c.old),
    after: money(isUndone ? c.old : c.new),
  }));
  ctx.note({ noun: KIND, noun_id: target_id, noun_no: name.no, changes });
}

export const insuranceAdjust: AdjustTargetServer = {
  current: async (db, id, cells, at) => {
    const values: (number | null)[] = [];
    for (const cell of cells) {
      const [kind, where] = [amountOf(cell.price_kind), rateOfRef(cell.ref_id)];
      const rate = kind && where && cell.band === "adult" ? await rateFor(db, id, where, at) : undefined;
      values.push(kind && rate ? rate[kind] : null);
    }
    return values;
  },
  word: async (db, id, cell) => rateRefText(await plansOf(db, id), cell.ref_id),
  names: insuranceNames,
  fault: async (db, id, cells, at) => {
    if (cells.some((c) => c.old === null || c.new === null)) return "费率不能在调价单中新增或取消";
    const plans = await plansOf(db, id);
    for (const [ref, after] of byRate(cells, "new")) {
      const where = rateOfRef(ref);
      const rate = where && (await rateFor(db, id, where, at));
      if (!rate) return `${rateRefText(plans, ref)} 没有费率`;
      const [premium, cost] = [after.premium ?? rate.premium, after.cost ?? rate.cost];
      if (cost !== null && premium < cost) return `${rateRefText(plans, ref)} 的保费不能低于成本`;
    }
    return null;
  },
  apply: async (ctx, change) => {
    for (const [ref, after] of byRate(change.cells, "new")) {
      const where = rateOfRef(ref);
      const rate = where && (await rateFor(ctx.db, change.target_id, where, change.at));
      if (!rate) refuse("state_changed", "费率已变化，请重新提交");
      await beginRate(ctx, change, { ...rate, ...after });
    }
    await noteAmounts(ctx, change, false);
  },
  undo: async (ctx, change) => {
    for (const [ref, before] of byRate(change.cells, "old")) {
      const where = rateOfRef(ref);
      const rate = where && (await rateFor(ctx.db, change.target_id, where, change.at));
      if (rate) await takeBackRate(ctx, change, { ...rate, ...before });
    }
    await noteAmounts(ctx, change, true);
  },
};
