/**
 * Reads the reference tables of server/seeds: `{ columns, rows }`, one row per line, or a plain array of objects.
 *
 *   const missions = seedRows<MissionSeed>("missions.json");
 */
import { readFileSync } from "node:fs";
import path from "node:path";

const dir = path.resolve(import.meta.dirname, "../../../seeds");

/** Facts and versions hold from long before the first demo order. */
export const SEED_FROM = "2024-01-01T00:00:00+08:00";

type Table = { columns: string[]; rows: unknown[][] };

/** The rows of a table as objects. The files are our own, so their shape is taken as it is. */
export function seedRows<T>(file: string): T[] {
  const content = JSON.parse(readFileSync(path.join(dir, file), "utf8")) as Table | unknown[];
  if (Array.isArray(content)) return content as T[];
  return content.rows.map((row) => Object.fromEntries(content.columns.map((column, i) => [column, row[i]])) as T);
}
