/** 保险产品: drafts are edited as a whole, listed once complete; from then on their terms stand and amounts change by review. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { insuranceProductFlow } from "@visadesk/contract/product/price/insurance-product.flow.ts";
import type { insuranceProductApi } from "@visadesk/contract/product/price/insurance-product.ts";
import { coversCountry, INSURANCE_REGIONS, rateFaults, rateFaultText, rateRef } from "@visadesk/contract/product/price/insurance.rules.ts";
import type { Ctx, FieldChange } from "#kit/call/context.ts";
import { moveRow } from "#kit/noun/move.ts";
import { definedOf, only } from "#kit/files/objects.ts";
import { badInput, found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import {
  belowText,
  listingFaults,
  lockedField,
  productChanges,
  rateChanges,
  ratesBelowCost,
  type ProductFacts,
} from "./insurance-product.rules.ts";
import {
  countriesOf,
  insurerOf,
  isStoredPdf,
  isTaken,
  linkedCountries,
  lockProduct,
  productView,
  ratesAt,
  replaceDraftRates,
  startRates,
  type ProductHead,
  type ProductRow,
  type Rate,
} from "./insurance-product.sql.ts";
import { assertInsurer } from "./insurer.ts";
import { insuranceProductNoun } from "./insurance-product.noun.ts";
import { lockRow, removeRow, saveRow } from "#kit/noun/save.ts";

type Api = typeof insuranceProductApi;
type In<K extends keyof Api> = Parsed<Api[K]>;
type Facts = In<"insurance_product_add">;
export const NO_PRODUCT = "保险产品不存在";

export const viewed = async (ctx: Ctx, id: number): Promise<ProductRow> => found(await productView(ctx.db, id, ctx.now), NO_PRODUCT);
/** Costs leave only for those who may see them. */
export const shown = <R extends ProductRow>(ctx: Ctx, row: R): R => (ctx.has(may.cost_view) ? row : { ...row, cost_from: undefined });
export const shownRates = (ctx: Ctx, rates: readonly Rate[]): Output<Api["insurance_product_get"]>["rates"] =>
  rates.map(({ cost, ...r }) => (ctx.has(may.cost_view) ? { ...r, cost } : r));

const noteOf = (ctx: Ctx, p: Pick<ProductHead, "id" | "code">, changes: readonly FieldChange[], reason?: string): void =>
  ctx.note({ noun: "insurance_product", noun_id: p.id, noun_no: p.code, changes, ...(reason !== undefined && { reason }) });

/** What a form cannot judge by itself: names in use, insurer, countries, file, and rates of plans that are none. */
async function checkFacts(ctx: Ctx, f: Facts, before: ProductRow | null): Promise<string> {
  const except = before?.id ?? null;
  if (await isTaken(ctx.db, "code", f.code, except))
    refuse("duplicate", "编码已存在", { issues: [{ path: "code", message: "编码已存在" }] });
  if (await isTaken(ctx.db, "name", f.name, except))
    refuse("duplicate", "名称已存在", { issues: [{ path: "name", message: "名称已存在" }] });
  const insurer = await assertInsurer(ctx, f.supplier_id, before?.supplier_id ?? null);
  const countries = await countriesOf(ctx.db, f.country_ids);
  if (countries.length !== new Set(f.country_ids).size) throw badInput({ path: "country_ids", message: "国家/地区不存在，请重新选择" });
  const outside = countries.find((c) => !coversCountry({ region: f.region, country_ids: [] }, c));
  if (outside) throw badInput({ path: "country_ids", message: `${outside.name_zh}不在${INSURANCE_REGIONS[f.region]}，请去掉或更改地区` });
  if (f.clause_file !== null && f.clause_file !== before?.clause_file && !(await isStoredPdf(ctx.db, f.clause_file)))
    throw badInput({ path: "clause_file", message: "条款请上传 PDF 文件" });
  if (f.rates.some((r) => !f.plans.some((p) => p.key === r.plan_key)))
    throw badInput({ path: "rates", message: "费率所属的计划不存在，请刷新后重填" });
  // A hole may be filled later; two rates for one person have no answer at all.
  const double = f.plans.flatMap((plan) =>
    rateFaults(plan, f.rates)
      .filter((x) => x.kind === "overlap")
      .map((x) => rateFaultText(plan, x)),
  )[0];
  if (double !== undefined) throw badInput({ path: "rates", message: double });
  return insurer.short_name;
}

/** Rates as they will be stored: who may not see costs leaves them as they are. */
function ratesOf(ctx: Ctx, asked: Facts["rates"], stored: readonly Rate[]): Rate[] {
  const costs = new Map(stored.map((r) => [rateRef(r), r.cost]));
  if (ctx.has(may.cost_view)) return asked.map((r) => ({ ...r, cost: r.cost ?? null }));
  refuseUnless(
    asked.every((r) => r.cost === undefined || r.cost === null),
    "not_allowed",
    "没有查看成本的权限，不能填写成本",
  );
  return asked.map((r) => ({ ...r, cost: costs.get(rateRef(r)) ?? null }));
}

const FACTS = ["name", "code", "supplier_id", "region", "country_ids", "plans", "min_lead_hours", "surrender", "clause_file"] as const;
const valuesOf = (f: Facts) => ({ ...only(f, FACTS), plans: JSON.stringify(f.plans) });

export async function productAdd(input: Facts, ctx: Ctx): Promise<number> {
  const supplier_name = await checkFacts(ctx, input, null);
  const rates = ratesOf(ctx, input.rates, []);
  const me = ctx.me.worker_id;
  const { id } = await ctx.db
    .insertInto("insurance_products")
    .values({
      ...valuesOf(input),
      rate_editors: rates.length > 0 ? [me] : [],
      created_by: me,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await replaceDraftRates(ctx.db, id, rates);
  noteOf(ctx, { id, code: input.code }, [...productChanges(null, { ...input, supplier_name }), ...rateChanges(input.plans, [], rates)]);
  return id;
}

/** Goods that recommend it must still be covered. */
async function checkLinked(ctx: Ctx, before: ProductRow, after: ProductFacts): Promise<void> {
  const lost = (await linkedCountries(ctx.db, before.id)).find((c) => coversCountry(before, c) && !coversCountry(after, c));
  if (lost) refuse("in_use", `商品 ${lost.sku_no}（${lost.name_zh}）推荐了本产品，不能去掉${lost.name_zh}`);
}

export async function productUpdate({ id, version, ...set }: In<"insurance_product_update">, ctx: Ctx): Promise<void> {
  const head = found(await lockProduct(ctx.db, id), NO_PRODUCT);
  const before = await viewed(ctx, id);
  const stored = await ratesAt(ctx.db, id, ctx.now);
  // Whole, so that the form can lay it beside what was typed.
  const current = { ...shown(ctx, before), rates: shownRates(ctx, stored) };
  await lockRow(ctx, insuranceProductNoun, { id, version, current });
  const facts: Facts = { ...only(before, FACTS), rates: shownRates(ctx, stored), ...definedOf(set) };
  const supplier_name = await checkFacts(ctx, facts, before);
  const rates = ratesOf(ctx, facts.rates, stored);
  const changed = rateChanges(facts.plans, stored, rates);
  if (head.first_listed_at !== null) {
    refuseUnless(changed.length === 0, "locked", "已上架过的保险产品请申请调价，不能直接修改费率");
    const locked = lockedField(before, facts);
    refuseUnless(locked === null, "locked", `已上架过，不能修改${locked}`);
  }
  await checkLinked(ctx, before, { ...facts, supplier_name });
  const values = {
    ...valuesOf(facts),
    ...(changed.length > 0 && { rate_editors: [...new Set([...head.rate_editors, ctx.me.worker_id])] }),
    updated_at: ctx.now,
  };
  await saveRow(ctx, insuranceProductNoun, { id, version, set: values, told: true });
  if (head.first_listed_at === null) await replaceDraftRates(ctx.db, id, rates);
  noteOf(ctx, { id, code: facts.code }, [...productChanges(before, { ...facts, supplier_name }), ...changed]);
}

/** A draft that no goods name. */
export async function productRemove(input: In<"insurance_product_remove">, ctx: Ctx): Promise<{ ok: true }> {
  const head = found(await lockProduct(ctx.db, input.id), NO_PRODUCT);
  refuseUnless(head.product_status === "draft" && head.first_listed_at === null, "state_changed", "只能删除没有上架过的草稿");
  await lockRow(ctx, insuranceProductNoun, { ...input, current: head });
  const [linked] = await linkedCountries(ctx.db, head.id);
  if (linked) refuse("in_use", `商品 ${linked.sku_no} 推荐了本产品，不能删除`);
  await removeRow(ctx, insuranceProductNoun, input);
  noteOf(ctx, head, [{ field: "id", label: "草稿", before: head.name, after: null }]);
  return { ok: true };
}

/** Why it cannot be listed by this person now, or null; `below`: rates he releases below their cost. */
async function saleFault(ctx: Ctx, head: ProductHead, p: ProductRow, rates: readonly Rate[]) {
  const [missing] = listingFaults(p, rates);
  if (missing !== undefined) return { code: "incomplete" as const, message: missing };
  const insurer = await insurerOf(ctx.db, p.supplier_id);
  if (insurer?.supplier_status !== "active")
    return { code: "guard_failed" as const, message: `保司「${p.supplier_name}」未启用，不能上架` };
  const [below] = ratesBelowCost(rates);
  if (!below || (ctx.has(may.price_floor) && !head.rate_editors.includes(ctx.me.worker_id))) return null;
  return { code: "below_floor" as const, message: belowText(p.plans, below, ctx.has(may.cost_view)) };
}

/** What the reader may do next, with what is missing. */
export async function movesOf(
  ctx: Ctx,
  p: ProductRow,
  rates: readonly Rate[],
  head: ProductHead,
): Promise<Output<Api["insurance_product_get"]>["moves"]> {
  if (p.product_status === "on_sale") return [{ move: "off_sale", ok: true, missing: null }];
  const fault = await saleFault(ctx, head, p, rates);
  return [{ move: "on_sale", ok: fault === null, missing: fault?.message ?? null }];
}

export async function productOnSale(input: In<"insurance_product_on_sale">, ctx: Ctx): Promise<void> {
  const head = found(await lockProduct(ctx.db, input.id), NO_PRODUCT);
  // Before the version: whoever comes second hears that it is listed, not that somebody edited it.
  refuseUnless(head.product_status !== "on_sale", "state_changed");
  await lockRow(ctx, insuranceProductNoun, { ...input, current: head });
  const rates = await ratesAt(ctx.db, head.id, ctx.now);
  const fault = await saleFault(ctx, head, await viewed(ctx, head.id), rates);
  if (fault) refuse(fault.code, fault.message);
  await startRates(ctx.db, head.id, ctx.now);
  await moveRow(ctx, insuranceProductNoun, "on_sale", {
    id: head.id,
    version: input.version,
    to: "on_sale",
    set: { first_listed_at: head.first_listed_at ?? ctx.now, off_reason: null, updated_at: ctx.now },
  });
  const released = ratesBelowCost(rates).length;
  noteOf(ctx, head, [
    { field: "product_status", label: "状态", before: insuranceProductFlow.states[head.product_status].label, after: "在售" },
    ...(released > 0 ? [{ field: "cost.released", label: "低于底线放行", before: null, after: `${released}条费率` }] : []),
  ]);
}

export async function productOffSale(input: In<"insurance_product_off_sale">, ctx: Ctx): Promise<void> {
  const head = found(await lockProduct(ctx.db, input.id), NO_PRODUCT);
  await moveRow(ctx, insuranceProductNoun, "off_sale", {
    id: head.id,
    version: input.version,
    to: "off_sale",
    set: { off_reason: input.reason, updated_at: ctx.now },
  });
  noteOf(ctx, head, [{ field: "product_status", label: "状态", before: "在售", after: "停售" }], input.reason);
}
