import type { Db } from "#kit/db/db.ts";
import { q, rows } from "#kit/db/sql.ts";
import type { MarginSeen } from "./sku-scan.rules.ts";

export interface Seen {
  sku_id: number;
  margin_seen: MarginSeen | null;
  blocks_seen: string[];
}
/** What the last scans kept of these products. */
export const seenOf = async (db: Db, ids: readonly number[]): Promise<Map<number, Seen>> =>
  new Map(
    (await rows<Seen>(db, q`select sku_id, margin_seen, blocks_seen from sku_stats where sku_id = any(${[...ids]}::int8[])`)).map((s) => [
      s.sku_id,
      s,
    ]),
  );

export const keepMargins = (db: Db, skus: readonly { id: number; seen: MarginSeen }[]): Promise<unknown> =>
  rows(
    db,
    q`
    update sku_stats s set margin_seen = k.seen from json_to_recordset(${JSON.stringify(skus)}::json) k(id int8, seen jsonb)
    where s.sku_id = k.id and s.margin_seen is distinct from k.seen`,
  );

export const keepBlocks = (db: Db, skus: readonly { id: number; blocks: readonly string[] }[]): Promise<unknown> =>
  rows(
    db,
    q`
    update sku_stats s set blocks_seen = array(select jsonb_array_elements_text(k.blocks))
    from json_to_recordset(${JSON.stringify(skus)}::json) k(id int8, blocks jsonb) where s.sku_id = k.id`,
  );

export const skuNames = async (db: Db, ids: readonly number[]): Promise<Map<number, string>> =>
  new Map(
    (await rows<{ id: number; name: string }>(db, q`select id, name from skus where id = any(${[...ids]}::int8[])`)).map((s) => [
      s.id,
      s.name,
    ]),
  );
