/** Whose a peer of a place becomes, and whether he has room for it. */
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { peerApplicationApi } from "@visadesk/contract/peer/peer/peer-application.ts";
import type { OwnerRole } from "@visadesk/contract/peer/peer/peer.words.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { q, rows } from "#kit/db/sql.ts";
import { dayOf } from "#kit/range.ts";
import { ownersFor } from "../../setting/index.ts";

export interface Load {
  worker_id: number;
  name: string;
  enabled: boolean;
  /** Active peers that he looks after, in either role. */
  peers: number;
  /** Null: no limit. */
  max: number | null;
  accept_new: boolean;
}
export async function loadOf(db: Db, workerIds: readonly number[]): Promise<ReadonlyMap<number, Load>> {
  const found = await rows<Load>(
    db,
    q`
    select w.id as worker_id, coalesce(nullif(w.nickname, ''), w.account) as name, w.status = 1 as enabled, m.max_peers as max, coalesce(m.accept_new, true) as accept_new,
      (select count(*)::int from peers p where p.peer_status = 'active' and (p.bd_owner_id = w.id or p.cs_owner_id = w.id)) as peers
    from workers w left join peer_managers m on m.worker_id = w.id where w.id = any(${[...workerIds]}::int8[])`,
  );
  return new Map(found.map((l) => [l.worker_id, l]));
}

/** Why somebody gets no further peer; null: he has room. */
export function roomFault(l: Load): string | null {
  if (!l.enabled) return `${l.name} 已停用`;
  if (!l.accept_new) return `${l.name} 暂不接新客`;
  return l.max !== null && l.peers >= l.max ? `${l.name} 已满（${l.peers}/${l.max}）` : null;
}

type PlaceOwner = Output<typeof peerApplicationApi.peer_application_get>["place_owners"][number];
export interface Place {
  province_code: string;
  city_code: string;
}
/** Of each role the owner of the region on this day; who has no room leaves it to nobody, as long as nobody stands in for anybody. */
export async function placeOwners({ db, now }: Pick<Ctx, "db" | "now">, place: Place): Promise<PlaceOwner[]> {
  const owners = await ownersFor(db, place.province_code, place.city_code, dayOf(now));
  const loads = await loadOf(
    db,
    Object.values(owners).filter((id) => id !== null),
  );
  return (["bd", "cs"] as const satisfies readonly OwnerRole[]).map((role) => {
    const load = loads.get(owners[role] ?? 0);
    if (!load) return { role, worker_id: null, worker_name: null, has: 0, max: null, why: "该地区没有负责人" };
    const fault = roomFault(load);
    return { role, worker_id: fault === null ? load.worker_id : null, worker_name: load.name, has: load.peers, max: load.max, why: fault };
  });
}
