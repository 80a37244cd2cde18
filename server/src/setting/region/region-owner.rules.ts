/** Decisions about owners of regions; days are plain dates, so they compare as texts. */
import type { Issue } from "@visadesk/contract/kit/envelope.ts";

export interface Days {
  from_date: string;
  to_date: string | null;
}

export const hasBegun = (row: Days, today: string): boolean => row.from_date <= today;
export const hasEnded = (row: Days, today: string): boolean => row.to_date !== null && row.to_date < today;

/** What the log of a row tells when its end is set. */
export const endChange = (row: Pick<Days, "to_date">, to: string) => ({
  field: "to_date",
  label: "结束日期",
  before: row.to_date,
  after: to,
});
/** What the log of a successor tells about where it comes from. */
export const successionOf = (row: Pick<Days, "from_date"> & { id: number }): string => `接替${row.from_date}起的记录（编号${row.id}）`;

export const daysFaults = (days: Days, today: string): Issue[] => [
  ...(days.from_date < today ? [{ path: "from_date", message: "生效日期不能早于今天" }] : []),
  ...(days.to_date !== null && days.to_date < days.from_date ? [{ path: "to_date", message: "结束日期不能早于生效日期" }] : []),
];

/** Provinces and cities of the address library, as the rules need them. */
export interface Places {
  provinces: readonly string[];
  citiesOf: (province: string) => readonly string[];
}

export const provinceOf = (code: string): string => `${code.slice(0, 2)}0000`;
export const isPlace = (code: string, places: Places): boolean =>
  places.provinces.includes(code) || places.citiesOf(provinceOf(code)).includes(code);

/** Codes whose owner says something about a place: the province with its cities, or the city with its province. */
export const related = (code: string, places: Places): string[] =>
  places.provinces.includes(code) ? [code, ...places.citiesOf(code)] : [code, provinceOf(code)];

/** The city's own row beats its province's. */
export const ownerAt = <T extends { area_code: string }>(rows: readonly T[], province: string, city: string | null): T | null =>
  rows.find((r) => city !== null && r.area_code === city) ?? rows.find((r) => r.area_code === province) ?? null;

export interface Cover<T> {
  owner: T | null;
  cities: T[];
  is_gap: boolean;
}
/** One province on a day: its own owner, cities listed alone, and whether some city has nobody. */
export function coverOf<T extends { area_code: string }>(rows: readonly T[], province: string, cities: readonly string[]): Cover<T> {
  const owner = ownerAt(rows, province, null);
  const alone = rows.filter((r) => cities.includes(r.area_code));
  return {
    owner,
    cities: alone,
    is_gap: owner === null && (cities.length === 0 || cities.some((c) => !alone.some((r) => r.area_code === c))),
  };
}

/** 「江苏省、浙江省；单列 苏州市」 */
export function placesText(codes: readonly string[], name: (code: string) => string, places: Places): string {
  const provinces = codes.filter((c) => places.provinces.includes(c)).map(name);
  const cities = codes.filter((c) => !places.provinces.includes(c)).map((c) => cityName(c, name));
  return [provinces.join("、"), cities.length > 0 ? `单列 ${cities.join("、")}` : ""].filter(Boolean).join("；");
}

/** 市辖区 and 县 are told apart by their province. */
export const cityName = (code: string, name: (code: string) => string): string => {
  const own = name(code);
  return own === "市辖区" || own === "县" || own.endsWith("行政区划") ? `${name(provinceOf(code))}${own}` : own;
};
