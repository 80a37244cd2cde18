/** Times inside JSON that the database built, as every other answer writes them: UTC, ISO 8601, milliseconds. */
const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}[.\d]*[+-]\d{2}:\d{2}$/;
const isoOf = (v: string): string =>
  v.endsWith("+00:00") ? `${v.slice(0, 19)}.${v.slice(20, -6).slice(0, 3).padEnd(3, "0")}Z` : new Date(v).toISOString();
/** Goes through objects and lists; everything that is no time stays as it is. */
export function isoTimes<T>(value: T): T {
  if (typeof value === "string") return (value.length >= 25 && value[10] === "T" && ISO.test(value) ? isoOf(value) : value) as T;
  if (Array.isArray(value)) return value.map(isoTimes) as T;
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, isoTimes(v)])) as T;
}
