/**
 * The days and instants that are taken anywhere: real ones of the years 1900 to 2999. Wide enough for births and
 * validity, narrow enough that a day more, another time zone and PostgreSQL still have a name for them.
 */
/** No day that is typed lies before it. */
export const FIRST = "1900-01-01";
const LAST = "2999-12-31";
export const YEARS_TAKEN = "1900 至 2999 年";

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-](0\d|1[0-4]):[0-5]\d)$/;

/** `YYYY-MM-DD`; 30 February is none. */
export function isDay(text: string): boolean {
  if (!DAY.test(text) || text < FIRST || text > LAST) return false;
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/** ISO 8601 with `Z` or an offset that some place on earth has. */
export function isInstant(text: string): boolean {
  if (!INSTANT.test(text) || !isDay(text.slice(0, 10))) return false;
  const at = Date.parse(text);
  return at >= Date.parse(`${FIRST}T00:00:00+08:00`) && at < Date.parse(`${LAST}T24:00:00+08:00`);
}
