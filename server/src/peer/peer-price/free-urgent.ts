/** 每月免费加急: how many people's urgent handling a peer's level still pays for in a month. */
import type { Db } from "#kit/db/db.ts";
import { q, row } from "#kit/db/sql.ts";
import type { PeerOffers } from "../doors.ts";

/** An urgent fee that was let off is one used; a cancelled order gives its own back. `month`: YYYY-MM of Shanghai. */
export const freeUrgentLeft: PeerOffers["freeUrgentLeft"] = async (db, peerId, month) => {
  const begin = new Date(`${month}-01T00:00:00+08:00`);
  const found = await row<{ left: number }>(
    db,
    q`
    select l.free_urgent - (
      select count(*)::int from orders o join order_fees f on f.order_id = o.id and f.kind = 'urgent' and f.discount_share > 0
      where o.peer_id = p.id and o.created_at >= ${begin} and o.created_at < ${begin}::timestamptz + interval '1 month'
        and o.order_status not in ('cancelled', 'deleted')) as left
    from peers p join peer_levels l on l.code = p.level_id where p.id = ${peerId}`,
  );
  return Math.max(0, found?.left ?? 0);
};

/** Two orders at once do not both take the last one. */
export const holdFreeUrgent = (db: Db, peerId: number): Promise<unknown> =>
  row(db, q`select id from peers where id = ${peerId} for no key update`);
