/** At which prices a product was sold lately: for the replay of a change of prices. */
import type { Db } from "#kit/db/db.ts";
import { q, rows } from "#kit/db/sql.ts";

export interface SoldTier {
  /** Price row the quote rested on; null for prices that are no row, and for urgent fees. */
  price_id: number | null;
  source: string;
  /** Urgent tier of an urgent fee, else null. */
  tier_code: string | null;
  is_child: boolean;
  n: number;
}

/** Applicants of orders paid since an instant, cancelled ones left out, per price and band; urgent fees apart. */
export const soldTiers = (db: Db, skuId: number, since: Date): Promise<SoldTier[]> =>
  rows<SoldTier>(
    db,
    q`
    with sold as (
      select a.is_child, p.e->>'source' as source, (p.e->>'price_id')::int8 as price_id, o.quote->'urgent_tier'->>'tier_code' as tier_code
      from orders o join applicants a on a.order_id = o.id and a.applicant_status <> 'cancelled'
      cross join lateral (select e from jsonb_array_elements(o.quote->'people') e where (e->>'seq')::int = a.seq limit 1) p
      where o.sku_id = ${skuId} and o.paid_at >= ${since} and o.order_status not in ('cancelled', 'deleted'))
    select price_id, source, null as tier_code, is_child, count(*)::int as n from sold group by price_id, source, is_child
    union all
    select null, 'urgent', tier_code, false, count(*)::int from sold where tier_code is not null group by tier_code`,
  );
