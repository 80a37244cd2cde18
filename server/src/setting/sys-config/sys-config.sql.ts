/** Stored parameters: one row per key that differs from its default. */
import type { Db } from "#kit/db/db.ts";
import { hot, q, row, rows } from "#kit/db/sql.ts";
import { raised } from "#kit/noun/save.ts";
import { sysConfigNoun } from "./sys-config.noun.ts";

export async function readConfigValue<T>(db: Db, key: string): Promise<T | null> {
  const found = await row<{ value: T }>(db, hot(q`select value from sys_configs where key = ${key}`));
  return found?.value ?? null;
}

export interface StoredConfig {
  key: string;
  value: unknown;
  version: number;
  worker_name: string | null;
  updated_at: string;
}
export const storedConfigs = (db: Db): Promise<StoredConfig[]> =>
  rows<StoredConfig>(
    db,
    q`
    select c.key, c.value, c.version, coalesce(nullif(w.nickname, ''), w.account) as worker_name, c.updated_at
    from sys_configs c left join workers w on w.id = c.updated_by order by c.key`,
  );

/** One at a time, so that two people never save over each other's key unseen. */
export const lockConfig = (db: Db): Promise<unknown> => rows(db, q`select pg_advisory_xact_lock(101001102)`);

export const writeConfigValue = (db: Db, key: string, value: unknown, by: number, now: Date): Promise<unknown> =>
  rows(
    db,
    q`
    insert into sys_configs (key, value, updated_by, updated_at) values (${key}, ${JSON.stringify(value)}::jsonb, ${by}, ${now})
    on conflict (key) do update set value = excluded.value, updated_by = excluded.updated_by, updated_at = excluded.updated_at, ${raised(sysConfigNoun)}`,
  );
