import type { Db } from "#kit/db/db.ts";
import { q, rows } from "#kit/db/sql.ts";

export interface Match {
  supplier_product_id: number;
  supplier_id: number;
  supplier_name: string;
  priority: number;
  adult: number;
  child: number | null;
  urgent: Record<string, number>;
  embassy_included: boolean;
  centre_included: boolean;
  embassy_fee: number;
  price_id: number;
  settle_trigger: "submitted" | "issued" | "completed";
  on_refusal: "full" | "service_half" | "embassy_only" | "none";
  lead_min: number;
  lead_max: number;
}

/** Usable matches of an SKU with their price in force, best first: priority, then price. */
export const usableMatches = (db: Db, skuId: number, at: Date): Promise<Match[]> =>
  rows<Match>(
    db,
    q`
    select m.id as supplier_product_id, s.id as supplier_id, s.short_name as supplier_name, m.priority, p.adult, p.child, p.urgent, p.embassy_included, p.centre_included, p.embassy_fee, p.id as price_id,
           s.settle_trigger, s.on_refusal, m.lead_min, m.lead_max
    from supplier_products m
    join suppliers s on s.id = m.supplier_id and s.supplier_status = 'active'
    join lateral (
      select * from supplier_prices v where v.supplier_product_id = m.id and v.review = 'approved' and coalesce(v.effective_at, v.created_at) <= ${at}
      order by coalesce(v.effective_at, v.created_at) desc, v.id desc limit 1) p on true
    where m.sku_id = ${skuId} and m.status = 1
      and (m.valid_from is null or m.valid_from <= (${at}::timestamptz at time zone 'Asia/Shanghai')::date)
      and (m.valid_to is null or m.valid_to >= (${at}::timestamptz at time zone 'Asia/Shanghai')::date)
    order by m.priority, p.adult, m.id`,
  );
