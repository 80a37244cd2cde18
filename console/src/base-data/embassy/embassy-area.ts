/** Provinces and cities of a district: the picker of provinces, and what ticking does. */
import type { Province } from "#shared/provinces.ts";

export interface Area {
  province_code: string;
  only_cities: string[];
  except_cities: string[];
}
/** What a post takes of one province. */
export type Share = "none" | "whole" | "some";

export const areaOf = (areas: readonly Area[], province: string): Area | undefined => areas.find((a) => a.province_code === province);
export const shareOf = (a: Area | undefined): Share => (!a ? "none" : a.only_cities.length + a.except_cities.length > 0 ? "some" : "whole");
export const takesCity = (a: Area | undefined, city: string): boolean =>
  a !== undefined && (a.only_cities.length > 0 ? a.only_cities.includes(city) : !a.except_cities.includes(city));

const whole = (province_code: string): Area => ({ province_code, only_cities: [], except_cities: [] });
const put = (areas: readonly Area[], province: string, area: Area | null): Area[] => {
  const rest = areas.filter((a) => a.province_code !== province);
  return area ? [...rest, area].toSorted((a, b) => a.province_code.localeCompare(b.province_code)) : rest;
};

/** A whole province in or out; a province of which some is taken becomes whole. */
export const tickProvince = (areas: readonly Area[], province: string, on: boolean): Area[] =>
  put(areas, province, on ? whole(province) : null);

const toggled = (list: readonly string[], city: string, on: boolean): string[] => (on ? [...list, city] : list.filter((c) => c !== city));

/** One city in or out. From nothing it is listed as taken, from the whole province as not taken: so 其余 stays what it was meant to be. */
export function tickCity(areas: readonly Area[], province: Province, city: string, on: boolean): Area[] {
  const all = province.cities.length;
  const now = areaOf(areas, province.code);
  if (!now || now.only_cities.length > 0) {
    const only_cities = toggled(now?.only_cities ?? [], city, on);
    const area = only_cities.length === all ? whole(province.code) : { ...whole(province.code), only_cities };
    return put(areas, province.code, only_cities.length === 0 ? null : area);
  }
  const except_cities = toggled(now.except_cities, city, !on);
  return put(areas, province.code, except_cities.length === all ? null : { ...now, except_cities });
}

/** Provinces nobody has so far, added whole: the explicit rest. */
export const withRest = (areas: readonly Area[], taken: ReadonlySet<string>, mainland: readonly string[]): Area[] =>
  mainland.filter((p) => !taken.has(p) && !areaOf(areas, p)).reduce<Area[]>((all, p) => tickProvince(all, p, true), [...areas]);

/** 香港, 澳门, 台湾 lie outside of consular districts of the mainland. */
export const isMainland = (province: string): boolean => Number(province) < 700_000;
