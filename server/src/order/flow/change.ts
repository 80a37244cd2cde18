/**
 * Every change of an order, in the caller's transaction: the order row is locked, then its applicants in sequence; the change writes
 * rows, log and spans; at the end complete applicants enter the review and the order's status, due time and counters are derived.
 */
import { canMove, type MoveOf } from "@visadesk/contract/kit/flow.ts";
import { money } from "@visadesk/contract/kit/format.ts";
import { applicantFlow, orderFlow } from "@visadesk/contract/order/order.flow.ts";
import type { Ctx, FieldChange } from "#kit/call/context.ts";
import { expectUnmoved, moveRow } from "#kit/noun/move.ts";
import { TEXTS } from "@visadesk/contract/kit/errors.ts";
import { conflict, found, refuse } from "#kit/http/refuse.ts";
import { calendarOf } from "../../base-data/index.ts";
import { release } from "../../product/index.ts";
import { releaseSupplier } from "../../supplier/index.ts";
import { guardOf, isComplete, materialCounts } from "../applicant/applicant.rules.ts";
import { partyOf, statusDue } from "./due.rules.ts";
import { loadFacts, orderOfApplicant } from "./facts.sql.ts";
import type { ApplicantRow, ApplicantStatus, Facts, OrderRow, OrderStatus, Person } from "./facts.ts";
import { limitsOf } from "../applicant/limits.ts";
import { logged, writeOrderLog, type LogExtra } from "../order/order-log.ts";
import { endReminds, settleReminds } from "../desk/order-remind.ts";
import { bookCosts, owes } from "./costs.ts";
import { coverEnds, feeEnds } from "./ports.ts";
import { derive, dueOf, inScope, isLive, isPaid, type Sight } from "./order.rules.ts";
import { keepSearch } from "../list/keep-search.ts";
import { closeSpan, openSpan } from "./span.ts";
import { applicantNoun } from "../applicant/applicant.noun.ts";
import { orderNoun } from "../order/order.noun.ts";
import { saveRow } from "#kit/noun/save.ts";
import type { Work } from "./work.ts";

export const NOT_FOUND = "订单不存在或无权查看";
/** What is judged was read under the order's lock; a caller who saw another version hears that before anything else. */
export function assertSeen(held: { version: number }, seen: number): void {
  if (held.version !== seen) throw conflict(TEXTS.conflict, held);
}
type ApplicantMove = MoveOf<typeof applicantFlow>;
type OrderMove = MoveOf<typeof orderFlow>;

/** Locks an order, runs the change and derives what follows; `missing` is said of an order out of sight of `seen`, null sees all. */
export async function changeOrder<T>(
  ctx: Ctx,
  orderId: number,
  change: (w: Work) => Promise<T>,
  missing: string = NOT_FOUND,
  seen: Sight = ctx.principal,
): Promise<T> {
  const facts = found(await loadFacts(ctx.db, orderId, ctx.now, true), missing);
  if (!inScope(facts.order, seen)) refuse("not_found", missing);
  const w: Work = { ctx, facts, owed: owes(facts), clocks: { limits: await limitsOf(ctx.db), calendar: await calendarOf(ctx.db) } };
  const answer = await change(w);
  await settle(w);
  return answer;
}

export const personOf = (w: Work, id: number): Person =>
  found(
    w.facts.people.find((p) => p.id === id),
    NOT_FOUND,
  );

export type ApplicantSet = Readonly<
  Partial<Omit<ApplicantRow, "id" | "applicant_status" | "version" | "address" | "due_sort" | "tab" | "owner_ids">>
>;
export interface MoveTo extends LogExtra {
  to: ApplicantStatus;
  /** Due time that is not the state's usual one. */
  due?: string;
  set?: ApplicantSet;
}

/** States in which nobody does anything for him any more. */
const isOver = (s: ApplicantStatus): boolean => s === "refunded" || s === "cancelled";

/** Moves one applicant: row, due time, party, span and log. */
export async function moveApplicant(w: Work, p: Person, move: ApplicantMove, target: MoveTo): Promise<void> {
  const { ctx, facts, clocks } = w;
  const { applicant_status: from, status_due_at: due } = p;
  const leaves = isOver(target.to) || target.set?.supplier_id === null;
  if (leaves && p.supplier_id !== null) await releaseSupplier(ctx, p.id, applicantFlow.moves[move].label);
  if (leaves) await feeEnds(ctx, p, applicantFlow.moves[move].label);
  if (isOver(target.to)) await coverEnds(ctx, p, applicantFlow.moves[move].label);
  const next: Person = { ...p, ...target.set, applicant_status: target.to, status_at: ctx.now.toISOString() };
  const waiting_party = partyOf(facts, next);
  const status_due_at = target.due ?? statusDue(clocks, facts, next, waiting_party);
  const moved = await moveRow(ctx, applicantNoun, move, {
    id: p.id,
    version: p.version,
    to: target.to,
    missing: NOT_FOUND,
    set: { ...target.set, status_at: next.status_at, waiting_party, status_due_at },
  });
  Object.assign(p, moved);
  await closeSpan(w, p.id, due);
  await openSpan(w, p, waiting_party);
  await settleReminds(w, p, from, target.to);
  await writeOrderLog(w, {
    kind: "move",
    noun: "applicant",
    noun_id: p.id,
    applicant_id: p.id,
    move,
    label: applicantFlow.moves[move].label,
    from_state: from,
    to_state: target.to,
    ...target,
  });
  ctx.note({
    noun: "applicant",
    noun_id: p.id,
    noun_no: p.applicant_no,
    subject_ids: [p.id],
    reason: target.cause ?? null,
    changes: [{ field: "applicant_status", label: "状态", before: from, after: target.to }],
  });
}

/** Moves the order itself. */
export async function moveOrder(
  w: Work,
  move: OrderMove,
  /** `told`: what the operation log says beside the state. */
  { told = [], ...target }: LogExtra & { to: OrderStatus; set?: Readonly<Record<string, unknown>>; told?: readonly FieldChange[] },
): Promise<void> {
  const { ctx, facts } = w;
  const from = facts.order.order_status;
  const moved = await moveRow<"orders", typeof orderFlow, OrderRow>(ctx, orderNoun, move, {
    id: facts.order.id,
    version: facts.order.version,
    to: target.to,
    missing: NOT_FOUND,
    set: { ...target.set, status_at: ctx.now.toISOString() },
  });
  facts.order = moved;
  if (target.to === "cancelled") await release(ctx.db, moved.id, ctx.now);
  await endReminds(ctx, moved.id, move, target.to);
  await writeOrderLog(w, {
    kind: "move",
    noun: "order",
    noun_id: moved.id,
    move,
    label: orderFlow.moves[move].label,
    from_state: from,
    to_state: target.to,
    ...target,
  });
  if (!target.system)
    ctx.note({
      noun: "order",
      noun_id: moved.id,
      noun_no: moved.order_no,
      reason: target.cause ?? null,
      changes: [{ field: "order_status", label: "订单状态", before: from, after: target.to }, ...told],
    });
}

/** A logged change of fields that is no move: row, version, log. */
export async function touchApplicant(w: Work, p: Person, set: ApplicantSet, log: LogExtra & { label: string }): Promise<void> {
  const { ctx } = w;
  const { version } = await saveRow(ctx, applicantNoun, { id: p.id, version: p.version, set, told: true });
  Object.assign(p, set, { version });
  await writeOrderLog(w, { kind: "field", noun: "applicant", noun_id: p.id, applicant_id: p.id, ...log });
  ctx.note({
    noun: "applicant",
    noun_id: p.id,
    noun_no: p.applicant_no,
    subject_ids: [p.id],
    ...logged(log),
  });
}

/** A field act of a person on an applicant, with its version checked. */
export async function applicantAct(
  ctx: Ctx,
  input: { id: number; version: number },
  act: (w: Work, p: Person) => Promise<void>,
): Promise<ReturnType<typeof movedApplicant>> {
  const { order_id } = found(await orderOfApplicant(ctx.db, input.id), NOT_FOUND);
  return changeOrder(ctx, order_id, async (w) => {
    const p = personOf(w, input.id);
    assertSeen(p, input.version);
    await act(w, p);
    return w;
  }).then((w) => movedApplicant(w, input.id));
}

/** A person's move of an applicant: version, state and guard are checked, `work` says where it leads. */
export async function applicantMove(
  ctx: Ctx,
  input: { id: number; version: number },
  move: ApplicantMove,
  work: (w: Work, p: Person) => Promise<MoveTo> | MoveTo,
  options: { guardLater?: boolean } = {},
): Promise<{ id: number; applicant_status: ApplicantStatus; version: number; order_status: OrderStatus }> {
  const { order_id } = found(await orderOfApplicant(ctx.db, input.id), NOT_FOUND);
  return changeOrder(ctx, order_id, async (w) => {
    const p = personOf(w, input.id);
    expectUnmoved(p, input.version, () => `申请人现在「${applicantFlow.states[p.applicant_status].label}」`);
    if (!canMove(applicantFlow, p.applicant_status, move)) refuse("state_changed");
    if (!options.guardLater) assertGuard(w, p, move);
    await moveApplicant(w, p, move, await work(w, p));
    return w;
  }).then((w) => movedApplicant(w, input.id));
}

export function assertGuard(w: Work, p: Person, move: ApplicantMove): void {
  const missing = guardOf(move, w.facts, p);
  if (missing) refuse("guard_failed", missing);
}

/** The answer of every applicant move. */
export function movedApplicant(w: Work, id: number) {
  const p = personOf(w, id);
  return { id, applicant_status: p.applicant_status, version: p.version, order_status: w.facts.order.order_status };
}

const orderNow = (o: OrderRow): string =>
  `订单现在「${orderFlow.states[o.order_status].label}」，应付 ${money(o.amount_payable)}，实付 ${money(o.amount_paid)}`;

/** A person's move of an order, checked the same way. */
export async function orderMove(
  ctx: Ctx,
  input: { id: number; version: number },
  move: OrderMove,
  guard: (f: Facts) => string | null,
  work: (w: Work) => Promise<void>,
): Promise<{ id: number; order_status: OrderStatus; version: number }> {
  return changeOrder(ctx, input.id, async (w) => {
    expectUnmoved(w.facts.order, input.version, () => orderNow(w.facts.order));
    if (!canMove(orderFlow, w.facts.order.order_status, move)) refuse("state_changed");
    const missing = guard(w.facts);
    if (missing) refuse("guard_failed", missing);
    await work(w);
    return w;
  }).then(movedOrder);
}
export const movedOrder = (w: Work) => ({ id: w.facts.order.id, order_status: w.facts.order.order_status, version: w.facts.order.version });

/** Reads the facts again after rows beside the applicants changed. */
export async function reload(w: Work): Promise<void> {
  w.facts = found(await loadFacts(w.ctx.db, w.facts.order.id, w.ctx.now), NOT_FOUND);
}

async function settle(w: Work): Promise<void> {
  await reload(w);
  for (const p of w.facts.people) await settlePerson(w, p);
  const { order } = w.facts;
  const open = order.order_status !== "cancelled" && order.order_status !== "deleted";
  const to = isPaid(order) && open ? derive(w.facts) : order.order_status;
  if (to !== order.order_status) await moveOrder(w, "derive", { to, set: stampsOf(w, to), system: true });
  await bookCosts(w);
  await settleOrder(w);
}

async function settlePerson(w: Work, p: Person): Promise<void> {
  const { facts, ctx } = w;
  if (p.applicant_status === "none" && isPaid(facts.order) && p.held_at === null && isComplete(facts, p)) {
    await moveApplicant(w, p, "enter_review", {
      to: "pre_review",
      set: { collected_at: ctx.now.toISOString() },
      system: true,
      customer_visible: true,
    });
  }
  const counts = materialCounts(p.materials);
  const party = partyOf(facts, p);
  const turned = party !== p.waiting_party && isLive(p);
  if (!turned && counts.materials_must === p.materials_must && counts.materials_passed === p.materials_passed) return;
  const due = p.status_due_at;
  const status_due_at = turned && p.held_at === null ? statusDue(w.clocks, facts, p, party) : p.status_due_at;
  await ctx.db
    .updateTable("applicants")
    .set({ ...counts, waiting_party: party, status_due_at })
    .where("id", "=", p.id)
    .execute();
  Object.assign(p, counts, { waiting_party: party, status_due_at });
  if (!turned) return;
  await closeSpan(w, p.id, due);
  await openSpan(w, p, party);
}

function stampsOf(w: Work, to: OrderStatus): Record<string, unknown> {
  const at = w.ctx.now.toISOString();
  if (to === "shipped") return { shipped_at: at };
  if (to === "completed") return { completed_at: at };
  if (to === "cancelled") return { cancelled_at: at, cancel_reason: "refunded" };
  return {};
}

async function settleOrder(w: Work): Promise<void> {
  const { facts, ctx } = w;
  const { order } = facts;
  const due_at = dueOf(facts);
  const submitted_count = facts.people.filter((p) => p.submitted_at !== null).length;
  if (due_at !== order.due_at || submitted_count !== order.submitted_count) {
    await ctx.db.updateTable("orders").set({ due_at, submitted_count }).where("id", "=", order.id).execute();
    Object.assign(order, { due_at, submitted_count });
  }
  await keepSearch(w);
}
