/** Which of the watched tables a statement writes, told from its text: what stands in the process about them ends with the commit. */
const watched = new Map<string, Set<() => void>>();
/** Statements by text: told once. */
const told = new Map<string, readonly string[]>();
const MAX_TOLD = 2_000;
const WRITE = /\b(?:insert\s+into|update|delete\s+from|truncate(?:\s+table)?)\s+(?:only\s+)?"?([a-z_]+)"?/gi;

/** `forget` is called after every commit that wrote one of these tables. */
export function watchWrites(tables: readonly string[], forget: () => void): void {
  told.clear();
  for (const table of tables) {
    const listeners = watched.get(table) ?? new Set();
    listeners.add(forget);
    watched.set(table, listeners);
  }
}

export function noteWrites(text: string, wrote: Set<string>): void {
  let tables = told.get(text);
  if (!tables) {
    tables = [...text.matchAll(WRITE)].map(([, table = ""]) => table.toLowerCase()).filter((t) => watched.has(t));
    if (told.size >= MAX_TOLD) told.clear();
    told.set(text, tables);
  }
  for (const table of tables) wrote.add(table);
}

export function forgetWritten(wrote: ReadonlySet<string>): void {
  for (const table of wrote) for (const forget of watched.get(table) ?? []) forget();
}
