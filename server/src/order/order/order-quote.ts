/** What an entry costs, line by line, and the hash the order must come back with. */
import { createHash } from "node:crypto";
import type { FEE_KINDS } from "@visadesk/contract/order/words.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import type { orderApi } from "@visadesk/contract/order/order.ts";
import type { SnapshotBody } from "@visadesk/contract/product/snapshot.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { issueText, type BackPlan } from "@visadesk/contract/base-data/calendar/back-plan.ts";
import { planFor } from "../../base-data/index.ts";
import { ageOn, liveBody, protectionExcludes, quote, totalCost, type Quote } from "../../product/index.ts";
import { match } from "../../supplier/index.ts";
import { buyerOf, buyingPeer, freeUrgentOf } from "./order-buyer.ts";
import { learnedDays } from "../plan/plan-figures.sql.ts";
import { isSentBack } from "./order-plan.rules.ts";
import { acceptanceOf, slotsOf, type SlotPerson } from "../applicant/person.rules.ts";
import { spreadDiscount } from "../flow/order.rules.ts";

export type Entry = Parsed<typeof orderApi.order_quote>;
export interface FeeLine {
  applicant_seq: number | null;
  kind: keyof typeof FEE_KINDS;
  label: string;
  amount: number;
  discount_share: number;
  payable: number;
  source: string;
}
export interface Priced {
  quote: Quote;
  lines: FeeLine[];
  hash: string;
}

/** Fee lines with the discount spread over the service lines; fees of missions, centres and insurers are never reduced. */
export function feeLines(lines: Quote["lines"], discount: number): FeeLine[] {
  const targets = lines.filter((l) => l.kind === "service");
  const shares = spreadDiscount(
    targets.map((l) => l.amount),
    discount,
  );
  return lines.map((l) => {
    const discount_share = shares[targets.indexOf(l)] ?? 0;
    return { ...l, discount_share, payable: l.amount - discount_share };
  });
}

/** The first so many people's urgent fee is paid by the level of their peer. */
export function freeUrgent(lines: readonly FeeLine[], left: number): FeeLine[] {
  const free = lines.filter((l) => l.kind === "urgent").slice(0, left);
  return lines.map((l) => (free.includes(l) ? { ...l, discount_share: l.amount, payable: 0, source: `${l.source}·等级免费` } : l));
}

/** Prices an entry now; `ignore_room` as if every special still had room. */
export async function priceOf(db: Db, entry: Entry, now: Date, discount = 0, ignore_room = false): Promise<Priced> {
  const priced = await quote(
    db,
    entry.sku_id,
    {
      buyer: await buyerOf(db, entry),
      ignore_room,
      travel_date: entry.travel_date ?? null,
      return_date: entry.return_date ?? null,
      urgent_tier_code: entry.urgent_tier_code ?? null,
      refuse_no_worry_product_id: entry.refuse_no_worry_product_id ?? null,
      insurance: entry.insurance ?? null,
      applicants: entry.applicants.map((a) => ({ birth_date: a.birth_date ?? null, protection: a.protection })),
    },
    now,
  );
  const free = priced.urgent_tier ? await freeUrgentOf(db, entry, now) : 0;
  const lines = freeUrgent(feeLines(priced.lines, discount), free);
  const hash = createHash("sha256")
    .update(
      JSON.stringify([
        entry.sku_id,
        priced.urgent_tier,
        priced.protection,
        ...(priced.insurance ? [priced.insurance] : []),
        lines.map((l) => [l.applicant_seq, l.kind, l.amount, l.discount_share]),
      ]),
    )
    .digest("hex");
  return { quote: priced, lines, hash };
}

export const sumOf = (lines: readonly FeeLine[], field: "amount" | "discount_share" | "payable"): number =>
  lines.reduce((acc, l) => acc + l[field], 0);

async function marginOfEntry(ctx: Ctx, entry: Entry, priced: Priced): Promise<number | null> {
  if (!ctx.has(may.cost_view)) return null;
  if (priced.quote.insurance_cost === null) return null;
  let cost = priced.quote.insurance_cost;
  for (const person of priced.quote.people) {
    const band = person.is_child ? "child" : "adult";
    const best = await match(ctx.db, { sku_id: entry.sku_id, date: null, band, tier: entry.urgent_tier_code ?? null }, ctx.now);
    if (!best?.cost || !best.amount) return null;
    const { embassy_included, centre_included } = best.cost;
    cost += totalCost({ amount: best.amount.cny_amount, embassy_included, centre_included }, priced.quote.fees);
  }
  return sumOf(priced.lines, "payable") - cost;
}

/** People who would be covered although the terms exclude them, and why. */
export function excludedPeople(
  entry: Pick<Entry, "applicants" | "refuse_no_worry_product_id">,
  body: Pick<SnapshotBody, "protections">,
  today: string,
): { seq: number; reason: string }[] {
  const terms = body.protections.find((p) => p.id === entry.refuse_no_worry_product_id);
  return entry.applicants.flatMap((a, i) => {
    if (!terms || a.protection === false) return [];
    const age = a.birth_date ? ageOn(a.birth_date, today) : null;
    const reason = protectionExcludes(terms, { identity: a.identity ?? null, age, refused_before: null, refused_on: null }, today);
    return reason === null ? [] : [{ seq: i + 1, reason }];
  });
}

const entryPerson = (a: Entry["applicants"][number], i: number): SlotPerson => ({
  household_province: a.household_province ?? null,
  household_city: a.household_city ?? null,
  relation: a.relation ?? (i === 0 ? "self" : "other"),
  birth_date: a.birth_date ?? null,
  identity: a.identity ?? null,
  marital: null,
});

/** The plan the order will show once it is made: as of today, by what its people will have to send and how it goes back. */
async function planOfEntry(ctx: Ctx, entry: Entry, body: SnapshotBody, today: string): Promise<BackPlan> {
  const people = entry.applicants.map(entryPerson);
  const day = entry.travel_date ?? today;
  const slots = people.flatMap((p) => slotsOf(body, p, people[0] ?? null, day));
  return planFor(ctx, body, entry.travel_date ?? null, {
    facts: {},
    has_originals: slots.some((m) => m.kind === 2 && m.owner === "must"),
    has_return: isSentBack(entry.return_mode ?? "none"),
    visit_on: null,
    learned: await learnedDays(ctx.db, body.embassy?.id ?? null),
  });
}

export async function orderQuote(entry: Entry, ctx: Ctx): Promise<Output<typeof orderApi.order_quote>> {
  await buyingPeer(ctx, entry);
  const priced = await priceOf(ctx.db, entry, ctx.now);
  const body = await liveBody(ctx.db, entry.sku_id, ctx.now);
  const today = shanghaiDate(ctx.now);
  const excluded = excludedPeople(entry, body, today);
  const people = entry.applicants.map(entryPerson);
  const warnings = people.flatMap((p, i) => {
    const taken = acceptanceOf(body, p, people[0] ?? null);
    return [taken.ok ? null : taken.reason, excluded.find((x) => x.seq === i + 1)?.reason ?? null]
      .filter((x): x is string => x !== null)
      .map((x) => `${entry.applicants[i]?.name_cn ?? `申请人${i + 1}`}：${x}`);
  });
  const plan = await planOfEntry(ctx, entry, body, today);
  const issue = issueText(plan);
  if (issue && plan.travel_date && plan.first_travel_date > plan.travel_date)
    warnings.push(`${issue}，最早 ${plan.first_travel_date} 可出行，晚于出行日期`);
  return {
    quote_hash: priced.hash,
    amount_total: sumOf(priced.lines, "amount"),
    discount_total: sumOf(priced.lines, "discount_share"),
    amount_payable: sumOf(priced.lines, "payable"),
    margin: await marginOfEntry(ctx, entry, priced),
    lines: priced.lines.map((l) => ({ ...l, is_child: priced.quote.people[(l.applicant_seq ?? 0) - 1]?.is_child ?? false })),
    warnings,
    promised: issue,
  };
}
