/** Endpoints: for whom suppliers work, who might do it instead, and giving people to others. */
import { may } from "@visadesk/contract/permissions.ts";
import { supplierAssignmentApi } from "@visadesk/contract/supplier/supplier-assignment.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import type { Ctx } from "#kit/call/context.ts";
import { serve } from "#kit/call/serve.ts";
import { pageOf } from "#kit/db/page.ts";
import { Denied, found } from "#kit/http/refuse.ts";
import type { Doors, SupplierAsk } from "../doors.ts";
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

function previewOf(ctx: Ctx, p: OpenPerson, best: Candidate | null, stays: string | null): Preview["rows"][number] {
  const { cost, amount } = best ?? {};
  const price = p.settle_price;
  const [kept = null] = best ? shown(ctx, keptRanking([best], null)) : [];
  const after = cost && amount ? totalOf(p, amount.cny_amount, cost.embassy_included, cost.centre_included) : null;
  return {
    applicant_id: p.applicant_id,
    applicant_no: p.applicant_no,
    name_cn: p.name_cn,
    order_id: p.order_id,
    applicant_status: p.applicant_status,
    planned_date: p.planned_date,
    stays,
    best: kept,
    lead_delta: best && p.lead_max !== null ? best.lead_max - p.lead_max : null,
    ...(seesCost(ctx) && { cny_amount: price, cost_delta: amount && price !== null ? amount.cny_amount - price : null }),
    ...(ctx.has(may.cost_view) && {
      margin_delta: after === null || price === null ? null : totalOf(p, price, p.includes_embassy, p.includes_centre) - after,
    }),
  };
}

type Asked = Pick<SupplierAsk, "planned_date" | "band" | "tier">;
/** What he is chosen by: as it was agreed with the supplier he has, else as his order asks. */
async function askedOf(ctx: Ctx, p: OpenPerson, doors: Doors): Promise<Asked | undefined> {
  const { planned_date, band, tier } = p;
  return planned_date === null || band === null ? doors.order.supplierAsk(ctx, p.applicant_id, null) : { planned_date, band, tier };
}

/** The best alternative of each that may get one, by his number. */
async function alternatives(ctx: Ctx, people: readonly OpenPerson[], doors: Doors): Promise<Map<number, Candidate | null>> {
  const today = shanghaiDate(ctx.now);
  const best = new Map<number, Candidate | null>();
  for (const [sku_id, list] of Map.groupBy(people, (p) => p.sku_id)) {
    const asked: (Asked & OpenPerson)[] = [];
    for (const p of list) {
      const ask = await askedOf(ctx, p, doors);
      if (ask) asked.push({ ...p, ...ask, planned_date: ask.planned_date < today ? today : ask.planned_date });
    }
    const days = asked.map((p) => p.planned_date).sort();
    const ranker = await rankerOf(ctx.db, sku_id, { from: days[0] ?? today, to: days.at(-1) ?? today }, ctx.now);
    for (const { applicant_id, supplier_id, planned_date: date, band, tier } of asked) {
      const other = alternative(ranker.rank({ date, band, tier }).filter((c) => c.supplier_id !== supplier_id));
      best.set(applicant_id, other);
      // Whoever comes after him does not find his place free.
      if (other?.excluded === null) ranker.suggest(other.supplier_product_id, date);
    }
  }
  return best;
}

/** Those of the people that the caller may send elsewhere: of suppliers in his sight, or of orders he processes. */
async function inReach(ctx: Ctx, ids: readonly number[], doors: Doors): Promise<Set<number>> {
  const own = (await doors.order.supplierStays(ctx, ids)).filter((p) => p.in_scope).map((p) => p.id);
  return new Set([...own, ...(ctx.has(may.supplier) ? await seenPeople(ctx, ids) : [])]);
}

async function pausePreview({ id, applicant_ids }: Parsed<Api["supplier_pause_preview"]>, ctx: Ctx, doors: Doors): Promise<Preview> {
  if (id !== undefined) {
    if (!ctx.has(may.supplier)) throw new Denied(may.supplier);
    found(await storedDetail(ctx, id), NO_SUPPLIER);
  }
  const only = id === undefined ? [...(await inReach(ctx, applicant_ids ?? [], doors))] : (applicant_ids ?? null);
  const people = await openPeople(ctx.db, id, only);
  const told = await doors.order.supplierStays(
    ctx,
    people.map((p) => p.applicant_id),
  );
  const stays = new Map(told.map((p) => [p.id, p.stays]));
  const free = people.filter((p) => (stays.get(p.applicant_id) ?? null) === null);
  const best = await alternatives(ctx, free, doors);
  const rows = people.map((p) => previewOf(ctx, p, best.get(p.applicant_id) ?? null, stays.get(p.applicant_id) ?? null));
  return { rows, ...(seesCost(ctx) && { cost_delta: rows.reduce((sum, r) => sum + (r.cost_delta ?? 0), 0) }) };
}

async function reroute(
  { rows, reason }: Pick<Parsed<Api["supplier_reroute"]>, "rows" | "reason">,
  ctx: Ctx,
  doors: Doors,
): Promise<Output<Api["supplier_reroute"]>> {
  const seen = await inReach(
    ctx,
    rows.map((r) => r.applicant_id),
    doors,
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
  const stays = (await doors.order.supplierStays(ctx, [applicant_id]))[0]?.stays ?? null;
  const today = shanghaiDate(ctx.now);
  const planned = planned_date ?? now?.planned_date ?? ask.planned_date;
  // Nobody is planned for a day that is over; whoever stays is shown as it was.
  const date = stays === null && planned < today ? today : planned;
  const ranking = await rankingOf(ctx.db, { ...ask, date }, ctx.now);
  return {
    planned_date: date,
    stays,
    candidates: shown(ctx, keptRanking(ranking, bestOf(ranking))),
    kept: shown(ctx, now?.ranking ?? []),
    assigned: now ? assignedShown(ctx, now) : null,
  };
}

export const supplierAssignmentServer = (doors: Doors) =>
  serve(supplierAssignmentApi, {
    supplier_assignment_query: assignmentQuery,
    supplier_pause_preview: (input, ctx) => pausePreview(input, ctx, doors),
    supplier_reroute: (input, ctx) => reroute(input, ctx, doors),
    supplier_candidate_query: (input, ctx) => candidateQuery(input, ctx, doors),
  });
