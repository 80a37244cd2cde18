/** 概览 of a supplier: figures of 30, 90 and 365 days, each with the rows it counts. Kept of the night; reckoned at once where none is kept. */
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { supplierApi } from "@visadesk/contract/supplier/supplier.ts";
import { LOST_FOR } from "@visadesk/contract/supplier/supplier.words.ts";
import type { Ctx } from "#kit/call/context.ts";
import { found } from "#kit/http/refuse.ts";
import { interval } from "#kit/http/rate.ts";
import { NO_SUPPLIER } from "./supplier-scope.sql.ts";
import { factsOf, keptFacts, periodOf, type Facts, type Period } from "./score-card.sql.ts";
import { storedDetail } from "./supplier.sql.ts";

type Card = Output<typeof supplierApi.supplier_figure_get>;
type Figure = Card["figures"][number];
type Link = Pick<Figure, "route" | "query">;
export const CARD_DAYS = [30, 90, 365] as const;

/** Where no list has exactly these rows. */
const NOWHERE: Link = { route: null, query: {} };
const NONE = { low: null, high: null };
const rate = (hits: number, n: number) => (n === 0 ? { value: null, n, ...NONE } : { value: hits / n, n, ...interval(hits, n) });
const days = (value: number | null, n: number) => ({ value: value === null ? null : Math.round(value * 10) / 10, n, ...NONE });

/** Rows of the lists that these count; their readers' own scope narrows them. */
function links(id: number, period: Period): Record<"sent" | "done" | "parcels", Link> {
  const people = { supplier_id: [id], scope: "all" };
  return {
    sent: { route: "order-list", query: { ...people, submit_date: period } },
    done: { route: "order-list", query: { ...people, result_at: period } },
    parcels: {
      route: "supplier-logistics-list",
      query: { supplier_id: [id], tab: "all", stage: ["exception", "done"], signed_at: period },
    },
  };
}

export function figuresOfFacts(f: Facts, id: number, period: Period): Figure[] {
  const { sent, done, parcels } = links(id, period);
  return [
    { key: "submitted", label: "送签数", kind: "count", value: f.submitted, n: f.submitted, ...NONE, ...sent },
    { key: "on_time", label: "送签准时率", kind: "rate", ...rate(f.on_time, f.planned), ...(f.planned === f.submitted ? sent : NOWHERE) },
    { key: "days_mean", label: "出结果平均", kind: "days", ...days(f.days_mean, f.results), ...done },
    { key: "days_p90", label: "出结果P90", kind: "days", ...days(f.days_p90, f.results), ...done },
    { key: "issue_rate", label: "出签率", kind: "rate", ...rate(f.issued, f.results), ...done },
    { key: "return_rate", label: "退件率", kind: "rate", ...rate(f.returned, f.submitted), ...sent },
    { key: "parcel_rate", label: "包裹差异率", kind: "rate", ...rate(f.differing, f.counted), ...parcels },
    // Bills of suppliers, and so disputes over them, are not kept yet.
    { key: "dispute_rate", label: "争议率", kind: "rate", ...rate(0, 0), ...NOWHERE },
  ];
}

const WORDS: Readonly<Record<string, string>> = LOST_FOR;
export async function scoreCard({ id, days: n }: { id: number; days: (typeof CARD_DAYS)[number] }, ctx: Ctx): Promise<Card> {
  found(await storedDetail(ctx, id), NO_SUPPLIER);
  const kept = await keptFacts(ctx.db, id, n);
  const facts = found(kept?.facts ?? (await factsOf(ctx.db, [id], ctx.now, n))[0], NO_SUPPLIER);
  const at = kept ? new Date(kept.counted_at) : ctx.now;
  return {
    figures: figuresOfFacts(facts, id, periodOf(at, n)),
    lost_for: Object.entries(facts.lost)
      .map(([cause, times]) => ({ reason: WORDS[cause] ?? cause, n: times }))
      .toSorted((a, b) => b.n - a.n),
    counted_at: at.toISOString(),
  };
}
