/** Values as PostgreSQL writes them: int8 → safe integer, date stays text, times → ISO 8601 UTC. */
import pg from "pg";

const safeInt = (v: string): number => {
  const n = Number(v);
  if (!Number.isSafeInteger(n)) throw new RangeError(`int8 ${v} is beyond 2^53`);
  return n;
};
/** `infinity` stays a word: sort columns use it for "no time". */
/** `2026-11-20 04:05:06.12+00` → `2026-11-20T04:05:06.120Z`, by cutting; other offsets go through Date, infinity stays. */
const isoTime = (v: string): string => {
  if (v.endsWith("+00") && v.length >= 22 && v.length <= 29 && v[10] === " ")
    return `${v.slice(0, 10)}T${v.slice(11, 19)}.${v.slice(20, -3).slice(0, 3).padEnd(3, "0")}Z`;
  return v.endsWith("infinity") ? v : new Date(v.length <= 22 && !v.includes("+") ? `${v}Z` : v).toISOString();
};

const parsers = new Map<number, (v: string) => unknown>([
  [20, safeInt],
  [1016, (v) => (v === "{}" ? [] : v.slice(1, -1).split(",").map(safeInt))],
  [1082, (v) => v],
  [1182, (v) => (v === "{}" ? [] : v.slice(1, -1).split(","))],
  [1184, isoTime],
  [1114, isoTime],
]);

export const pgTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text" | "binary") =>
    parsers.get(oid) ?? pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig["getTypeParser"],
};
