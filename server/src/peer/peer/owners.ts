/** Who looks after a peer: the only writer of `peer_owners` and of the two columns that repeat its last rows. */
import { OWNER_ROLES, UNOWNED, type OWNER_BY, type OwnerRole } from "@visadesk/contract/peer/peer/peer.words.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { q, raw, row, rows } from "#kit/db/sql.ts";
import { found } from "#kit/http/refuse.ts";
import { saveRows } from "#kit/noun/save.ts";
import { workerNames } from "./names.sql.ts";
import { peerNoun } from "./peer.noun.ts";

const COLUMN = { bd: "bd_owner_id", cs: "cs_owner_id" } as const satisfies Record<OwnerRole, string>;

export interface OwnerSet {
  /** The first day that is his. */
  from: string;
  by: keyof typeof OWNER_BY;
  commission_from: string;
  transfer_id: number | null;
  /** Where a job writes what somebody ordered. */
  ordered_by?: number | null;
}

/** Whoever counts a manager's room, or judges that a code is free, and writes by it, does so one after the other. */
export const holdAdmission = (db: Db): Promise<unknown> => rows(db, q`select pg_advisory_xact_lock(100501)`);

/**
 * Gives a peer to a worker, null to nobody, from a day on: ends the row there is, opens the next and writes the peer's own
 * column. Held until the end of the transaction. A day before the last change counts as the day of that change, so that
 * history has neither overlap nor hole. Answers whose it was.
 */
export async function setOwner(ctx: Ctx, peer: number, role: OwnerRole, worker: number | null, how: OwnerSet): Promise<number | null> {
  const column = raw(COLUMN[role]);
  const { was, short_name } = found(
    await row<{ was: number | null; short_name: string }>(
      ctx.db,
      q`select ${column} as was, short_name from peers where id = ${peer} for update`,
    ),
  );
  if (was === worker) return was;
  const ended = await row<{ to_date: string }>(
    ctx.db,
    q`update peer_owners set to_date = greatest(from_date, ${how.from}::date) where peer_id = ${peer} and role = ${role} and to_date is null returning to_date`,
  );
  if (worker !== null) await open(ctx, { peer, role, worker, how, after: ended?.to_date ?? how.from });
  const set = role === "bd" ? { bd_owner_id: worker } : { cs_owner_id: worker };
  await saveRows(ctx, peerNoun, { where: q`id = ${peer}`, set: { ...set, updated_at: ctx.now } });
  const names = await workerNames(ctx.db, [was, worker]);
  const name = (id: number | null): string => names.get(id ?? 0) ?? UNOWNED;
  const change = { field: COLUMN[role], label: OWNER_ROLES[role], before: name(was), after: name(worker) };
  ctx.note({ noun: "peer", noun_id: peer, noun_no: short_name, changes: [change] });
  return was;
}

interface Opening {
  peer: number;
  role: OwnerRole;
  worker: number;
  how: OwnerSet;
  /** When the one before him ended. */
  after: string;
}
async function open(ctx: Ctx, { peer, role, worker, how, after }: Opening): Promise<void> {
  await rows(
    ctx.db,
    q`
    insert into peer_owners (peer_id, role, worker_id, from_date, commission_from, by, transfer_id, created_by, created_at)
    select ${peer}, ${role}, ${worker}, greatest(${after}::date, (select max(o.to_date) from peer_owners o where o.peer_id = ${peer} and o.role = ${role})),
      ${how.commission_from}::date, ${how.by}, ${how.transfer_id}, ${how.ordered_by ?? ctx.principal?.worker_id ?? null}, ${ctx.now}`,
  );
  // Whoever looks after a peer is one of our managers.
  await rows(
    ctx.db,
    q`insert into peer_managers (worker_id, created_at, updated_at) values (${worker}, ${ctx.now}, ${ctx.now}) on conflict (worker_id) do nothing`,
  );
}

/**
 * What a transfer left of a peer, as long as nobody else gave it away since: from which day commission was the one's before.
 * Undefined: it is no longer by that transfer that the peer has its owner, though he may be the same.
 */
export const ownedByTransfer = (
  db: Db,
  peer: number,
  role: OwnerRole,
  transfer: number,
): Promise<{ former_commission_from: string | null } | undefined> =>
  row(
    db,
    q`select (select f.commission_from from peer_owners f where f.peer_id = o.peer_id and f.role = o.role and f.id < o.id order by f.id desc limit 1)
        as former_commission_from
      from peer_owners o where o.peer_id = ${peer} and o.role = ${role} and o.to_date is null and o.transfer_id = ${transfer}`,
  );

/** Whose it was on a day; where one day saw two, the later. */
export async function ownersOf(db: Db, peerId: number, date: string): Promise<{ bd: number | null; cs: number | null }> {
  const list = await rows<{ role: OwnerRole; worker_id: number }>(
    db,
    q`select o.role, o.worker_id from peer_owners o
      where o.peer_id = ${peerId} and o.from_date <= ${date}::date and (o.to_date is null or ${date}::date < o.to_date) order by o.id`,
  );
  const of = (role: OwnerRole): number | null => list.findLast((o) => o.role === role)?.worker_id ?? null;
  return { bd: of("bd"), cs: of("cs") };
}
