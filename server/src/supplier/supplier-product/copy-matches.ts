import type { Db } from "#kit/db/db.ts";
import { q, rows } from "#kit/db/sql.ts";

/** Who serves a product serves its copy, at the prices in force: same SPU, same submission. Answers how many. */
export async function copyMatches(tx: Db, from: number, to: number, now: Date): Promise<number> {
  const made = await rows<{ id: number }>(
    tx,
    q`
    insert into supplier_products (sku_id, supplier_id, supplier_title, priority, daily_quota, submit_weekdays, lead_min, lead_max, valid_from, valid_to, created_at, updated_at)
    select ${to}, supplier_id, supplier_title, priority, daily_quota, submit_weekdays, lead_min, lead_max, valid_from, valid_to, ${now}, ${now}
    from supplier_products where sku_id = ${from} and status = 1
    returning id`,
  );
  await rows(
    tx,
    q`
    insert into supplier_prices (supplier_product_id, adult, child, infant, urgent, embassy_included, centre_included, embassy_fee, currency, effective_at, reason, review, created_at)
    select n.id, p.adult, p.child, p.infant, p.urgent, p.embassy_included, p.centre_included, p.embassy_fee, p.currency, ${now}, '随商品复制', 'approved', ${now}
    from supplier_products n join supplier_products o on o.sku_id = ${from} and o.supplier_id = n.supplier_id
    join lateral (
      select * from supplier_prices v where v.supplier_product_id = o.id and v.review = 'approved' and coalesce(v.effective_at, v.created_at) <= ${now}
      order by coalesce(v.effective_at, v.created_at) desc, v.id desc limit 1) p on true
    where n.sku_id = ${to}`,
  );
  return made.length;
}

/** Takes the matches of a product with it that was never sold. */
export async function dropMatches(tx: Db, skuId: number): Promise<void> {
  await rows(tx, q`delete from supplier_prices where supplier_product_id in (select id from supplier_products where sku_id = ${skuId})`);
  await rows(tx, q`delete from supplier_products where sku_id = ${skuId}`);
}
