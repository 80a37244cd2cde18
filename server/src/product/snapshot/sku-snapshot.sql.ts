import type { SnapshotBody } from "@visadesk/contract/product/snapshot.ts";
import type { Db } from "#kit/db/db.ts";
import type { ListDef } from "#kit/db/page.ts";
import { q, row, type Sql } from "#kit/db/sql.ts";

export interface SnapshotFound {
  id: number;
  sku_id: number;
  made_at: string;
  body: SnapshotBody;
  /** Up to the cap of totals; nobody needs more than "many". */
  orders: number;
}
const columns: Sql = q`s.id, s.sku_id, s.made_at, s.body, (select count(*)::int from (select 1 from orders o where o.snapshot_id = s.id limit 1001) n) as orders`;

export const snapshotListDef = (skuId: number): ListDef => ({
  from: q`sku_snapshots s`,
  where: q`s.sku_id = ${skuId}`,
  id: "s.id",
  select: columns,
  sorts: { made_at: { by: "s.made_at", order: "desc", keyset: true } },
  sort: "made_at",
});

export const snapshotFound = (db: Db, id: number): Promise<SnapshotFound | undefined> =>
  row<SnapshotFound>(db, q`select ${columns} from sku_snapshots s where s.id = ${id}`);
