/** Peers by the region they lie in: how many, how many of them new, how many that somebody else looks after. */
import type { Db } from "#kit/db/db.ts";
import { q, rows } from "#kit/db/sql.ts";
import { dayOf } from "#kit/range.ts";

interface RegionFigures {
  peers: number;
  new_30: number;
  differing: number;
}
const NEW_MS = 30 * 86_400_000;

/** A city's own row takes it out of its province's. Rows that do not hold today have none. */
export async function regionFigures(db: Db, ids: readonly number[], now: Date): Promise<ReadonlyMap<number, RegionFigures>> {
  if (ids.length === 0) return new Map();
  const since = new Date(now.getTime() - NEW_MS);
  const today = dayOf(now);
  const found = await rows<RegionFigures & { id: number }>(
    db,
    q`
    with held as (select x.region_owner_id as id, x.kind, x.area_code, r.worker_id from region_places x join region_owners r on r.id = x.region_owner_id
      where x.from_date <= ${today}::date and (x.to_date is null or x.to_date >= ${today}::date))
    select h.id, count(*)::int as peers, (count(*) filter (where p.approved_at >= ${since}))::int as new_30,
      (count(*) filter (where case h.kind when 'bd' then p.bd_owner_id else p.cs_owner_id end is distinct from h.worker_id))::int as differing
    from held h join peers p on h.area_code = p.city_code or (h.area_code = p.province_code
      and not exists (select from held c where c.kind = h.kind and c.area_code = p.city_code and c.area_code <> p.province_code))
    where h.id = any(${[...ids]}::int8[]) and p.peer_status = 'active' group by h.id`,
  );
  return new Map(found.map(({ id, ...figures }) => [id, figures]));
}
