/** Last use of each code by each role, and from which day it is watched. */
import type { Db } from "#kit/db/db.ts";
import { hot, q, row, rows } from "#kit/db/sql.ts";

/** Notes a use by one role; what the log or another process noted later stays. */
export const noteUse = (db: Db, role: number, codes: readonly number[], day: string): Promise<unknown> =>
  rows(
    db,
    hot(q`
    insert into permission_uses as u (role_id, code, since, used_on)
    select r.id, c, ${day}::date, ${day}::date from unnest(${[...codes]}::int4[]) c join roles r on r.id = ${role} order by c
    on conflict (role_id, code) do update set used_on = greatest(u.used_on, excluded.used_on)`),
  );

/** Watches the codes roles hold by now, and forgets those they no longer hold. */
export async function watchHeld(db: Db, codes: readonly number[], today: string): Promise<void> {
  await rows(
    db,
    q`delete from permission_uses u using roles r where r.id = u.role_id and not (r.is_builtin or u.code = any(r.module_group))`,
  );
  await rows(
    db,
    q`
    insert into permission_uses (role_id, code, since)
    select r.id, c, ${today}::date from roles r, unnest(r.module_group) c where not r.is_builtin and c = any(${[...codes]}::int4[]) order by r.id, c
    on conflict do nothing`,
  );
}

export interface LoggedUse {
  role_id: number;
  module_group: number[];
  endpoint: string;
  used_at: string;
}
/** The last logged call of each endpoint by each role since then. */
export const loggedUses = (db: Db, since: Date): Promise<LoggedUse[]> =>
  rows(
    db,
    q`
    select w.role_id, r.module_group, l.endpoint, max(l.at) as used_at from operation_logs l
    join workers w on w.id = l.actor_id join roles r on r.id = w.role_id
    where l.at >= ${since} and l.actor_kind = 'worker' and l.result = 'ok' and l.kind <> 'denied' and not r.is_builtin
    group by w.role_id, r.module_group, l.endpoint`,
  );

/** When the job last read the log to its end. */
export async function lastRead(db: Db): Promise<Date | null> {
  const found = await row<{ at: string | null }>(
    db,
    q`select max(started_at) as at from jobs where job = 'permission_usage' and state = 'done'`,
  );
  return found?.at ? new Date(found.at) : null;
}
