/** Door: the plan backwards from a travel date, for what a product promises and, in an order, for what was done already. */
import { backPlan, type BackPlan, type PlanDays, type PlanFacts } from "@visadesk/contract/base-data/back-plan.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import type { SnapshotBody } from "@visadesk/contract/product/snapshot.ts";
import type { Ctx } from "#kit/context.ts";
import { appointmentEarliest } from "./appointment-earliest.ts";
import { calendarOf } from "./calendar.ts";

/** What an order knows better than its product. */
export interface PlanPerson {
  facts: PlanFacts;
  has_originals: boolean;
  has_return: boolean;
  /** Day of the visit that is booked or proposed. */
  visit_on: string | null;
}
type PlanCtx = Pick<Ctx, "db" | "now" | "config">;

const daysOf = async (ctx: PlanCtx): Promise<PlanDays> => ({
  review_work_days: await ctx.config("plan_review_work_days"),
  originals_days: await ctx.config("plan_originals_days"),
  submit_work_days: await ctx.config("plan_submit_work_days"),
  return_days: await ctx.config("plan_return_days"),
  in_hand_days: await ctx.config("plan_in_hand_days"),
});

/** By the live product as well as by the snapshot an order stands on: both have the same shape. */
export async function planFor(ctx: PlanCtx, body: SnapshotBody, travel_date: string | null, person?: PlanPerson): Promise<BackPlan> {
  const calendar = await calendarOf(ctx.db);
  const mission = calendar.missionDays(body.embassy);
  const place = body.need_visit ? (body.submit_place ?? body.embassy) : null;
  const seen = place ? await appointmentEarliest(ctx.db, place.id, body.visa_type, ctx.now) : null;
  const bookable_on = person?.visit_on ?? seen?.earliest_date ?? null;
  const plan = backPlan({
    travel_date,
    today: shanghaiDate(ctx.now),
    days: await daysOf(ctx),
    calendar: {
      isWorkingDay: (date) => calendar.isWorkingDay(date),
      isMissionOpen: (date) => mission.isOpen(date),
      isEstimated: (from, to) => calendar.isEstimated(from, to),
    },
    basis: {
      work_days_max: body.work_days_max,
      has_originals: person?.has_originals ?? body.papers.some((p) => p.kind === 2 && p.owner === "must"),
      has_return: person?.has_return ?? (body.return_way === "free" || body.return_way === "cod"),
      bookable_on,
    },
    ...(person && { facts: person.facts }),
  });
  return {
    ...plan,
    place_name: place?.name ?? null,
    bookable_on,
    no_slots: seen !== null && bookable_on === null,
    work_days_max: body.work_days_max,
  };
}
