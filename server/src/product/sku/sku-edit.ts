/** A product as its form holds it: read whole, saved whole or not at all. */
import { isDeepStrictEqual } from "node:util";
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { TEXTS } from "@visadesk/contract/kit/errors.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { missingMust } from "@visadesk/contract/product/completeness.rules.ts";
import { skuEditApi } from "@visadesk/contract/product/sku/sku-edit.ts";
import { factsOf, savingFaults } from "@visadesk/contract/product/sku/sku-edit.rules.ts";
import { frozenRow } from "@visadesk/contract/product/sku/sku-price.rules.ts";
import type { Issue } from "@visadesk/contract/kit/envelope.ts";
import type { Ctx } from "#kit/call/context.ts";
import { badInput, conflict, found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { serve } from "#kit/call/serve.ts";
import { withRefNames } from "../price/price-refs.ts";
import { productPicks } from "../insurance-product/insurance-product.sql.ts";
import { liveAdjustments, lockTarget, lastRates } from "../price-adjustment/price-adjustment.sql.ts";
import { skuChanges, type Names } from "./sku-changes.ts";
import { skuAdd, skuCopy } from "./sku-add.ts";
import { feeIssues, insuranceIssues, NO_SKU, namedIssues, paperIssues, placeIssues, refIssues, sameAs } from "./sku-check.ts";
import {
  centreFact,
  countryFees,
  gridRows,
  knownFees,
  lockHead,
  lockSpu,
  paperFacts,
  paperRows,
  placeFacts,
  policyFact,
  skuRecord,
  startSpus,
  twinOfSku,
  usedTiers,
  type SkuEdit,
  type SkuHead,
  type SpuFact,
} from "./sku-edit.sql.ts";
import { samePrices, updateSku, writePapers, writePrices } from "./sku-write.sql.ts";

type Update = Parsed<typeof skuEditApi.sku_update>;

/** Cost and floor only for those who may see them. */
async function editOf(ctx: Ctx, id: number): Promise<SkuEdit> {
  const { cost, margin_floor, ...record } = found(await skuRecord(ctx.db, id, ctx.now), NO_SKU);
  const papers = await paperRows(ctx.db, id);
  const fees = await countryFees(ctx.db, record.country_id, ctx.now);
  const rates = await lastRates(ctx.db, [...new Set(fees.map((f) => f.currency))]);
  const seesCost = ctx.has(may.cost_view);
  const prices = await gridRows(ctx.db, id, ctx.now);
  return {
    ...record,
    has_cost: cost !== null,
    cost: seesCost ? cost : null,
    margin_floor: seesCost ? margin_floor : null,
    prices,
    ref_names: (await withRefNames(ctx.db, prices)).flatMap(({ price_kind, ref_id, ref_name }) =>
      ref_name !== null && (price_kind === "group" || price_kind === "peer") ? [{ price_kind, ref_id, name: ref_name }] : [],
    ),
    papers,
    documents: await paperFacts(ctx.db, [...new Set(papers.map((p) => p.document_id))]),
    fees: fees.map((f) => ({ ...f, rate: f.currency === "CNY" ? null : (rates.get(f.currency)?.replace(/\.?0+$/, "") ?? null) })),
  };
}

/** The record as it will be; prices of a product that was listed stay those in force. */
function nextOf(before: SkuEdit, { id: _id, version: _version, ...form }: Update, spu: SpuFact): SkuEdit {
  const named = Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined));
  const next: SkuEdit = { ...before, ...named, country_id: spu.country_id };
  return before.first_listed_at === null
    ? { ...next, prices: next.prices.map((r) => frozenRow(r, next.child_age)) }
    : { ...next, prices: before.prices };
}

/** Refuses what may not change any more once somebody could have bought the product. */
function assertOpen(before: SkuEdit, input: Update): void {
  if (before.first_listed_at === null) return;
  if (input.visa_product_unit_code !== undefined && input.visa_product_unit_code !== before.visa_product_unit_code)
    refuse("locked", "已上架过的商品不能更换所属SPU");
  if (input.prices !== undefined && !samePrices(before.prices, input.prices)) refuse("locked", "已上架过的商品请走调价审核");
}

/** A price under review or waiting for its time is not changed behind the reviewer's back. */
async function assertUnasked(ctx: Ctx, before: SkuEdit, next: SkuEdit): Promise<void> {
  if (samePrices(before.prices, next.prices)) return;
  const [asked] = await liveAdjustments(ctx.db, "sku", before.id);
  if (asked) refuse("locked", `调价单 ${asked.adjust_no} 未完结，请先审核或撤销再改价`);
}

async function tierIssues(ctx: Ctx, before: SkuEdit, next: SkuEdit): Promise<Issue[]> {
  if (before.first_listed_at === null) return [];
  const used = new Set(await usedTiers(ctx.db, before.id));
  return next.urgent_tiers.flatMap((t, i) =>
    used.has(t.tier_code) && !before.urgent_tiers.some((b) => b.tier_code === t.tier_code)
      ? [{ path: `urgent_tiers.${i}.tier_code`, message: `加急档编号${t.tier_code}曾经用过，请换一个` }]
      : [],
  );
}

/** While it is on sale nothing that a listing asks for may get lost; what was already missing does not hinder a repair. */
function lostParts(before: SkuEdit, next: SkuEdit, papers: ReadonlyMap<number, SkuEdit["documents"][number]>): Issue[] {
  if (before.sku_status !== "on_sale") return [];
  const facts = (s: SkuEdit) => factsOf(s, s, (id) => papers.get(id));
  const was = new Set(missingMust(facts(before)).map((p) => p.name));
  return missingMust(facts(next)).flatMap(({ name, path, message }) => (path === null || was.has(name) ? [] : [{ path, message }]));
}

async function assertValid(ctx: Ctx, before: SkuEdit, next: SkuEdit): Promise<void> {
  const documents = await paperFacts(ctx.db, [...new Set([...before.papers, ...next.papers].map((p) => p.document_id))]);
  const known = new Map(documents.map((d) => [d.id, d]));
  const issues = [
    ...savingFaults(next, (id) => known.get(id)?.name ?? String(id), before.first_listed_at === null ? before : null),
    ...(await placeIssues(ctx.db, next, before)),
    ...(await namedIssues(ctx.db, next, before)),
    ...(await insuranceIssues(ctx, next, before)),
    ...(await paperIssues(ctx.db, next.papers, before.papers)),
    ...(before.first_listed_at === null ? await feeIssues(ctx.db, next.prices) : []),
    ...(await refIssues(ctx.db, next.prices, before.prices)),
    ...(await tierIssues(ctx, before, next)),
    ...lostParts(before, next, known),
  ];
  if (issues.length > 0) throw badInput(...issues);
  const twin = await twinOfSku(ctx.db, next, before.id);
  if (twin !== null && before.sku_status !== "archived") refuse("duplicate", sameAs(twin));
}

/** Names of everything the two states point at. */
async function namesOf(ctx: Ctx, ...states: readonly SkuEdit[]): Promise<Names> {
  const of = (pick: (s: SkuEdit) => readonly (number | null)[]): number[] => [
    ...new Set(states.flatMap(pick).filter((id): id is number => id !== null)),
  ];
  const words = new Map<string, string>();
  for (const p of await placeFacts(
    ctx.db,
    of((s) => [s.embassy_id, s.submit_place_id]),
  ))
    words.set(`place ${p.id}`, p.name);
  for (const d of await paperFacts(
    ctx.db,
    of((s) => s.papers.map((p) => p.document_id)),
  ))
    words.set(`paper ${d.id}`, d.name);
  for (const id of of((s) => [s.refund_policy_id])) words.set(`policy ${id}`, (await policyFact(ctx.db, id))?.name ?? String(id));
  for (const id of of((s) => [s.mail_centre_id])) words.set(`centre ${id}`, (await centreFact(ctx.db, id))?.name ?? String(id));
  const insurances = of((s) => s.insurance_product_ids);
  for (const p of insurances.length > 0 ? await productPicks(ctx.db, { ids: insurances }, ctx.now) : [])
    words.set(`insurance ${p.id}`, p.name);
  const fees = of((s) => s.prices.map((p) => p.official_fee_id));
  for (const [id, fee] of fees.length > 0 ? await knownFees(ctx.db, fees) : []) words.set(`fee ${id}`, fee.name);
  for (const r of await withRefNames(
    ctx.db,
    states.flatMap((s) => s.prices),
  ))
    if (r.ref_name !== null) words.set(`${r.price_kind} ${r.ref_id}`, r.ref_name);
  return (kind, id) => words.get(`${kind} ${id}`) ?? String(id);
}

/** The product under the caller's hand: held, as he saw it, and not put away. */
async function held(ctx: Ctx, input: Update): Promise<{ head: SkuHead; before: SkuEdit }> {
  // In the order of the review of price changes, which holds the target first.
  if (input.prices !== undefined) await lockTarget(ctx.db, "sku", input.id);
  const head = found(await lockHead(ctx.db, input.id), NO_SKU);
  const before = await editOf(ctx, input.id);
  if (head.version !== input.version) throw conflict(TEXTS.conflict, before);
  refuseUnless(head.sku_status !== "archived", "state_changed", "商品已归档，请先恢复再编辑");
  return { head, before };
}

async function skuUpdate(input: Update, ctx: Ctx): Promise<SkuEdit> {
  const { head, before } = await held(ctx, input);
  assertOpen(before, input);
  const spu = found(await lockSpu(ctx.db, input.visa_product_unit_code ?? before.visa_product_unit_code), "SPU不存在，请重新选择");
  const next = nextOf(before, input, spu);
  await assertUnasked(ctx, before, next);
  await assertValid(ctx, before, next);
  const changes = skuChanges(before, next, await namesOf(ctx, before, next));
  // By what is stored, not by its words: what the log has no word for is kept all the same.
  if (!isDeepStrictEqual(before, next)) {
    await updateSku(ctx, head, next, spu);
    if (before.first_listed_at === null) await writePrices(ctx, head.id, before.prices, next.prices);
    await writePapers(ctx.db, head.id, next.papers);
  }
  ctx.note({ noun: "sku", noun_id: head.id, noun_no: head.sku_no, changes });
  return editOf(ctx, head.id);
}

export const skuEditServer = serve(skuEditApi, {
  sku_start_get: async (_, ctx) => ({ spus: await startSpus(ctx.db) }),
  sku_edit_get: ({ id }, ctx) => editOf(ctx, id),
  sku_add: skuAdd,
  sku_copy: skuCopy,
  sku_update: skuUpdate,
});
