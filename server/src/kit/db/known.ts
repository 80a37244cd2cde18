/**
 * Names that stand beside every row of a list (product, country, staff …), read once and kept for some seconds. Joining
 * them costs a list more than its own rows (docs/decisions/0022). A cache names the tables it reads: what this process
 * commits to them is seen at once; what another process changes, after KEEP_MS at the latest. Inside a transaction
 * everything is read anew.
 *
 *   const skuNames = known<number, Sku>(["skus"], (db, ids) => …rows with their key…);
 *   const names = await skuNames(ctx.db, list.map((r) => r.sku_id));   names.get(r.sku_id)?.name
 */
import type { Db } from "./db-type.ts";
import { isTransaction } from "./sql.ts";
import type { Tables } from "./tables.gen.ts";
import { watchWrites } from "./writes.ts";

const KEEP_MS = 5_000;
const MAX_KEPT = 50_000;

interface Kept<V> {
  at: number;
  value: V | null;
}
/** A reader by keys. `read` answers the rows that exist, each with its key; keys without a row are remembered too. */
export function known<K extends string | number, V>(
  tables: readonly (keyof Tables)[],
  read: (db: Db, keys: readonly K[]) => Promise<readonly (readonly [K, V])[]>,
): (db: Db, keys: Iterable<K | null>) => Promise<ReadonlyMap<K, V>> {
  let kept = new WeakMap<Db, Map<K, Kept<V>>>();
  let epoch = 0;
  watchWrites(tables, () => {
    epoch += 1;
    kept = new WeakMap();
  });
  return async (db, keys) => {
    const wanted = new Set<K>();
    for (const key of keys) if (key !== null) wanted.add(key);
    if (isTransaction(db)) return new Map(wanted.size > 0 ? await read(db, [...wanted]) : []);
    let mine = kept.get(db);
    if (!mine || mine.size > MAX_KEPT) kept.set(db, (mine = new Map()));
    const now = performance.now();
    const found = new Map<K, V>();
    const missing: K[] = [];
    for (const key of wanted) {
      const hit = mine.get(key);
      if (!hit || now - hit.at > KEEP_MS) missing.push(key);
      else if (hit.value !== null) found.set(key, hit.value);
    }
    if (missing.length === 0) return found;
    const began = epoch;
    const rows = new Map(await read(db, missing));
    for (const key of missing) {
      const value = rows.get(key) ?? null;
      if (value !== null) found.set(key, value);
      if (began === epoch) mine.set(key, { at: now, value });
    }
    return found;
  };
}
