/** When a product's people can go in person, and the first travel date that leaves. */
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import type { skuApi } from "@visadesk/contract/product/sku.ts";
import type { Ctx } from "#kit/context.ts";
import { addDays, appointmentEarliest, calendarOf, places } from "../base-data/index.ts";

/** The passport's way back, and how long before the journey it is in hand. */
const PARCEL_DAYS = 2;
const IN_HAND_DAYS = 3;

type Bookable = NonNullable<Output<typeof skuApi.sku_get>["bookable"]>;

/** What the place's booking date means for the product; null while nobody keeps one. */
export async function bookableOf(
  ctx: Pick<Ctx, "db" | "now">,
  placeId: number | null,
  sku: { visa_type: number; work_days_max: number },
): Promise<Bookable | null> {
  if (placeId === null) return null;
  const found = await appointmentEarliest(ctx.db, placeId, sku.visa_type, ctx.now);
  const place = (await places(ctx.db, [placeId])).get(placeId);
  if (!found || !place) return null;
  const { id, place_id: _, visa_type: _type, valid_days: _days, min_lead_days, ...facts } = found;
  const calendar = await calendarOf(ctx.db);
  const today = shanghaiDate(ctx.now);
  const days = calendar.missionDays(place);
  const travelOf = (date: string): string => {
    const soonest = addDays(today, min_lead_days);
    const visit = date >= soonest ? date : days.addDays(addDays(soonest, -1), 1);
    return addDays(days.addDays(visit, sku.work_days_max), PARCEL_DAYS + IN_HAND_DAYS);
  };
  const travel_date = facts.freshness === "fresh" && facts.earliest_date !== null ? travelOf(facts.earliest_date) : null;
  return {
    ...facts,
    appointment_id: id,
    place_name: place.name,
    travel_date,
    is_estimated: travel_date !== null && calendar.isEstimated(today, travel_date),
  };
}
