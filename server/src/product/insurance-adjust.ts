/** Reviewed amounts of insurance products: how a request finds, judges, applies and takes back premiums and costs. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { money } from "@visadesk/contract/kit/format.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { insuranceProductApi } from "@visadesk/contract/product/insurance-product.ts";
import { rateOfRef, rateRefText } from "@visadesk/contract/product/insurance.rules.ts";
import type { Ctx } from "#kit/context.ts";
import { found, refuse, refuseUnless } from "#kit/refuse.ts";
import type { AdjustChange, AdjustTargetServer } from "./adjust-targets.ts";
import { beginRate, insuranceNames, plansOf, rateFor, takeBackRate } from "./insurance-adjust.sql.ts";
import { lockProduct } from "./insurance-product.sql.ts";
import { priceAdjustmentOpen } from "./price-adjustment.ts";
import type { AdjustCell } from "./price-adjustment.rules.ts";
import { lockTarget, openCells } from "./price-adjustment.sql.ts";

type Amount = "premium" | "cost";
type CellKey = Pick<AdjustCell, "price_kind" | "ref_id" | "band">;
const KIND = "insurance_product";
const NO_PRODUCT = "保险产品不存在";
const amountOf = (kind: string): Amount | null => (kind === "premium" || kind === "cost" ? kind : null);

/** New amounts by rate: one row in time takes both. */
function byRate(cells: readonly AdjustCell[], pick: "old" | "new"): Map<string, Partial<Record<Amount, number>>> {
  const map = new Map<string, Partial<Record<Amount, number>>>();
  for (const c of cells) {
    const kind = amountOf(c.price_kind);
    if (kind) map.set(c.ref_id, { ...map.get(c.ref_id), [kind]: c[pick] });
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
  names: insuranceNames,
  fault: async (db, id, cells, at) => {
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

/** What is asked stands against what holds then: the same amounts as the asker saw, and none below its cost. */
async function judge(ctx: Ctx, id: number, cells: readonly AdjustCell[], at: Date): Promise<void> {
  const plans = await plansOf(ctx.db, id);
  const now = await insuranceAdjust.current(ctx.db, id, cells, at);
  for (const [i, c] of cells.entries()) {
    const value = now[i] ?? null;
    refuseUnless(value !== null, "guard_failed", `${rateRefText(plans, c.ref_id)} 没有${c.price_kind === "cost" ? "成本" : "费率"}`);
    refuseUnless(value === c.old, "state_changed", `${rateRefText(plans, c.ref_id)} 当前价已变为 ${money(value)}，请重新提交`);
  }
  const fault = await insuranceAdjust.fault(ctx.db, id, cells, at);
  if (fault) refuse("guard_failed", fault);
}

const sameKey = (a: CellKey, b: { price_kind: string; ref_id: string }): boolean => a.price_kind === b.price_kind && a.ref_id === b.ref_id;

export async function adjustInsurance(
  input: Parsed<typeof insuranceProductApi.insurance_product_adjust>,
  ctx: Ctx,
): Promise<Output<typeof insuranceProductApi.insurance_product_adjust>> {
  const product = found(await lockProduct(ctx.db, input.id), NO_PRODUCT);
  refuseUnless(product.first_listed_at !== null, "guard_failed", "还没有上架过，请直接编辑费率");
  refuseUnless(
    ctx.has(may.cost_view) || input.cells.every((c) => c.price_kind !== "cost"),
    "not_allowed",
    "没有查看成本的权限，不能调整成本",
  );
  const cells = input.cells.map((c) => ({ ...c, band: "adult" as const }));
  await lockTarget(ctx.db, KIND, product.id);
  const open = (await openCells(ctx.db, KIND, [product.id])).find((o) => cells.some((c) => sameKey(c, o)));
  if (open) refuse("duplicate", `该价格已有待审核的调价单 ${open.adjust_no}`);
  const wished = input.effective_at ? new Date(input.effective_at) : null;
  const effective_at = wished && wished > ctx.now ? wished : null;
  await judge(ctx, product.id, cells, effective_at ?? ctx.now);
  const { results } = await priceAdjustmentOpen(ctx, {
    target_kind: KIND,
    reason_kind: input.reason_kind,
    reason: input.reason,
    source: "staff",
    effective_at,
    items: [{ target_id: product.id, cells }],
  });
  const adjust_no = results[0]?.adjust_no ?? refuse("guard_failed", results[0]?.msg);
  ctx.note({
    noun: KIND,
    noun_id: product.id,
    noun_no: product.code,
    reason: input.reason,
    changes: [{ field: "price_adjustment", label: "提交调价单", before: null, after: adjust_no }],
  });
  return { adjust_no };
}
