import type { FEE_KINDS } from "@visadesk/contract/order/words.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import type { Db } from "#kit/db/db.ts";
import { found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { isChild, protectionPrice } from "./person.rules.ts";
import { inForce, resolvePeople, sourceWord, type Candidate, type PriceResult, type PriceRow } from "./price.rules.ts";
import type { Band, Buyer } from "./buyer.ts";
import { sellable } from "../sku-scan/sellable.ts";
import { priceRows, protectionsOf, skuForQuote } from "../sku/sku.sql.ts";
import type { SpecialOffer } from "../special-price-activity/special-price.rules.ts";
import type { QuotedSpecial } from "../special-price-activity/special-price-use.ts";
import { insuranceOffer, type InsuranceChoice, type InsuranceSold } from "../insurance-product/insurance-offer.ts";
import { specialOffers } from "../special-price-activity/special-price-use.sql.ts";

export interface QuoteEntry {
  buyer: Buyer;
  travel_date?: string | null | undefined;
  return_date?: string | null | undefined;
  urgent_tier_code?: string | null | undefined;
  refuse_no_worry_product_id?: number | null | undefined;
  insurance?: InsuranceChoice | null | undefined;
  applicants: readonly { birth_date?: string | null | undefined; protection?: boolean | undefined }[];
  /** As if every special had room: what a price was before the last place went. */
  ignore_room?: boolean;
}
export interface QuoteLine {
  /** 1-based; every line belongs to a person. */
  applicant_seq: number;
  kind: "service" | "embassy" | "centre" | "urgent" | "protection" | "insurance";
  label: (typeof FEE_KINDS)[keyof typeof FEE_KINDS];
  amount: number;
  /** Which price won, in words. */
  source: string;
}
export interface Quote {
  lines: QuoteLine[];
  people: { seq: number; is_child: boolean; price: number; source: PriceResult["source"]; price_id: number | null; trace: Candidate[] }[];
  urgent_tier: { tier_code: string; name: string; fee: number; work_days: number } | null;
  protection: { id: number; name: string } | null;
  /** The plan everybody of the order is insured by. */
  insurance: InsuranceSold | null;
  /** What insurers get for it; null: not known. */
  insurance_cost: number | null;
  /** The special somebody of the order has; the order takes its room by `reserve`. */
  special: QuotedSpecial | null;
  total: number;
  /** Sale price of an adult and official fees, for the margin. */
  fees: { embassy: number; centre: number };
}

const LABELS = {
  service: "服务费",
  embassy: "签证费",
  centre: "签证中心费",
  urgent: "加急费",
  protection: "拒签无忧",
  insurance: "保险费",
} as const;

/** What each of these people pays who order together: the one answer for quotes and for their explanation. */
export async function peoplePrices(
  db: Db,
  ask: { sku_id: number; rows: readonly PriceRow[]; buyer: Buyer; bands: readonly Band[]; ignore_room?: boolean | undefined },
  at: Date,
): Promise<(PriceResult | null)[]> {
  const offers = await specialOffers(db, ask.sku_id, ask.buyer, at);
  const specials = ask.ignore_room ? offers.map((o) => ({ ...o, per_order: 0, per_buyer: 0, total_limit: 0 })) : offers;
  return resolvePeople(ask.rows, ask.buyer, ask.bands, at, specials);
}

/** Fee lines per person at an instant. Refuses what cannot be sold, with the reason. */
export async function quote(db: Db, skuId: number, entry: QuoteEntry, at: Date): Promise<Quote> {
  const sku = found(await skuForQuote(db, skuId), "商品不存在");
  const blocks = await sellable(db, skuId, at);
  refuseUnless(blocks.length === 0, "not_on_sale", `该商品暂不可下单：${blocks.join("、")}`, { blocks });
  const rows = await priceRows(db, skuId);
  const urgent = urgentOf(sku.urgent_tiers, rows, entry.urgent_tier_code ?? null, at);
  const protection = entry.refuse_no_worry_product_id
    ? (await protectionsOf(db, skuId, at)).find((p) => p.id === entry.refuse_no_worry_product_id)
    : null;
  refuseUnless(protection !== undefined, "guard_failed", "该商品不提供所选拒签无忧，请重新选择");
  const insured = entry.insurance
    ? await insuranceOffer(
        db,
        {
          country_id: sku.country_id,
          choice: entry.insurance,
          travel_date: entry.travel_date ?? null,
          return_date: entry.return_date ?? null,
          people: entry.applicants.map((p, i) => ({ birth_date: p.birth_date, path: `applicants.${i}.birth_date` })),
        },
        at,
      )
    : null;
  const day = entry.travel_date ?? shanghaiDate(at);
  const lines: QuoteLine[] = [];
  const bands = entry.applicants.map((p) => (isChild(sku.child_age, p.birth_date, day) ? ("child" as const) : ("adult" as const)));
  const { buyer, ignore_room } = entry;
  const prices = await peoplePrices(db, { sku_id: skuId, rows, buyer, bands, ignore_room }, at);
  const people = entry.applicants.map((person, i) => {
    const seq = i + 1;
    const child = bands[i] === "child";
    const result = prices[i];
    if (!result) refuse("not_on_sale", "该商品未设置价格，请联系产品同事");
    const add = (kind: QuoteLine["kind"], amount: number, source: string): void => {
      if (amount > 0) lines.push({ applicant_seq: seq, kind, label: LABELS[kind], amount, source });
    };
    const source = `${sourceWord(result.source)}${child ? "·儿童" : ""}`;
    add("service", result.service, source);
    add("embassy", result.embassy, "官方收费");
    add("centre", result.centre, "官方收费");
    if (urgent) add("urgent", urgent.fee, urgent.name);
    if (protection && person.protection !== false)
      add("protection", protectionPrice(protection, result.price, protection.price_override), protection.name);
    if (insured) add("insurance", insured.premiums[i] ?? 0, `${insured.sold.name}·${insured.sold.plan_name}`);
    return { seq, is_child: child, price: result.price, source: result.source, price_id: result.price_id, trace: result.trace };
  });
  const fee = (kind: PriceRow["price_kind"]): number => rows.find((r) => r.price_kind === kind && inForce(r, at))?.adult ?? 0;
  return {
    lines,
    people,
    urgent_tier: urgent,
    protection: protection ? { id: protection.id, name: protection.name } : null,
    insurance: insured?.sold ?? null,
    insurance_cost: insured ? insured.cost : 0,
    special: specialOf(prices),
    total: lines.reduce((sum, l) => sum + l.amount, 0),
    fees: { embassy: fee("embassy_fee"), centre: fee("centre_fee") },
  };
}

function specialOf(prices: readonly (PriceResult | null)[]): QuotedSpecial | null {
  const having = prices.filter((p): p is PriceResult & { special: SpecialOffer } => p !== null && p.special !== null);
  const [first] = having;
  if (!first) return null;
  const { item_id, activity_id, name, stack_coupon } = first.special;
  const saved = having.reduce((sum, p) => sum + p.base - p.price, 0);
  return { item_id, activity_id, name, stack_coupon, qty: having.length, saved, base: first.base };
}

/** The tier with its fee at an instant; null when none is asked for. */
export function urgentOf(
  tiers: readonly { tier_code: string; name: string; work_days_max: number }[],
  rows: readonly PriceRow[],
  code: string | null,
  at: Date,
): Quote["urgent_tier"] {
  if (!code) return null;
  const tier = tiers.find((t) => t.tier_code === code);
  const row = rows.find((r) => r.price_kind === "urgent" && r.ref_id === code && inForce(r, at));
  if (!tier || !row) refuse("guard_failed", "该商品没有所选加急档，请重新选择");
  return { tier_code: code, name: tier.name, fee: row.adult, work_days: tier.work_days_max };
}
