/** Door: the plan backwards from a travel date, for what a product promises and, in an order, for what was done already. */
import {
  backPlan,
  type BackPlan,
  type LearnedDays,
  type PlanCalendar,
  type PlanDays,
  type PlanFacts,
} from "@visadesk/contract/base-data/calendar/back-plan.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import type { SnapshotBody } from "@visadesk/contract/product/snapshot.ts";
import type { Ctx } from "#kit/call/context.ts";
import { appointmentEarliest, appointmentsAt, speaksFor } from "../appointment/appointment-earliest.ts";
import type { WorkCalendar } from "./calendar.rules.ts";
import { calendarOf } from "./calendar.ts";
import { places } from "../record/reference.sql.ts";

/** What an order knows better than its product. */
export interface PlanPerson {
  facts: PlanFacts;
  has_originals: boolean;
  has_return: boolean;
  /** What our own cases of late took. */
  learned?: LearnedDays;
  /** Day of the visit that is booked or proposed. */
  visit_on: string | null;
}
type PlanCtx = Pick<Ctx, "db" | "now" | "config">;
type OpenDays = ReturnType<WorkCalendar["missionDays"]>;

const planCalendar = (calendar: WorkCalendar, mission: OpenDays): PlanCalendar => ({
  isWorkingDay: (date) => calendar.isWorkingDay(date),
  isMissionOpen: (date) => mission.isOpen(date),
  isEstimated: (from, to) => calendar.isEstimated(from, to),
});

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
  const place = body.need_visit ? (body.submit_place ?? body.embassy) : null;
  const seen = place ? await appointmentEarliest(ctx.db, place.id, body.visa_type, ctx.now) : null;
  const bookable_on = person?.visit_on ?? seen?.earliest_date ?? null;
  const plan = backPlan({
    travel_date,
    today: shanghaiDate(ctx.now),
    days: await daysOf(ctx),
    calendar: planCalendar(calendar, calendar.missionDays(body.embassy)),
    basis: {
      work_days_max: body.work_days_max,
      has_originals: person?.has_originals ?? body.papers.some((p) => p.kind === 2 && p.owner === "must"),
      has_return: person?.has_return ?? (body.return_way === "free" || body.return_way === "cod"),
      bookable_on,
    },
    ...(person && { facts: person.facts }),
    ...(person?.learned && { learned: person.learned }),
  });
  return {
    ...plan,
    place_name: place?.name ?? null,
    bookable_on,
    no_slots: seen !== null && bookable_on === null,
    work_days_max: body.work_days_max,
  };
}

/** What the first travel date of a product rests on. */
export interface TravelAsk {
  id: number;
  embassy_id: number | null;
  /** Where somebody has to go; null where nobody has to. */
  place_id: number | null;
  visa_type: number;
  work_days_max: number;
  has_originals: boolean;
  has_return: boolean;
}
export interface TravelSeen {
  first_travel_date: string;
  no_slots: boolean;
}

/** First travel dates of many products, as their plans say them: what they share is read once. */
export async function firstTravels(ctx: PlanCtx, asks: readonly TravelAsk[]): Promise<Map<number, TravelSeen>> {
  if (asks.length === 0) return new Map();
  const known = (id: number | null): id is number => id !== null;
  const missions = await places(ctx.db, [...new Set(asks.map((a) => a.embassy_id).filter(known))]);
  const booked = await appointmentsAt(ctx.db, [...new Set(asks.map((a) => a.place_id).filter(known))], ctx.now);
  const calendar = await calendarOf(ctx.db);
  const days = await daysOf(ctx);
  const open = new Map<number | null, OpenDays>();
  const today = shanghaiDate(ctx.now);
  return new Map(
    asks.map(({ id, embassy_id, place_id, visa_type, ...basis }) => {
      const mission = open.get(embassy_id) ?? calendar.missionDays((embassy_id !== null && missions.get(embassy_id)) || null);
      open.set(embassy_id, mission);
      const seen = place_id === null ? null : speaksFor(booked, place_id, visa_type);
      const bookable_on = seen?.earliest_date ?? null;
      const plan = backPlan({
        travel_date: null,
        today,
        days,
        calendar: planCalendar(calendar, mission),
        basis: { ...basis, bookable_on },
      });
      return [id, { first_travel_date: plan.first_travel_date, no_slots: seen !== null && bookable_on === null }];
    }),
  );
}
