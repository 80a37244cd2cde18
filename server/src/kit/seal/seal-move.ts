/**
 * Seals what stands: rows and files from before the sealing, and everything under an older key after a new one was put
 * first. One job, batch by batch, which may be cancelled and goes on where it was; a server that meets half of it works.
 */
import type { Ctx } from "../call/context.ts";
import type { Db } from "../db/db.ts";
import { enqueue, type JobCtx, type JobDef } from "../jobs.ts";
import { newestSealKey } from "./seal-keys.ts";
import { isStale, resealed, type SealedTable } from "./seal.ts";
import { joined, q, raw, row, rows } from "../db/sql.ts";
import type { Tables } from "../db/tables.gen.ts";

/** Records that hold sealed things, walked by id. */
interface SealWalk {
  readonly name: string;
  /** How many records there are. */
  count(db: Db): Promise<number>;
  /** Ids behind `after`, ascending. */
  ids(db: Db, after: number, limit: number): Promise<number[]>;
}
export interface SealSource extends SealWalk {
  /** Seals these records anew where needed; in a transaction of its own. */
  seal(ctx: Ctx, ids: readonly number[]): Promise<void>;
}
/** Records that name stored files. */
export interface SealFiles extends SealWalk {
  /** Seals the files of these records anew where needed; outside any transaction. */
  sealFiles(ctx: JobCtx, ids: readonly number[]): Promise<void>;
}

export const SEAL_MOVE = "seal_move";
const BATCH = 200;

/** Ids and number of a table's rows. */
export const walked = (table: keyof Tables): SealWalk => ({
  name: table,
  count: async (db) => (await row<{ n: number }>(db, q`select count(*)::int as n from ${raw(table)}`))?.n ?? 0,
  ids: async (db, after, limit) =>
    (await rows<{ id: number }>(db, q`select id from ${raw(table)} where id > ${after} order by id limit ${limit}`)).map((r) => r.id),
});

/** A table whose rows are found by nothing but their own columns. */
export const sealedRows = <T extends keyof Tables, F extends string>(def: SealedTable<T, F>): SealSource => ({
  ...walked(def.table),
  seal: async ({ db }, ids) => {
    const found = await rows<{ id: number }>(
      db,
      q`select * from ${raw(def.table)} where id = any(${[...ids]}::int8[]) order by id for update`,
    );
    for (const r of found) if (isStale(def, r)) await writeSealed(db, def, r);
  },
});

/** Writes the row's numbers under the newest key and answers the columns as they are now. */
export async function writeSealed<T extends keyof Tables, F extends string>(
  db: Db,
  def: SealedTable<T, F>,
  r: { id: number },
): Promise<Record<string, string | null>> {
  const columns = resealed(def, r);
  const set = Object.entries(columns).map(([name, value]) => q`${raw(name)} = ${value}`);
  await row(db, q`update ${raw(def.table)} set ${joined(set, ", ")} where id = ${r.id}`);
  return columns;
}

interface SealState {
  clear_left: boolean;
  key_id: string | null;
  moved_at: string | null;
}
let clearLeft = false;
/** True while numbers in clear may be left: only then is anything looked for in clear. */
export const numbersInClear = (): boolean => clearLeft;
/** For tests of the half-way. */
export const setNumbersInClear = (left: boolean): void => void (clearLeft = left);

export const sealState = async (db: Db): Promise<SealState> =>
  (await row<SealState>(db, q`select clear_left, key_id, moved_at from seal_state`)) ?? { clear_left: false, key_id: null, moved_at: null };

/** At the start of a process: learns how far the sealing is and puts the job in when something is left to do. */
export async function openSeals(db: Db, now: Date): Promise<void> {
  const state = await sealState(db);
  clearLeft = state.clear_left;
  const { id } = newestSealKey();
  if (!state.clear_left && state.key_id === null)
    await row(db, q`update seal_state set key_id = ${id}, moved_at = ${now} where key_id is null`);
  else if (state.clear_left || state.key_id !== id)
    await enqueue(db, SEAL_MOVE, { key_id: id }, { key: id, title: "加密个人号码和文件", max_attempts: 100 }, now);
}

/** The job over all sources, one after the other. */
export const sealMove = (sources: readonly (SealSource | SealFiles)[]): JobDef => ({
  name: SEAL_MOVE,
  label: "加密个人号码和文件",
  run: async (ctx, payload, progress) => {
    const { id } = newestSealKey();
    // Another process knows a newer key: it does the work.
    if (payload["key_id"] !== id)
      throw new Error(`the newest seal key is ${id}, not ${String(payload["key_id"])}: give all processes the same keys`);
    let total = 0;
    for (const s of sources) total += await s.count(ctx.db);
    let done = 0;
    for (const s of sources)
      for (let last = 0; ;) {
        const ids = await s.ids(ctx.db, last, BATCH);
        if (ids.length === 0) break;
        await ("seal" in s ? ctx.change((c) => s.seal(c, ids)) : s.sealFiles(ctx, ids));
        last = ids.at(-1) ?? last;
        done += ids.length;
        await progress.set(done, total);
      }
    await ctx.change((c) => row(c.db, q`update seal_state set clear_left = false, key_id = ${id}, moved_at = ${c.now}`));
    clearLeft = false;
    return { done };
  },
});
