/** Times inside JSON that the database built, as every other answer writes them: UTC, ISO 8601, milliseconds. */
const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}[.\d]*[+-]\d{2}:\d{2}$/;
/** Goes through objects and lists; everything that is no time stays as it is. */
export function isoTimes<T>(value: T): T {
  if (typeof value === "string") return (ISO.test(value) ? new Date(value).toISOString() : value) as T;
  if (Array.isArray(value)) return value.map(isoTimes) as T;
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, isoTimes(v)])) as T;
}
