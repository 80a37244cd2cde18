import type { Db } from "#kit/db.ts";
import { q, row } from "#kit/sql.ts";

export interface Bookable {
  /** Null: the place has no free dates. */
  earliest_date: string | null;
}
/** What was last seen of a place for a visa type; the row of the type itself beats that for all types. */
export const bookableAt = (db: Db, placeId: number, visaType: number): Promise<Bookable | undefined> =>
  row<Bookable>(
    db,
    q`
    select earliest_date from appointments where place_id = ${placeId} and status = 1 and (visa_type is null or visa_type = ${visaType})
    order by visa_type nulls last limit 1`,
  );
