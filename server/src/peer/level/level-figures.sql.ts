/** What a level is earned by, of each peer: the last 90 days of what it paid, how often, and what it topped up. */
import { LEVEL_DAYS, type LevelCode } from "@visadesk/contract/peer/level/level.words.ts";
import type { LevelFigures, LevelTerms } from "@visadesk/contract/peer/level/level.rules.ts";
import type { Db } from "#kit/db/db.ts";
import { and, q, rows, type Sql } from "#kit/db/sql.ts";

const DAY_MS = 86_400_000;

/** A peer with its level and its figures. */
export interface Graded extends LevelFigures {
  id: number;
  peer_no: string;
  short_name: string;
  bd_owner_id: number | null;
  code: LevelCode;
  locked_until: string | null;
}
/** Active peers and their figures up to now. */
export function graded(db: Db, now: Date, where: Sql | null = null): Promise<Graded[]> {
  const since = new Date(now.getTime() - LEVEL_DAYS * DAY_MS);
  return rows<Graded>(
    db,
    q`
    select p.id, p.peer_no, p.short_name, p.bd_owner_id, p.level_id as code, p.level_locked_until as locked_until, o.gmv, o.orders, t.topup
    from peers p cross join lateral (
      select coalesce(sum(o.amount_paid - o.amount_refunded), 0)::int8 as gmv, count(*)::int as orders
      from orders o where o.peer_id = p.id and o.paid_at >= ${since} and o.paid_at <= ${now}) o
    cross join lateral (
      select coalesce(sum(t.amount), 0)::int8 as topup
      from peer_top_ups t where t.peer_id = p.id and t.purpose = 'top_up' and t.paid_at >= ${since} and t.paid_at <= ${now}) t
    where ${and([q`p.peer_status = 'active'`, where])} order by p.id`,
  );
}
export const figuresOf = ({ gmv, orders, topup }: LevelFigures): LevelFigures => ({ gmv, orders, topup });

/** As the rules take them, in the order of their codes. */
export const levelTerms = (db: Db): Promise<LevelTerms[]> =>
  rows<LevelTerms>(db, q`select l.code, l.status, l.gmv_min, l.orders_min, l.topup_min, l.match from peer_levels l order by l.code`);
