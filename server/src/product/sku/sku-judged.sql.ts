import type { Db } from "#kit/db/db.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { skuFrom, skuJoins, skuSelect, type SkuFound } from "./sku-list.sql.ts";

/** What a judgement needs of a SKU: its list row, the floor of its SPU and its cheapest adult sale price in force. */
export interface SkuToJudge extends SkuFound {
  margin_floor: number;
  lowest: number | null;
}

export const liveSkuIds = async (db: Db): Promise<number[]> =>
  (await rows<{ id: number }>(db, q`select id from skus where sku_status <> 'archived'`)).map((r) => r.id);

export const skusToJudge = (db: Db, ids: readonly number[], at: Date): Promise<SkuToJudge[]> =>
  rows<SkuToJudge>(
    db,
    q`
    select ${skuSelect(at)}, u.margin_floor,
      (select min(p.adult) from sku_prices p where p.sku_id = k.id and p.price_kind in ('retail', 'level', 'group', 'peer') and p.effective_from <= ${at} and (p.effective_to is null or p.effective_to > ${at})) as lowest
    from ${skuFrom} ${skuJoins(at)} where k.id = any(${[...ids]}::int8[])`,
  );

/** Changes whenever something a judgement rests on was written. */
export async function judgedStamp(db: Db): Promise<string> {
  const found = await row<{ stamp: string }>(
    db,
    q`
    select concat_ws(' ',
      (select count(*) || '.' || sum(version) || '.' || max(updated_at) from skus),
      (select sum(status) || '.' || sum(version) || '.' || sum(margin_floor) from spus),
      (select sum(version) from peer_levels), (select sum(status) from countries), (select sum(status) from refund_policies), (select sum(status) from mail_centres),
      (select sum(status) from documents), (select max(id) from sku_prices), (select max(id) from sku_documents), (select max(at) from sku_stats),
      (select count(*) || '.' || sum(status) || '.' || sum(version) from supplier_products), (select count(*) filter (where supplier_status = 'active') from suppliers),
      (select count(*) || '.' || max(id) from supplier_prices where review = 'approved'), (select max(id) from appointments)) as stamp`,
  );
  return found?.stamp ?? "";
}
