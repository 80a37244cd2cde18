/** The maker's side: asking for other prices of products, taking the request back, undoing one that took effect. */
import { adjustText } from "@visadesk/contract/product/price/price-adjustment.rules.ts";
import type { priceAdjustmentApi } from "@visadesk/contract/product/price/price-adjustment.ts";
import type { RefusalCode } from "@visadesk/contract/kit/errors.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { Ctx } from "#kit/call/context.ts";
import { moveRow } from "#kit/noun/move.ts";
import { badInput, found, Refusal, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { targetOf } from "./price-adjustment-targets.ts";
import { decideCosts, move } from "./price-adjustment-review.ts";
import { judge } from "./price-adjustment-judge.ts";
import { ruleCells, sameCell, type AdjustCell, type Margin } from "./price-adjustment.rules.ts";
import {
  idOfNumber,
  lockTarget,
  openCells,
  pricedSkus,
  storedAdjustment,
  type AdjustTarget,
  type OpenCell,
  type PricedRow,
  type StoredAdjustment,
} from "./price-adjustment.sql.ts";
import { assertFree, priceAdjustmentOpen, said, type AskedCell } from "./price-adjustment.ts";
import { namedCells } from "../price/price-refs.ts";
import { foreignBefore } from "../price/sku-price.sql.ts";
import { priceAdjustmentNoun } from "./price-adjustment.noun.ts";
import { lockRow } from "#kit/noun/save.ts";

type Api = typeof priceAdjustmentApi;
type Ask = Parsed<Api["price_adjustment_add"]>;
type Outcome = Output<Api["price_adjustment_add"]>["results"][number];
type Tried = Outcome & { code: RefusalCode | null };
const MINUTE = 60_000;

/** Faults of the body that no single product answers for. */
function checkAsk(ask: Ask, ctx: Ctx): Date | null {
  const { cells, rule } = ask;
  if (!cells && !rule) throw badInput({ path: "cells", message: "请填写新的价格或调整规则" });
  if (cells && rule) throw badInput({ path: "rule", message: "逐项改价与批量规则只能用一种" });
  if (cells && ask.sku_ids.length > 1) throw badInput({ path: "cells", message: "多个商品请用批量规则调价" });
  if (cells?.some((c, i) => cells.findIndex((o) => sameCell(o, c)) !== i)) throw badInput({ path: "cells", message: "同一价格填写了两次" });
  if (ask.effect_mode === "now") return null;
  if (!ask.effective_at) throw badInput({ path: "effective_at", message: "请选择生效时间" });
  const at = new Date(Math.floor(Date.parse(ask.effective_at) / MINUTE) * MINUTE);
  if (at <= ctx.now) throw badInput({ path: "effective_at", message: "生效时间应晚于现在，要马上生效请选“通过后立即”" });
  return at;
}

/** What cells of one product would leave, without asking for anything. */
export async function checkAdjustment(input: Parsed<Api["price_adjustment_check"]>, ctx: Ctx): Promise<Outcome> {
  const wished = input.effective_at ? new Date(input.effective_at) : ctx.now;
  const at = wished > ctx.now ? wished : ctx.now;
  const [sku] = await pricedSkus(ctx.db, [input.sku_id], at);
  const open = await openCells(ctx.db, "sku", [input.sku_id]);
  const [outcome] = await withNames(ctx, [await tried(ctx, input, { id: input.sku_id, sku, open }, at)]);
  return found(outcome);
}

/** Cells asked of a product; why there are none, else null. */
function askedOf(ask: Pick<Ask, "cells" | "rule">, sku: PricedRow): { cells: AdjustCell[]; fault: string | null } {
  const cells = ask.cells ?? (ask.rule ? ruleCells(sku, ask.rule) : []);
  if (cells.some((c) => c.new !== null && c.new < 0)) return { cells: [], fault: "调整后的价格小于0，请减小幅度" };
  return { cells, fault: cells.length === 0 ? "所选级别没有价格或价格不变" : null };
}

export async function priceAdjustmentAdd(ask: Ask, ctx: Ctx): Promise<Output<Api["price_adjustment_add"]>> {
  const effective_at = checkAsk(ask, ctx);
  const at = effective_at ?? ctx.now;
  const skus = new Map((await pricedSkus(ctx.db, ask.sku_ids, at)).map((s) => [s.id, s]));
  const open = await openCells(ctx.db, "sku", ask.sku_ids);
  const outcomes = new Map<number, Tried>();
  for (const id of new Set(ask.sku_ids)) outcomes.set(id, await tried(ctx, ask, { id, sku: skus.get(id), open }, at));
  const good = [...outcomes.values()].filter((o) => o.ok);
  if (ask.dry_run) {
    ctx.note({ noun: "price_adjustment", reason: `试算 ${outcomes.size} 个商品，未提交` });
    return { batch_no: null, opened: good.length, results: await withNames(ctx, [...outcomes.values()]) };
  }
  const { batch_no, results } = await priceAdjustmentOpen(ctx, {
    target_kind: "sku",
    reason_kind: ask.reason_kind,
    reason: ask.reason,
    source: "staff",
    effective_at,
    items: good.map((o) => ({ target_id: o.id, cells: o.cells })),
  });
  for (const r of results) {
    const before = outcomes.get(r.target_id);
    if (before) outcomes.set(r.target_id, { ...before, ok: r.adjust_no !== null, adjust_no: r.adjust_no, msg: r.msg, code: r.code });
  }
  const [only] = [...outcomes.values()];
  // One product: a plain refusal, which the form shows.
  if (only?.code && outcomes.size === 1) refuse(only.code, only.msg);
  return { batch_no, opened: [...outcomes.values()].filter((o) => o.ok).length, results: await withNames(ctx, [...outcomes.values()]) };
}

/** With the names of the groups and peers whose prices change. */
async function withNames(ctx: Ctx, list: readonly Tried[]): Promise<Tried[]> {
  const named = await namedCells(
    ctx.db,
    list.flatMap((o) => o.cells),
  );
  return list.map((o) => ({ ...o, cells: o.cells.map(named) }));
}

/** Judging only reads: what it refuses leaves nothing to take back. */
async function refusalOf(work: () => Promise<void>): Promise<Refusal | null> {
  try {
    await work();
    return null;
  } catch (e) {
    if (e instanceof Refusal) return e;
    throw e;
  }
}

/** Judges a product without keeping anything. */
async function tried(
  ctx: Ctx,
  ask: Pick<Ask, "cells" | "rule">,
  { id, sku, open }: { id: number; sku: PricedRow | undefined; open: readonly OpenCell[] },
  at: Date,
): Promise<Tried> {
  const none = { id, ok: false, sku_no: sku?.sku_no ?? "", name: sku?.name ?? "", adjust_no: null, cells: [], below_floor: false };
  if (!sku) return { ...none, msg: "商品不存在", code: "not_found" };
  const { cells, fault } = askedOf(ask, sku);
  if (fault) return { ...none, msg: fault, code: "guard_failed" };
  let judged: { margins: Margin[]; below_floor: boolean | null } = { margins: [], below_floor: false };
  const refusal = await refusalOf(async () => {
    refuseUnless(
      cells.every((c) => c.old !== c.new),
      "guard_failed",
      "新旧价格相同",
    );
    assertFree(open, id, cells);
    judged = await judge(ctx, { target_kind: "sku", target_id: id, cells }, at);
  });
  return {
    ...none,
    ok: refusal === null,
    ...said(refusal),
    cells,
    below_floor: judged.below_floor ?? false,
    ...(ctx.has(may.cost_view) && { margins: judged.margins }),
  };
}

/** Own, and still waiting. `kind`: only a request for such a target. */
export async function withdrawAdjustment(
  input: { id: number; version: number },
  ctx: Ctx,
  kind: AdjustTarget | null = null,
): Promise<StoredAdjustment> {
  const seen = found(await storedAdjustment(ctx.db, input.id), "调价单不存在");
  refuseUnless(kind === null || seen.target_kind === kind, "not_found", "调价单不存在");
  await lockTarget(ctx.db, seen.target_kind, seen.target_id);
  const request = found(await storedAdjustment(ctx.db, input.id), "调价单不存在");
  refuseUnless(request.adjustment_status === "pending", "state_changed");
  await lockRow(ctx, priceAdjustmentNoun, { id: request.id, version: input.version, current: request });
  refuseUnless(request.maker_id === ctx.me.worker_id, "not_allowed", "只能撤销自己提交的调价单");
  await moveRow(ctx, priceAdjustmentNoun, "withdraw", {
    ...move(request, input.version),
    to: "withdrawn",
    set: { decided_at: ctx.now, updated_at: ctx.now },
  });
  await decideCosts(ctx, request, "withdrawn");
  ctx.note({
    noun: "price_adjustment",
    noun_id: request.id,
    noun_no: request.adjust_no,
    changes: [{ field: "adjustment_status", label: "状态", before: "待审核", after: "已撤销" }],
  });
  return request;
}

/** The same for the area that opened it, which knows its number. */
export async function priceAdjustmentWithdraw(ctx: Ctx, adjust_no: string): Promise<void> {
  const made = found(await idOfNumber(ctx.db, adjust_no), "调价单不存在");
  const { version } = found(await storedAdjustment(ctx.db, made.id), "调价单不存在");
  await withdrawAdjustment({ id: made.id, version }, ctx);
}

/** The same, asked for on the page of its target, whose log tells it too. */
export const withdrawOf =
  (kind: AdjustTarget) =>
  async (input: { id: number; version: number }, ctx: Ctx): Promise<{ ok: true }> => {
    const { target_id, adjust_no } = await withdrawAdjustment(input, ctx, kind);
    const name = (await targetOf(kind).names(ctx.db, [target_id])).get(target_id);
    ctx.note({
      noun: kind,
      noun_id: target_id,
      noun_no: name?.no ?? null,
      changes: [{ field: "price_adjustment", label: "撤销调价单", before: adjust_no, after: null }],
    });
    return { ok: true };
  };

/** A new request with old and new changed round; answers its id. */
export async function revertAdjustment(input: Parsed<Api["price_adjustment_revert"]>, ctx: Ctx): Promise<number> {
  const request = found(await storedAdjustment(ctx.db, input.id), "调价单不存在");
  refuseUnless(request.adjustment_status === "effective", "state_changed", "只有已生效的调价单可以冲回");
  await lockRow(ctx, priceAdjustmentNoun, { id: request.id, version: input.version, current: request });
  refuseUnless(
    request.cells.every((c) => c.price_kind !== "cost"),
    "not_allowed",
    "供应商成本请在供应商报价中重新调整",
  );
  const amounts = await targetOf(request.target_kind).current(ctx.db, request.target_id, request.cells, ctx.now);
  const moved = request.cells.map((c, i) => ({ ...c, now: amounts[i] ?? null })).find((c) => c.now !== c.new);
  if (moved) refuse("state_changed", `当前价已变为 ${adjustText(moved.price_kind, moved.now)}，不能冲回`);
  const { results } = await priceAdjustmentOpen(ctx, {
    target_kind: request.target_kind,
    reason_kind: "correct",
    reason: input.reason,
    source: "staff",
    effective_at: null,
    items: [{ target_id: request.target_id, cells: await turned(ctx, request), below_floor: request.below_floor }],
    revert_of: request.id,
  });
  const [result] = results;
  const made = result?.adjust_no ? await idOfNumber(ctx.db, result.adjust_no) : undefined;
  if (!made) return refuse("guard_failed", result?.msg);
  ctx.note({
    noun: "price_adjustment",
    noun_id: request.id,
    noun_no: request.adjust_no,
    reason: input.reason,
    changes: [{ field: "revert", label: "提交冲回", before: null, after: made.adjust_no }],
  });
  return made.id;
}

/** Cells the other way round; a fee goes back to what it rested on. */
async function turned(ctx: Ctx, request: StoredAdjustment): Promise<AskedCell[]> {
  const back: AskedCell[] = [];
  for (const cell of request.cells) {
    const asked = { ...cell, old: cell.new, new: cell.old };
    const isFee = cell.price_kind === "embassy_fee" || cell.price_kind === "centre_fee";
    const key = { sku_id: request.target_id, price_kind: cell.price_kind, ref_id: cell.ref_id };
    const before = isFee ? await foreignBefore(ctx.db, key, request.id) : undefined;
    if (!before?.official_fee_id) back.push(asked);
    else {
      const { official_fee_id, currency, rate } = before;
      const foreign_amount =
        (cell.band === "child" ? (before.foreign_child ?? before.foreign_adult) : before.foreign_adult) ?? cell.old ?? 0;
      back.push({ ...asked, official: { official_fee_id, currency, foreign_amount, rate } });
    }
  }
  return back;
}
