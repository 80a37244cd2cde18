/** When people of a product can go in person; what that means for the travel date is the plan's to say. */
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { skuApi } from "@visadesk/contract/product/sku/sku.ts";
import type { Ctx } from "#kit/call/context.ts";
import { appointmentEarliest, places } from "../../base-data/index.ts";

type Bookable = NonNullable<Output<typeof skuApi.sku_get>["bookable"]>;

/** The booking date of the place for this kind of visa; null while nobody keeps one. */
export async function bookableOf(ctx: Pick<Ctx, "db" | "now">, placeId: number | null, visaType: number): Promise<Bookable | null> {
  if (placeId === null) return null;
  const found = await appointmentEarliest(ctx.db, placeId, visaType, ctx.now);
  const place = (await places(ctx.db, [placeId])).get(placeId);
  if (!found || !place) return null;
  const { id, place_id: _place, visa_type: _type, valid_days: _days, ...facts } = found;
  return { ...facts, appointment_id: id, place_name: place.name };
}
