/** Doors by which an applicant gets, moves and loses his supplier: the only writers of assignments, in the caller's transaction. */
import type { Ctx } from "#kit/call/context.ts";
import { q } from "#kit/db/sql.ts";
import { found, refuse } from "#kit/http/refuse.ts";
import { calendarOf } from "../../base-data/index.ts";
import type { Db } from "#kit/db/db.ts";
import {
  closeRow,
  heldMatchesOf,
  holdApplicant,
  holdApplicants,
  holdMatches,
  moveRow,
  openRow,
  promiseRow,
  skuOfMatch,
  wantedMatches,
  type AssignmentRow,
  type Promised,
  type WantedMatch,
} from "./assignment.sql.ts";
import { choiceOf, rowOf, termsOf, type Assigned, type Choice, type Person } from "./assignment.rules.ts";
import { dayFault, termFault, type Candidate, type Lost } from "./candidate.rules.ts";
import { rankingOf } from "./match.ts";
import { heldBetween, matchRows, missionOf } from "./match.sql.ts";

type Caller = Pick<Ctx, "db" | "now" | "principal">;
export interface AssignAsk extends Person {
  sku_id: number;
  /** The match that was chosen, or the supplier; the best one where neither is. */
  supplier_product_id?: number | null;
  supplier_id?: number | null;
  date: string;
  /** Why the supplier before lost him. */
  reason?: string;
}
const NO_MATCH = "该供应商没有匹配此商品，请重新选择";

/** A full day is told as a limit, everything else as a condition. */
function refuseLost(name: string, lost: Lost): never {
  if (lost.cause === "quota") refuse("limit_exceeded", lost.reason);
  refuse("guard_failed", `「${name}」不能承接：${lost.reason}`);
}

/** Whom the ranking gives: the named one, or the best. */
function chosenOf(ranking: readonly Candidate[], ask: AssignAsk): Choice | null {
  if (ask.supplier_product_id || ask.supplier_id) {
    const candidate = found(
      ranking.find((c) =>
        ask.supplier_product_id ? c.supplier_product_id === ask.supplier_product_id : c.supplier_id === ask.supplier_id,
      ),
      NO_MATCH,
    );
    if (candidate.excluded) refuseLost(candidate.supplier_name, candidate.excluded);
    return { candidate, date: ask.date };
  }
  return choiceOf(ranking, ask.date);
}

/**
 * Gives an applicant to a supplier at the terms of this moment; whoever had him loses him in the same breath. Asked again
 * for what already stands it answers that. Null where nobody can do it and nobody was named.
 */
export async function assign(ctx: Caller, ask: AssignAsk): Promise<Assigned | null> {
  await holdApplicant(ctx.db, ask.applicant_id);
  const open = await openRow(ctx.db, ask.applicant_id);
  const isSame = (r: AssignmentRow, date: string): boolean => r.planned_date === date && r.band === ask.band && r.tier === ask.tier;
  if (open && isSame(open, ask.date) && (open.supplier_product_id === ask.supplier_product_id || open.supplier_id === ask.supplier_id))
    return termsOf(open);
  const named = ask.supplier_product_id
    ? q`m.id = ${ask.supplier_product_id}`
    : ask.supplier_id
      ? q`m.supplier_id = ${ask.supplier_id}`
      : q`true`;
  const alone = await holdMatches(ctx.db, q`m.sku_id = ${ask.sku_id} and ${named}`);
  const ranking = await rankingOf(ctx.db, ask, ctx.now);
  const chosen = chosenOf(ranking, ask);
  if (!chosen) return null;
  const { candidate, date } = chosen;
  // It got a quota after the matches were held: who counted now would not be alone.
  if (candidate.daily_quota !== null && !alone.has(candidate.supplier_product_id)) refuse("state_changed");
  // The same one for the same work, on another day perhaps: at the terms he has.
  if (open?.supplier_product_id === candidate.supplier_product_id && isSame(open, open.planned_date)) {
    if (open.planned_date !== date) await moveRow(ctx.db, open.id, date);
    return termsOf({ ...open, planned_date: date });
  }
  await closeRow(ctx.db, ask.applicant_id, ask.reason ?? "改派", ctx.now);
  const { ranking: kept, ...values } = rowOf(ask, chosen, ranking, { by: ctx.principal?.worker_id ?? null, at: ctx.now });
  const written = await ctx.db
    .insertInto("supplier_assignments")
    .values({ ...values, ranking: JSON.stringify(kept) })
    .returningAll()
    .executeTakeFirstOrThrow();
  return termsOf(written);
}

/** Another day with the same supplier at the same terms; null for somebody who has none. */
export async function replan(ctx: Caller, applicantId: number, date: string): Promise<Assigned | null> {
  await holdApplicant(ctx.db, applicantId);
  const open = await openRow(ctx.db, applicantId);
  if (!open) return null;
  if (open.planned_date === date) return termsOf(open);
  const alone = await holdMatches(ctx.db, q`m.id = ${open.supplier_product_id}`);
  const { sku_id } = found(await skuOfMatch(ctx.db, open.supplier_product_id));
  const m = found((await matchRows(ctx.db, sku_id, ctx.now)).find((x) => x.supplier_product_id === open.supplier_product_id));
  const working = await calendarOf(ctx.db);
  const used = await heldBetween(ctx.db, [m.supplier_product_id], { from: date, to: date, but: applicantId });
  const mission = working.missionDays((await missionOf(ctx.db, sku_id)) ?? null);
  // What a supplier already has stays his, whatever became of him meanwhile: the day alone is judged, and that what still
  // stood on the day before it has not run out by then.
  const runsOut = termFault(m, open.planned_date) === null ? termFault(m, date) : null;
  const fault = runsOut ?? dayFault(m, date, { mission, working, used });
  if (fault) refuseLost(m.supplier_name, fault);
  if (m.daily_quota !== null && !alone.has(m.supplier_product_id)) refuse("state_changed");
  await moveRow(ctx.db, open.id, date);
  return termsOf({ ...open, planned_date: date });
}

/** The place his supplier holds for him; another one has other terms. */
export const heldPlace = (db: Db, applicantId: number): Promise<Pick<AssignmentRow, "id" | "planned_date"> | undefined> =>
  openRow(db, applicantId);

/** Nobody does it for him any more; his place is free. */
export const release = (ctx: Caller, applicantId: number, reason: string): Promise<boolean> =>
  closeRow(ctx.db, applicantId, reason, ctx.now);

/** Until when whoever stays with a supplier was promised his result; of somebody who has left it nothing is said. */
export const promise = (ctx: Pick<Caller, "db">, who: Promised): Promise<unknown> => promiseRow(ctx.db, who);

/** Holds the matches of all these people, before each of them is given away: whoever holds some waits for nobody who holds others. */
export const holdWanted = (db: Db, list: readonly WantedMatch[]): Promise<unknown> => holdMatches(db, wantedMatches(list));
/** The same of what they have now. */
export async function holdPlaces(db: Db, applicantIds: readonly number[]): Promise<void> {
  await holdApplicants(db, applicantIds);
  await holdMatches(db, heldMatchesOf(applicantIds));
}
