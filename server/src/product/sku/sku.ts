import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { skuApi } from "@visadesk/contract/product/sku/sku.ts";
import { LEVEL_NAMES } from "@visadesk/contract/product/sku/sku.words.ts";
import type { Area, UrgentTier } from "@visadesk/contract/product/snapshot.ts";
import type { Ctx } from "#kit/call/context.ts";
import { pageOf } from "#kit/db/page.ts";
import { badInput, found } from "#kit/http/refuse.ts";
import { serve } from "#kit/call/serve.ts";
import { areaName, coverOf, firstTravels, planFor, receiveAddress } from "../../base-data/index.ts";
import { bookableOf } from "../sku-scan/bookable.ts";
import { usableMatches } from "../../supplier/index.ts";
import { withRefNames } from "../price/price-refs.ts";
import { completenessOf } from "../sku-scan/completeness.rules.ts";
import { protectionPrice } from "../price/person.rules.ts";
import { seenAdjustments } from "../price-adjustment/price-adjustment-view.ts";
import { liveAdjustments } from "../price-adjustment/price-adjustment.sql.ts";
import { inForce, totalCost, type PriceRow } from "../price/price.rules.ts";
import { detailDocuments, detailFields, detailPrices } from "./sku-detail.sql.ts";
import { liveBody } from "../snapshot/snapshot.ts";
import { pricedLevels, skuById, type SkuFilter, type SkuFound, skuListDef, skuRows, statusCounts, travelAsks } from "./sku-list.sql.ts";
import { isPromiseShort, issueRate } from "../sku-figures/sku-stat.rules.ts";
import { judgedSkus, type JudgedSku } from "./sku-judged.ts";
import { isBlocked, skuFilterOf } from "./sku-filter.ts";
import { priceRows, protectionsOf } from "./sku.sql.ts";

type SkuRow = Output<typeof skuApi.sku_query>["list"][number];
const MAX_PICKS = 100;
const SALE_KINDS = new Set<PriceRow["price_kind"]>(["retail", "level", "group", "peer"]);

type Costed = Pick<SkuFound, "supplier" | "embassy_fee" | "centre_fee">;
/** Total cost of an adult, null while no supplier has a price. */
const costOf = ({ supplier, embassy_fee, centre_fee }: Costed): number | null =>
  supplier &&
  totalCost(
    { amount: supplier.adult, embassy_included: supplier.embassy_included, centre_included: supplier.centre_included },
    { embassy: embassy_fee ?? 0, centre: centre_fee ?? 0 },
  );

type Travels = Awaited<ReturnType<typeof firstTravels>>;
const travelsOf = async (ctx: Ctx, ids: readonly number[]): Promise<Travels> => firstTravels(ctx, await travelAsks(ctx.db, ids));

/** Cost and margin only for those who may see them; nobody else learns whether there is one. */
function toRow({ facts, supplier, issued, ...s }: SkuFound, seesCost: boolean, travel: Travels): SkuRow {
  const cost = seesCost ? costOf({ ...s, supplier }) : null;
  const seen = travel.get(s.id);
  return {
    ...s,
    total_cost: cost,
    margin: cost === null || s.retail_adult === null ? null : s.retail_adult - cost,
    is_promise_short: isPromiseShort(s),
    ...issueRate(issued, s.issue_n),
    earliest_travel: seen && !seen.no_slots ? seen.first_travel_date : null,
    no_slots: seen?.no_slots ?? false,
    completeness: completenessOf(facts).percent,
  };
}

/** Fee of each tier in force, 0 without a row. */
const tiersWithFee = (tiers: readonly UrgentTier[], prices: readonly PriceRow[], at: Date) =>
  tiers.map((t) => ({
    ...t,
    fee: prices.find((p) => p.price_kind === "urgent" && p.ref_id === t.tier_code && inForce(p, at))?.adult ?? 0,
  }));

const namedArea = (area: readonly Area[]) =>
  area.map((a) => ({
    province_code: a.province_code,
    province: areaName(a.province_code),
    only_cities: a.only_cities.map(areaName),
    except_cities: a.except_cities.map(areaName),
  }));

async function skuDetail(id: number, ctx: Ctx): Promise<Output<typeof skuApi.sku_get>> {
  const listed = found(await skuById(ctx.db, id, ctx.now), "商品不存在");
  const { embassy_id, submit_place_id, mail_centre_id, ...fields } = found(await detailFields(ctx.db, id), "商品不存在");
  const seesCost = ctx.has(may.cost_view);
  const head = toRow(listed, seesCost, await travelsOf(ctx, [id]));
  const prices = await withRefNames(ctx.db, await detailPrices(ctx.db, id, ctx.now));
  const matches = await usableMatches(ctx.db, id, ctx.now);
  const cover =
    fields.cover_area.length > 0 || !embassy_id || listed.cover_mode === "all"
      ? fields.cover_area
      : ((await coverOf(ctx.db, embassy_id))?.area ?? []);
  return {
    ...head,
    ...fields,
    cover_area: namedArea(cover),
    receive_address: mail_centre_id ? await receiveAddress(ctx.db, mail_centre_id) : null,
    bookable: listed.need_visit ? await bookableOf(ctx, submit_place_id ?? embassy_id, listed.visa_type) : null,
    prices: prices.map((p) => ({
      ...p,
      margin: head.total_cost !== null && SALE_KINDS.has(p.price_kind) ? p.adult - head.total_cost : null,
    })),
    adjustments: await seenAdjustments(ctx, await liveAdjustments(ctx.db, "sku", id)),
    documents: await detailDocuments(ctx.db, id),
    urgent_tiers: tiersWithFee(fields.urgent_tiers, await priceRows(ctx.db, id), ctx.now),
    suppliers: matches.map((m) => ({
      supplier_name: m.supplier_name,
      priority: m.priority,
      adult: seesCost ? m.adult : null,
      embassy_included: m.embassy_included,
      lead_min: m.lead_min,
      lead_max: m.lead_max,
    })),
    protections: (await protectionsOf(ctx.db, id, ctx.now)).map((p) => ({
      id: p.id,
      name: p.name,
      scope: p.scope,
      rate: p.rate,
      cap: p.cap,
      price: protectionPrice(p, listed.retail_adult ?? 0, p.price_override),
    })),
  };
}

/** Figures above the list: states, what cannot be ordered, what is incomplete and, for those who may see it, what is under its floor. */
async function skuStats(ctx: Ctx): Promise<Record<string, number>> {
  const byStatus = new Map((await statusCounts(ctx.db)).map((s) => [s.sku_status, s.n]));
  const priced = new Map((await pricedLevels(ctx.db, ctx.now)).map((p) => [p.level, p.n]));
  const live = await judgedSkus(ctx.db, ctx.now);
  const n = (test: (s: JudgedSku) => boolean): number => live.filter(test).length;
  return {
    all: [...byStatus.values()].reduce((sum, x) => sum + x, 0),
    draft: byStatus.get("draft") ?? 0,
    on_sale: byStatus.get("on_sale") ?? 0,
    off_sale: byStatus.get("off_sale") ?? 0,
    archived: byStatus.get("archived") ?? 0,
    blocked: n(isBlocked),
    incomplete: n((s) => s.completeness < 100),
    orders_30: live.reduce((sum, s) => sum + s.orders_30, 0),
    ...Object.fromEntries(LEVEL_NAMES.map((level) => [`priced_${level}`, priced.get(level) ?? 0])),
    ...(ctx.has(may.cost_view) && { below_floor: n((s) => s.below_floor) }),
  };
}

async function skuPicks(
  input: { keyword?: string | undefined; country_id?: string | undefined; on_sale?: boolean | undefined },
  ctx: Ctx,
): Promise<Output<typeof skuApi.sku_pick>> {
  const filter: SkuFilter = {
    ...(input.keyword && { keyword: input.keyword }),
    ...(input.country_id && { country_id: [input.country_id] }),
    ...(input.on_sale && { sku_status: ["on_sale" as const] }),
  };
  const list = await skuRows(ctx.db, filter, ctx.now, MAX_PICKS);
  return { list: await Promise.all(list.map((s) => skuPick(s, ctx))) };
}

async function skuPick(s: SkuFound, ctx: Ctx): Promise<Output<typeof skuApi.sku_pick>["list"][number]> {
  const fields = found(await detailFields(ctx.db, s.id));
  const protections = await protectionsOf(ctx.db, s.id, ctx.now);
  return {
    id: s.id,
    sku_no: s.sku_no,
    name: s.name,
    country_id: s.country_id,
    country_name: s.country_name,
    flag_emoji: s.flag_emoji,
    visa_type: s.visa_type,
    visa_form: s.visa_form,
    district_name: s.district_name,
    retail_adult: s.retail_adult,
    work_days_min: s.work_days_min,
    work_days_max: s.work_days_max,
    material_upload_type: s.material_upload_type,
    need_visit: s.need_visit,
    need_effect_date: fields.need_effect_date,
    return_way: fields.return_way,
    identities: fields.identities,
    urgent_tiers: tiersWithFee(fields.urgent_tiers, fields.urgent_tiers.length > 0 ? await priceRows(ctx.db, s.id) : [], ctx.now),
    protections: protections.map((p) => ({ id: p.id, name: p.name, price: protectionPrice(p, s.retail_adult ?? 0, p.price_override) })),
    sale_blocks: s.sale_blocks,
  };
}

export const skuServer = serve(skuApi, {
  sku_query: async (input, ctx) => {
    const page = await pageOf<SkuFound>(ctx.db, input, skuListDef(await skuFilterOf(input, ctx), ctx.now));
    const travel = await travelsOf(
      ctx,
      page.list.map((s) => s.id),
    );
    return { ...page, list: page.list.map((s) => toRow(s, ctx.has(may.cost_view), travel)) };
  },
  sku_stat_get: (_, ctx) => skuStats(ctx),
  sku_get: ({ id }, ctx) => skuDetail(id, ctx),
  sku_plan_get: async ({ id, travel_date, work_days_max }, ctx) => {
    if (travel_date !== null && travel_date < shanghaiDate(ctx.now))
      throw badInput({ path: "travel_date", message: "出行日期已过，请选择今天或以后的日期" });
    const body = await liveBody(ctx.db, id, ctx.now);
    return planFor(ctx, { ...body, work_days_max: work_days_max ?? body.work_days_max }, travel_date);
  },
  sku_pick: (input, ctx) => skuPicks(input, ctx),
});
