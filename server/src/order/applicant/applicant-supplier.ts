/** Who does it for an applicant: taken from the suppliers' ranking, kept beside him at the terms frozen then. */
import { may } from "@visadesk/contract/permissions.ts";
import type { applicantApi } from "@visadesk/contract/order/applicant.ts";
import { UNSUBMITTED_STATES } from "@visadesk/contract/order/words.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { attempt } from "#kit/db/attempt.sql.ts";
import type { Ctx } from "#kit/call/context.ts";
import { refuse } from "#kit/http/refuse.ts";
import { addDays, planFor } from "../../base-data/index.ts";
import { refundedPeople } from "../../ledger/index.ts";
import { assign, heldPlace, holdWanted, replan, type Assigned } from "../../supplier/index.ts";
import { changeOrder, NOT_FOUND, personOf, touchApplicant, type ApplicantSet } from "../flow/change.ts";
import { loadFacts, lockOrders, orderOfApplicant } from "../flow/facts.sql.ts";
import type { Facts, Person } from "../flow/facts.ts";
import { orderPorts } from "../flow/ports.ts";
import { inScope } from "../flow/order.rules.ts";
import type { Work } from "../flow/work.ts";
import { placesOf, type PlacedPerson } from "../express/submission-batch.sql.ts";
import { writeOrderLog } from "../order/order-log.ts";
import { learnedDays } from "../plan/plan-figures.sql.ts";
import { planPerson } from "../order/order-plan.rules.ts";
import { supplierNames } from "./names.sql.ts";

/** The supplier's terms as the applicant keeps them. */
export const assignedSet = (a: Assigned) =>
  ({
    supplier_id: a.supplier_id,
    settle_price: a.settle_price,
    settle_includes_embassy: a.embassy_included,
    settle_includes_centre: a.centre_included,
    embassy_part: a.embassy_part,
    settle_trigger: a.settle_trigger,
    on_refusal: a.on_refusal,
  }) satisfies ApplicantSet;

/** Where his supplier's price leaves the mission's fee out we pay it ourselves; where another one's holds it, no longer. */
export const followFee = (w: Work, p: Person, included: boolean | null): Promise<void> =>
  orderPorts().embassyFee(w.ctx, {
    order_id: p.order_id,
    applicant_id: p.id,
    is_ours: included === false,
    reason: included === null ? "尚无供应商" : "供应商结算价已含使馆费",
  });

/** When his papers can be handed in at the earliest, if nothing waits. */
export async function plannedDay(ctx: Pick<Ctx, "db" | "now" | "config">, f: Facts, p: Person): Promise<string> {
  const person = planPerson(f, p);
  if (!person) return f.today;
  const { steps } = await planFor(ctx, f.snapshot, f.order.travel_date, {
    ...person,
    learned: await learnedDays(ctx.db, f.snapshot.embassy?.id ?? null),
  });
  return steps.find((s) => s.step === "submission")?.earliest ?? f.today;
}

const YEAR = 365;
/** What keeps papers from a day, whoever hands them in: it is over, or later than whatever they are for. */
export function planDayFault(today: string, travelDate: string | null, date: string): string | null {
  if (date < today) return "计划送签日不能早于今天";
  const travels = travelDate !== null && travelDate >= today;
  const last = travels ? travelDate : addDays(today, YEAR);
  return date > last ? `计划送签日不能晚于${travels ? "出行日期" : ""} ${last}` : null;
}

/** What a supplier is chosen by. */
export const askOf = (f: Facts, p: Person) => ({
  applicant_id: p.id,
  order_id: p.order_id,
  sku_id: p.sku_id,
  band: p.is_child ? ("child" as const) : ("adult" as const),
  tier: f.order.quote.urgent_tier?.tier_code ?? null,
});

interface Wanted {
  supplier_id?: number | null;
  supplier_product_id?: number | null;
  date?: string | undefined;
  reason?: string;
}
/** Gives him to the one who is wanted, else to the best of that day; null where nobody can. */
export const assignFor = async (w: Work, p: Person, { date, ...wanted }: Wanted = {}): Promise<Assigned | null> =>
  assign(w.ctx, { ...askOf(w.facts, p), ...wanted, date: date ?? (await plannedDay(w.ctx, w.facts, p)) });

type Standing = Pick<PlacedPerson, "applicant_status" | "review_passed_at" | "submitted_at" | "has_line">;
/** Why he cannot get another supplier now, by where he stands. */
function whyStays({ applicant_status, review_passed_at, submitted_at, has_line }: Standing): string | null {
  if (submitted_at !== null) return "已送签，不能改派供应商";
  if (!UNSUBMITTED_STATES.includes(applicant_status)) return "已结束办理，不能改派供应商";
  if (review_passed_at === null) return "预审通过后才能改派供应商";
  return has_line ? "已在送签批次中，请先移出批次" : null;
}

export async function stuck(w: Work, p: Person): Promise<void> {
  const why = whyStays({ ...p, has_line: p.line !== null });
  if (why !== null) refuse("guard_failed", why);
  const [lock] = await orderPorts().orderLocks(w.ctx.db, p.order_id, p.id);
  if (lock) refuse("settle_confirmed", lock);
}

async function setOne(w: Work, p: Person, wanted: Wanted & { reason: string }): Promise<void> {
  await stuck(w, p);
  const held = await heldPlace(w.ctx.db, p.id);
  const late =
    wanted.date !== undefined && wanted.date >= w.facts.today && planDayFault(w.facts.today, w.facts.order.travel_date, wanted.date);
  if (late) refuse("guard_failed", late);
  const kept = wanted.date ?? held?.planned_date;
  const taken = await assignFor(w, p, { ...wanted, date: kept !== undefined && kept >= w.facts.today ? kept : undefined });
  if (!taken) refuse("guard_failed", "没有可用的供应商");
  // In the same place his terms stand as they were, a price edited since then too; the day alone may be another.
  const stays = held !== undefined && (await heldPlace(w.ctx.db, p.id))?.id === held.id;
  if (stays && held.planned_date === taken.planned_date) return;
  const set = stays ? {} : assignedSet(taken);
  if (!stays) await followFee(w, p, taken.embassy_included);
  const after = { supplier_id: p.supplier_id, settle_price: p.settle_price, ...set };
  const names = await supplierNames(w.ctx.db, [p.supplier_id, after.supplier_id]);
  const nameOf = (id: number | null): string | null => (id === null ? null : (names.get(id) ?? null));
  const changes = [
    { field: "supplier_id", label: "供应商", before: nameOf(p.supplier_id), after: nameOf(after.supplier_id) },
    { field: "planned_date", label: "计划送签日", before: held?.planned_date ?? null, after: taken.planned_date },
    { field: "settle_price", label: "结算价", before: p.settle_price, after: after.settle_price },
  ].filter((c) => c.before !== c.after);
  await touchApplicant(w, p, set, { label: stays ? "改计划送签日" : "改派供应商", reason: wanted.reason, changes });
}

/**
 * An appointment moves the day on which he can be handed in: his supplier holds that one for him. The mission's slot stands
 * whether or not the supplier has room; where not, the old day stays and the timeline says why.
 */
export async function planAnew(w: Work, p: Person): Promise<void> {
  const held = await heldPlace(w.ctx.db, p.id);
  if (!held) return;
  const day = await plannedDay(w.ctx, w.facts, p);
  if (day === held.planned_date) return;
  const refusal = await attempt(w.ctx.db, () => replan(w.ctx, p.id, day));
  const line = { kind: "field", noun: "applicant", noun_id: p.id, applicant_id: p.id } as const;
  if (refusal) return writeOrderLog(w, { ...line, label: "计划送签日未随预约调整", reason: refusal.message });
  const changes = [{ field: "planned_date", label: "计划送签日", before: held.planned_date, after: day }];
  await writeOrderLog(w, { ...line, label: "改计划送签日", changes });
}

const TRIED = 10;
/**
 * Out of the batch that set his day, he is planned as if there had been none: on the first day that nothing waits for and
 * his supplier takes. Where none of the next ones is, or the batch had him go sooner, his day stays.
 */
export async function planBack(w: Work, p: Person, batchDay: string | null): Promise<void> {
  const held = await heldPlace(w.ctx.db, p.id);
  if (!held || held.planned_date !== batchDay) return;
  let day = await plannedDay(w.ctx, w.facts, p);
  for (let n = 0; n < TRIED && day < batchDay; n++, day = addDays(day, 1)) {
    const to = day;
    if (await attempt(w.ctx.db, () => replan(w.ctx, p.id, to))) continue;
    const changes = [{ field: "planned_date", label: "计划送签日", before: batchDay, after: to }];
    const line = { kind: "field", noun: "applicant", noun_id: p.id, applicant_id: p.id } as const;
    return writeOrderLog(w, { ...line, label: "改计划送签日", reason: "移出送签批次", changes });
  }
}

/** Door: what an applicant's supplier would be chosen by now; of an order of these people, null where the asker judged it. */
export async function supplierAsk(
  ctx: Ctx,
  applicantId: number,
  seen: readonly number[] | null,
): Promise<(ReturnType<typeof askOf> & { planned_date: string }) | undefined> {
  const of = await orderOfApplicant(ctx.db, applicantId);
  const loaded = of ? await loadFacts(ctx.db, of.order_id, ctx.now) : null;
  const f = loaded && inScope(loaded.order, seen && { scope_ids: seen }) ? loaded : null;
  const p = f?.people.find((x) => x.id === applicantId);
  return f && p ? { ...askOf(f, p), planned_date: await plannedDay(ctx, f, p) } : undefined;
}

/** Door: of these people, who is in the caller's orders, and why somebody keeps his supplier. */
export async function supplierStays(
  ctx: Ctx,
  applicantIds: readonly number[],
): Promise<{ id: number; in_scope: boolean; stays: string | null }[]> {
  const [people, refunded] = [await placesOf(ctx.db, applicantIds), await refundedPeople(ctx.db, applicantIds)];
  return people.map((p) => ({
    id: p.id,
    in_scope: ctx.has(may.order_process) && inScope(p, ctx.me),
    stays: whyStays(p) ?? (refunded.has(p.id) ? "已有退款入账，不能改派供应商" : null),
  }));
}

/** Door: orders of these people, held with them. */
export async function peopleHeld(ctx: Ctx, applicantIds: readonly number[]): Promise<void> {
  const people = await placesOf(ctx.db, applicantIds);
  await lockOrders(
    ctx.db,
    people.map((p) => p.order_id),
  );
}

export interface SupplierRow {
  applicant_id: number;
  supplier_product_id?: number | null;
  supplier_id?: number | null;
  planned_date?: string | undefined;
}
type Row = Output<typeof applicantApi.applicant_supplier_set>["results"][number];

/** Door: each stands or falls by itself. Whoever asks has said whom he may see; orders are held in the order of their numbers. */
export async function supplierSet(ctx: Ctx, list: readonly SupplierRow[], reason: string): Promise<Row[]> {
  const people = await placesOf(
    ctx.db,
    list.map((r) => r.applicant_id),
  );
  const wantedOf = (id: number): Omit<SupplierRow, "applicant_id"> => list.find((r) => r.applicant_id === id) ?? {};
  // Orders, people and matches are each held in one order before the first is changed: two of these never wait for each other.
  await lockOrders(
    ctx.db,
    people.map((p) => p.order_id),
  );
  await holdWanted(
    ctx.db,
    people.map(({ id, sku_id }) => ({ ...wantedOf(id), sku_id })),
  );
  const results = new Map<number, Row>();
  for (const { id, order_id, applicant_no } of people) {
    const { planned_date: date, ...wanted } = wantedOf(id);
    const refusal = await attempt(ctx.db, () =>
      changeOrder(ctx, order_id, (w) => setOne(w, personOf(w, id), { ...wanted, date, reason }), NOT_FOUND, null),
    );
    results.set(id, { id, ok: refusal === null, msg: refusal ? `${applicant_no}：${refusal.message}` : "" });
  }
  return list.map(({ applicant_id: id }) => results.get(id) ?? { id, ok: false, msg: "申请人不存在或无权查看" });
}

/** Another supplier for a selection: the named one, or the best of everybody's day. */
export async function applicantSupplierSet(
  input: Parsed<typeof applicantApi.applicant_supplier_set>,
  ctx: Ctx,
): Promise<Output<typeof applicantApi.applicant_supplier_set>> {
  const ids = [...new Set(input.ids)];
  const seen = (await placesOf(ctx.db, ids)).filter((p) => inScope(p, ctx.me)).map((p) => p.id);
  const asked = ids.filter((id) => seen.includes(id));
  const { supplier_id = null, planned_date } = input;
  const done = await supplierSet(
    ctx,
    asked.map((applicant_id) => ({ applicant_id, supplier_id, planned_date })),
    input.reason,
  );
  const results = ids.map((id) => done.find((r) => r.id === id) ?? { id, ok: false, msg: "申请人不存在或无权查看" });
  return { results, done: results.filter((r) => r.ok).length };
}
