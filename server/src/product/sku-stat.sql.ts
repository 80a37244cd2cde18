import type { Db } from "#kit/db.ts";
import { q, rows } from "#kit/sql.ts";

/** Orders and results of the last 30 days per SKU; answers how many SKU were counted. */
export async function countSkus(db: Db, now: Date): Promise<number> {
  const counted = await rows<{ sku_id: number }>(
    db,
    q`
    insert into sku_stats (sku_id, orders_30, issued_30, refused_30, at)
    select k.id, coalesce(o.n, 0), coalesce(a.issued, 0), coalesce(a.refused, 0), ${now}
    from skus k
    left join (select sku_id, count(*)::int as n from orders where created_at > ${now}::timestamptz - interval '30 days' and order_status not in ('cancelled', 'deleted') group by sku_id) o on o.sku_id = k.id
    left join (
      select sku_id, (count(*) filter (where visa_issue_date is not null))::int as issued, (count(*) filter (where refusal_category is not null))::int as refused
      from applicants where result_at > ${now}::timestamptz - interval '30 days' group by sku_id) a on a.sku_id = k.id
    on conflict (sku_id) do update set orders_30 = excluded.orders_30, issued_30 = excluded.issued_30, refused_30 = excluded.refused_30, at = excluded.at
    returning sku_id`,
  );
  return counted.length;
}
