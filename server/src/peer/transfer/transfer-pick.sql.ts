/** Who may stand at either side of a transfer. */
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { OwnerRole } from "@visadesk/contract/peer/peer/peer.words.ts";
import type { peerTransferApi } from "@visadesk/contract/peer/transfer/peer-transfer.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { Ctx } from "#kit/call/context.ts";
import { and, q, raw, rows, type Sql } from "#kit/db/sql.ts";
import { dayOf } from "#kit/range.ts";
import { OWNER_COLUMN } from "./transfer.sql.ts";

type Picked = Output<(typeof peerTransferApi)["peer_transfer_pick"]>["list"][number];
const OTHER = { bd: "cs", cs: "bd" } as const satisfies Record<OwnerRole, OwnerRole>;

/** Looks after an active peer or, today, a region in this role. */
const works = (alias: string, role: OwnerRole, now: Date): Sql =>
  q`(exists (select from peers p where p.${raw(OWNER_COLUMN[role])} = ${raw(alias)}.id and p.peer_status = 'active')
    or exists (select from region_owners r where r.worker_id = ${raw(alias)}.id and r.kind = ${role} and r.from_date <= ${dayOf(now)}::date
      and (r.to_date is null or r.to_date >= ${dayOf(now)}::date)))`;
const teamWorks = (role: OwnerRole, now: Date): Sql =>
  q`exists (select from workers x where x.team_id = w.team_id and x.status = 1 and ${works("x", role, now)})`;

const anybodyWorks = (role: OwnerRole, now: Date): Sql => q`exists (select from workers x where x.status = 1 and ${works("x", role, now)})`;

/** By his own work; who has none yet by that of his team; where nobody works in the role yet, by his code alone. */
const fits = (role: OwnerRole, now: Date): Sql => {
  const other = OTHER[role];
  return q`(${works("w", role, now)} or (not ${works("w", other, now)} and ${teamWorks(role, now)}) or not ${anybodyWorks(role, now)})`;
};
const hasPeers = (role: OwnerRole): Sql => q`exists (select from peers p where p.${raw(OWNER_COLUMN[role])} = w.id)`;
const mayTake = q`w.status = 1 and (r.is_builtin or r.module_group && ${[may.peer]}::int4[])`;

/** Those who work in the role stand first; of `from` only whom the caller may take from, also who has left. */
export function transferPicks(ctx: Ctx, role: OwnerRole, side: "from" | "to"): Promise<Picked[]> {
  const ids = ctx.me.scope_ids;
  const where =
    side === "from" ? and([hasPeers(role), ids !== null && q`w.id = any(${[...ids]}::int8[])`]) : and([mayTake, fits(role, ctx.now)]);
  return rows<Picked>(
    ctx.db,
    q`
    select w.id, coalesce(nullif(w.nickname, ''), w.account) as name, t.name as team_name, w.status = 1 as is_enabled,
      (select count(*)::int from peers p where p.${raw(OWNER_COLUMN[role])} = w.id) as peers,
      (select count(*)::int from peers p where p.${raw(OWNER_COLUMN[role])} = w.id and p.peer_status = 'closed') as closed
    from workers w left join teams t on t.id = w.team_id left join roles r on r.id = w.role_id
    where ${where} order by ${works("w", role, ctx.now)} desc, w.status desc, name, w.id`,
  );
}
