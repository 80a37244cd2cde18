/** What was sold lately of the products a supplier serves: for the replay of his new prices. */
import type { Db } from "#kit/db/db.ts";
import { q, rows } from "#kit/db/sql.ts";

export interface SoldOf {
  sku_id: number;
  is_child: boolean;
  tier_code: string | null;
  n: number;
  /** Payable for the visa, and what of it are the fees of mission and centre. */
  sale: number;
  embassy: number;
  centre: number;
}
/** People of orders paid since an instant whom the supplier does, cancelled ones left out. */
export const soldBySupplier = (db: Db, supplierId: number, skus: readonly number[], since: Date): Promise<SoldOf[]> =>
  rows<SoldOf>(
    db,
    q`
    select a.sku_id, a.is_child, o.quote->'urgent_tier'->>'tier_code' as tier_code, count(*)::int as n,
      coalesce(sum(f.sale), 0)::int8 as sale, coalesce(sum(f.embassy), 0)::int8 as embassy, coalesce(sum(f.centre), 0)::int8 as centre
    from orders o join applicants a on a.order_id = o.id and a.supplier_id = ${supplierId} and a.sku_id = any(${[...skus]}::int8[]) and a.applicant_status <> 'cancelled'
    left join lateral (
      select sum(x.payable) as sale, sum(x.payable) filter (where x.kind = 'embassy') as embassy, sum(x.payable) filter (where x.kind = 'centre') as centre
      from order_fees x where x.applicant_id = a.id and x.kind in ('service', 'embassy', 'centre', 'urgent')) f on true
    where o.paid_at >= ${since} and o.order_status not in ('cancelled', 'deleted')
    group by 1, 2, 3`,
  );

export interface SalePrice {
  sku_id: number;
  sku_no: string;
  floor: number;
  retail: number;
  embassy: number;
  centre: number;
}
/** What products are sold at to everybody, with what their fees are and what must remain. */
export const salePrices = (db: Db, skus: readonly number[], at: Date): Promise<SalePrice[]> =>
  rows<SalePrice>(
    db,
    q`
    select k.id as sku_id, k.sku_no, u.margin_floor as floor, max(p.adult) filter (where p.price_kind = 'retail') as retail,
      coalesce(max(p.adult) filter (where p.price_kind = 'embassy_fee'), 0) as embassy, coalesce(max(p.adult) filter (where p.price_kind = 'centre_fee'), 0) as centre
    from skus k join spus u on u.visa_product_unit_code = k.visa_product_unit_code
    join sku_prices p on p.sku_id = k.id and p.ref_id = '' and p.price_kind in ('retail', 'embassy_fee', 'centre_fee')
      and p.effective_from <= ${at} and (p.effective_to is null or p.effective_to > ${at})
    where k.id = any(${[...skus]}::int8[]) group by 1, 2, 3 having count(*) filter (where p.price_kind = 'retail') > 0 order by k.sku_no`,
  );
