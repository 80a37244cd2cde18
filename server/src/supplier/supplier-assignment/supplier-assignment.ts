/** Endpoints: for whom suppliers work, who might do it instead, and giving people to others. */
import { may } from "@visadesk/contract/permissions.ts";
import { supplierAssignmentApi } from "@visadesk/contract/supplier/supplier-assignment.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import type { Ctx } from "#kit/call/context.ts";
import { serve } from "#kit/call/serve.ts";
import { pageOf } from "#kit/db/page.ts";
import { found } from "#kit/http/refuse.ts";
import type { Doors } from "../doors.ts";
import { NO_SUPPLIER } from "../supplier/supplier-scope.sql.ts";
import { storedDetail } from "../supplier/supplier.sql.ts";
import { bestOf, keptRanking, type KeptCandidate } from "./assignment.rules.ts";
import type { Candidate } from "./candidate.rules.ts";
import { rankerOf, rankingOf } from "./match.ts";
import { assignedOf, assignmentList, openPeople, seenPeople, type OpenPerson } from "./supplier-assignment.sql.ts";

type Api = typeof supplierAssignmentApi;
type Row = Output<Api["supplier_assignment_query"]>["list"][number];
type Preview = Output<Api["supplier_pause_preview"]>;
type Shown = Output<Api["supplier_candidate_query"]>["candidates"][number];
const NO_APPLICANT = "申请人不存在或无权查看";

/** Costs are shown to whoever sets them, or sees margins. */
const seesCost = (ctx: Pick<Ctx, "has">): boolean => ctx.has(may.supplier_product) || ctx.has(may.cost_view);
/** Without its cost, and without what its cost would tell. */
const costless = ({ amount, cause, reason, ...c }: KeptCandidate): Shown => ({
  ...c,
  reason: cause === "cost" && amount !== null ? "排在后面" : reason,
});
const shown = (ctx: Pick<Ctx, "has">, list: readonly KeptCandidate[]): Shown[] => (seesCost(ctx) ? [...list] : list.map(costless));

async function assignmentQuery(
  input: Parsed<Api["supplier_assignment_query"]>,
  ctx: Ctx,
): Promise<Output<Api["supplier_assignment_query"]>> {
  const page = await pageOf<Row>(ctx.db, input, assignmentList(input, ctx));
  if (!seesCost(ctx)) for (const r of page.list) delete r.cny_amount;
  return page;
}

/** The best alternative on his day, or the one with the next free day. */
function alternative(ranking: readonly Candidate[]): Candidate | null {
  const best = bestOf(ranking);
  if (best) return best;
  const [free] = ranking.flatMap((c) => c.next_free ?? []).sort();
  return ranking.find((c) => c.next_free !== null && c.next_free === free) ?? null;
}

/** What he costs us with his supplier, and would with another: what the price leaves out we pay ourselves. */
const totalOf = (p: OpenPerson, price: number, embassy: boolean, centre: boolean): number =>
  price + (embassy ? 0 : p.embassy_fee) + (centre ? 0 : p.centre_fee);

function previewOf(ctx: Ctx, p: OpenPerson, best: Candidate | null): Preview["rows"][number] {
  const { cost, amount } = best ?? {};
  const [kept = null] = best ? shown(ctx, keptRanking([best], null)) : [];
  const after = cost && amount ? totalOf(p, amount.cny_amount, cost.embassy_included, cost.centre_included) : null;
  return {
    applicant_id: p.applicant_id,
    applicant_no: p.applicant_no,
    name_cn: p.name_cn,
    order_id: p.order_id,
    applicant_status: p.applicant_status,
    planned_date: p.planned_date,
    best: kept,
    lead_delta: best ? best.lead_max - p.lead_max : null,
    ...(seesCost(ctx) && { cny_amount: p.settle_price, cost_delta: amount ? amount.cny_amount - p.settle_price : null }),
    ...(ctx.has(may.cost_view) && {
      margin_delta: after === null ? null : totalOf(p, p.settle_price, p.includes_embassy, p.includes_centre) - after,
    }),
  };
}

async function pausePreview({ id, applicant_ids }: Parsed<Api["supplier_pause_preview"]>, ctx: Ctx): Promise<Preview> {
  found(await storedDetail(ctx, id), NO_SUPPLIER);
  const people = await openPeople(ctx.db, id, applicant_ids ?? null);
  const today = shanghaiDate(ctx.now);
  const dayOf = (p: OpenPerson): string => (p.planned_date < today ? today : p.planned_date);
  const best = new Map<number, Candidate | null>();
  for (const [sku_id, list] of Map.groupBy(people, (p) => p.sku_id)) {
    const days = list.map(dayOf).sort();
    const ranker = await rankerOf(ctx.db, sku_id, { from: days[0] ?? today, to: days.at(-1) ?? today }, ctx.now);
    for (const p of list) {
      const date = dayOf(p);
      const others = ranker.rank({ date, band: p.band, tier: p.tier }).filter((c) => c.supplier_id !== id);
      const other = p.is_submitted ? null : alternative(others);
      best.set(p.applicant_id, other);
      // Whoever comes after him does not find his place free.
      if (other?.excluded === null) ranker.suggest(other.supplier_product_id, date);
    }
  }
  const rows = people.map((p) => previewOf(ctx, p, best.get(p.applicant_id) ?? null));
  return { rows, ...(seesCost(ctx) && { cost_delta: rows.reduce((sum, r) => sum + (r.cost_delta ?? 0), 0) }) };
}

async function reroute(
  { rows, reason }: Pick<Parsed<Api["supplier_reroute"]>, "rows" | "reason">,
  ctx: Ctx,
  doors: Doors,
): Promise<Output<Api["supplier_reroute"]>> {
  const seen = await seenPeople(
    ctx,
    rows.map((r) => r.applicant_id),
  );
  const done = await doors.order.supplierSet(
    ctx,
    rows.filter((r) => seen.has(r.applicant_id)),
    reason,
  );
  const results = rows.map(({ applicant_id: id }) => done.find((r) => r.id === id) ?? { id, ok: false, msg: NO_APPLICANT });
  return { results, done: results.filter((r) => r.ok).length };
}

type Assigned = NonNullable<Output<Api["supplier_candidate_query"]>["assigned"]>;
function assignedShown(ctx: Ctx, { cny_amount, ...rest }: Assigned): Assigned {
  return seesCost(ctx) && cny_amount !== undefined ? { ...rest, cny_amount } : rest;
}

async function candidateQuery(
  { applicant_id, planned_date }: Parsed<Api["supplier_candidate_query"]>,
  ctx: Ctx,
  doors: Doors,
): Promise<Output<Api["supplier_candidate_query"]>> {
  const isSeen = (await seenPeople(ctx, [applicant_id])).has(applicant_id);
  const ask = found(await doors.order.supplierAsk(ctx, applicant_id, isSeen ? null : ctx.me.scope_ids), NO_APPLICANT);
  const now = await assignedOf(ctx.db, applicant_id);
  const date = planned_date ?? now?.planned_date ?? ask.planned_date;
  const ranking = await rankingOf(ctx.db, { ...ask, date }, ctx.now);
  return {
    planned_date: date,
    candidates: shown(ctx, keptRanking(ranking, bestOf(ranking))),
    kept: shown(ctx, now?.ranking ?? []),
    assigned: now ? assignedShown(ctx, now) : null,
  };
}

export const supplierAssignmentServer = (doors: Doors) =>
  serve(supplierAssignmentApi, {
    supplier_assignment_query: assignmentQuery,
    supplier_pause_preview: pausePreview,
    supplier_reroute: (input, ctx) => reroute(input, ctx, doors),
    supplier_candidate_query: (input, ctx) => candidateQuery(input, ctx, doors),
  });
