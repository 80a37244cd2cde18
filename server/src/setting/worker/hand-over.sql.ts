/** What workers have in hand, over every kind that the areas offer, and who may take it. */
import type { Db } from "#kit/db/db.ts";
import type { Holding } from "#kit/seal/holding.ts";
import { joined, q, raw, row, rows, type Sql } from "#kit/db/sql.ts";
import type { Item } from "./hand-over.rules.ts";

/** Items of one kind with what each counts. */
export const itemsHeld = (db: Db, h: Holding, worker: number, now: Date): Promise<Item[]> =>
  rows(db, q`select x.item_id as id, count(*)::int as n from (${h.held(now)}) x where x.owner_id = ${worker} group by 1 order by 1`);

/** Counts by worker and kind; what nobody holds is left out. */
export const heldCounts = (
  db: Db,
  holdings: readonly Holding[],
  workers: readonly number[],
  now: Date,
): Promise<{ worker_id: number; kind: string; n: number }[]> =>
  holdings.length === 0 || workers.length === 0
    ? Promise.resolve([])
    : rows(
        db,
        joined(
          holdings.map(
            (h) =>
              q`select x.owner_id as worker_id, ${h.kind}::text as kind, count(*)::int as n from (${h.held(now)}) x where x.owner_id = any(${[...workers]}::int8[]) group by 1`,
          ),
          " union all ",
        ),
      );

/** Condition over `workers w`: he is disabled and something is still his. */
export const toHandOver = (holdings: readonly Holding[], now: Date): Sql =>
  q`w.status = 0 and (${joined([raw("false"), ...holdings.map((h) => q`exists (select from (${h.held(now)}) x where x.owner_id = w.id)`)], " or ")})`;

export interface ReceiverRow {
  worker_id: number;
  nickname: string;
  team_name: string | null;
  is_team: boolean;
}
const RECEIVERS_MAX = 200;

/** Enabled colleagues who hold one of the codes; those of his team first. */
export const receiversFor = (db: Db, needs: readonly number[], leaver: { id: number; team_id: number | null }): Promise<ReceiverRow[]> =>
  rows(
    db,
    q`
    select w.id as worker_id, coalesce(nullif(w.nickname, ''), w.account) as nickname, t.name as team_name, coalesce(w.team_id = ${leaver.team_id}::int8, false) as is_team
    from workers w left join roles r on r.id = w.role_id left join teams t on t.id = w.team_id
    where w.status = 1 and w.id <> ${leaver.id} and (cardinality(${[...needs]}::int4[]) = 0 or r.is_builtin or r.module_group && ${[...needs]}::int4[])
    order by is_team desc, w.id limit ${RECEIVERS_MAX}`,
  );

export interface NamedReceiver {
  id: number;
  nickname: string;
  status: 0 | 1;
  is_super: boolean;
  codes: number[];
}
/** Receivers the caller named. Their status and role stand still: whoever changes them waits for the lock of all grants. */
export const namedReceivers = (db: Db, ids: readonly number[]): Promise<NamedReceiver[]> =>
  rows(
    db,
    q`
    select w.id, coalesce(nullif(w.nickname, ''), w.account) as nickname, w.status, coalesce(r.is_builtin, false) as is_super, coalesce(r.module_group, '{}') as codes
    from workers w left join roles r on r.id = w.role_id where w.id = any(${[...ids]}::int8[]) order by w.id`,
  );

/** His row among the experts: orders paid meanwhile wait for it, and then find that he takes no more. */
export const lockExpert = (db: Db, worker: number): Promise<unknown> =>
  rows(db, q`select id from experts where worker_id = ${worker} for update`);

/** Codes that enabled workers besides him hold through an ordinary role, and whether a system administrator is left. */
export async function heldByOthers(db: Db, worker: number): Promise<{ codes: number[]; has_admin: boolean }> {
  const found = await row<{ codes: number[]; has_admin: boolean }>(
    db,
    q`
    select coalesce((select array_agg(distinct c) from workers w join roles r on r.id = w.role_id, unnest(r.module_group) c
        where w.status = 1 and w.id <> ${worker} and not r.is_builtin), '{}') as codes,
      exists (select from workers w join roles r on r.id = w.role_id where w.status = 1 and w.id <> ${worker} and r.is_builtin) as has_admin`,
  );
  return found ?? { codes: [], has_admin: false };
}
