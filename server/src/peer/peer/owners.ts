/** Whose a peer is: the one place that writes it, in the peer's row and in its history at once. */
import { OWNER_ROLES, type OWNER_BY, type OwnerRole } from "@visadesk/contract/peer/peer/peer.words.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { dayOf } from "#kit/range.ts";
import { workerNames } from "./names.sql.ts";
import { peerNoun } from "./peer.noun.ts";
import { saveRows } from "#kit/noun/save.ts";

const COLUMN = { bd: "bd_owner_id", cs: "cs_owner_id" } as const;

export interface OwnerChange {
  peer_id: number;
  role: OwnerRole;
  /** Null: nobody from today on. */
  worker_id: number | null;
  by: keyof typeof OWNER_BY;
  commission_from?: string;
  transfer_id?: number | null;
  reason?: string;
}

/**
 * Ends who looks after it today and begins the next, under the peer's lock. Answers whether anything changed. A row that
 * began today ends empty, so that the history has neither overlap nor gap.
 */
export async function setOwner(ctx: Ctx, change: OwnerChange): Promise<boolean> {
  const { peer_id, role, worker_id } = change;
  const column = COLUMN[role];
  const before = await row<{ owner: number | null; short_name: string }>(
    ctx.db,
    q`select ${role === "bd" ? q`bd_owner_id` : q`cs_owner_id`} as owner, short_name from peers where id = ${peer_id} for update`,
  );
  if (!before || before.owner === worker_id) return false;
  const today = dayOf(ctx.now);
  await rows(
    ctx.db,
    q`update peer_owners set to_date = greatest(from_date, ${today}::date) where peer_id = ${peer_id} and role = ${role} and to_date is null`,
  );
  if (worker_id !== null)
    await ctx.db
      .insertInto("peer_owners")
      .values({
        peer_id,
        role,
        worker_id,
        from_date: today,
        commission_from: change.commission_from ?? today,
        by: change.by,
        transfer_id: change.transfer_id ?? null,
        created_by: ctx.principal?.worker_id ?? null,
        created_at: ctx.now,
      })
      .execute();
  await saveRows(ctx, peerNoun, { where: q`id = ${peer_id}`, set: { [column]: worker_id, updated_at: ctx.now } });
  const names = await workerNames(ctx.db, [before.owner, worker_id]);
  const nameOf = (id: number | null): string | null => (id === null ? null : (names.get(id) ?? null));
  ctx.note({
    noun: "peer",
    noun_id: peer_id,
    noun_no: before.short_name,
    ...(change.reason !== undefined && { reason: change.reason }),
    changes: [{ field: column, label: OWNER_ROLES[role], before: nameOf(before.owner), after: nameOf(worker_id) }],
  });
  return true;
}

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
