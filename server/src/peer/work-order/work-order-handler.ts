/** Whose a new work order becomes: as its configuration says, where that person may work on it, else the CS of its peer. */
import type { HandlerKind } from "@visadesk/contract/peer/work-order/work-order.words.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { Db } from "#kit/db/db.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { holdersOf } from "../../account/index.ts";

export interface HandlerFacts {
  bd_owner_id: number | null;
  cs_owner_id: number | null;
  order_id: number | null;
}
export interface HandlerRule {
  handler: HandlerKind;
  team_id: number | null;
}
/** Who holds the code, and how many open work orders each member of a team has. */
export interface Hands {
  readonly able: ReadonlySet<number>;
  readonly load: Map<number, number>;
}

export async function handsOf(db: Db, team: number | null): Promise<Hands> {
  const able = new Set((await holdersOf(db, may.peer_work_order)).map((w) => w.id));
  const members = team === null ? [] : await loads(db, team);
  return { able, load: new Map(members.filter((m) => able.has(m.id)).map((m) => [m.id, m.open])) };
}
const loads = (db: Db, team: number): Promise<{ id: number; open: number }[]> =>
  rows(
    db,
    q`
    select w.id, count(t.id)::int as open from workers w
    left join work_orders t on t.handler_id = w.id and t.work_order_status in ('pending', 'processing', 'waiting_peer')
    where w.team_id = ${team} group by w.id order by w.id`,
  );

const expertOf = async (db: Db, order: number | null): Promise<number | null> =>
  (await row<{ expert_id: number | null }>(db, q`select expert_id from orders where id = ${order}`))?.expert_id ?? null;
/** The first with the fewest. */
const leastLoaded = (load: ReadonlyMap<number, number>): number | null =>
  [...load].reduce<readonly [number, number] | null>((best, m) => (best === null || m[1] < best[1] ? m : best), null)?.[0] ?? null;

export async function handlerFor(db: Db, rule: HandlerRule, of: HandlerFacts, hands: Hands): Promise<number | null> {
  const meant = {
    cs: () => of.cs_owner_id,
    bd: () => of.bd_owner_id,
    expert: () => expertOf(db, of.order_id),
    team: () => leastLoaded(hands.load),
  };
  for (const id of [await meant[rule.handler](), of.cs_owner_id]) if (id !== null && hands.able.has(id)) return id;
  return null;
}
