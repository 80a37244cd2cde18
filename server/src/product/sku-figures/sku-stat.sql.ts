import type { Db } from "#kit/db/db.ts";
import { q, rows } from "#kit/db/sql.ts";

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

/** Results of the last 60 days by mission, SPU and the dates of submission and result (Shanghai). */
export interface Took {
  embassy_id: number | null;
  code: string;
  submitted: string;
  result: string;
  n: number;
}
export const resultsOf60 = (db: Db, now: Date): Promise<Took[]> =>
  rows<Took>(
    db,
    q`
    select k.embassy_id, k.visa_product_unit_code as code, to_char(a.submitted_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as submitted,
      to_char(a.result_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as result, count(*)::int as n
    from applicants a join skus k on k.id = a.sku_id
    where a.result_at > ${now}::timestamptz - interval '60 days' and a.result_at <= ${now} and a.submitted_at is not null and a.submitted_at <= a.result_at
    group by 1, 2, 3, 4`,
  );

export interface DaysTaken {
  embassy_id: number | null;
  code: string;
  n: number;
  p50: number | null;
  p75: number | null;
  p90: number | null;
}
/** Writes the days of a mission and SPU to all its SKU; those without results are cleared. */
export const keepDays = (db: Db, days: readonly DaysTaken[]): Promise<unknown> =>
  rows(
    db,
    q`
    update sku_stats s set days_n = coalesce(d.n, 0), days_p50 = d.p50, days_p75 = d.p75, days_p90 = d.p90
    from skus k left join json_to_recordset(${JSON.stringify(days)}::json) d(embassy_id int8, code text, n int4, p50 int4, p75 int4, p90 int4)
      on d.code = k.visa_product_unit_code and d.embassy_id is not distinct from k.embassy_id
    where s.sku_id = k.id`,
  );
