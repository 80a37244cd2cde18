/** What a post must be before it is stored. */
import { DISTRICT_DUE, hasDistrict, VISA_CENTRE } from "@visadesk/contract/base-data/embassy.ts";
import type { Issue } from "@visadesk/contract/kit/envelope.ts";
import type { Area } from "@visadesk/contract/product/snapshot.ts";
import { isDeepStrictEqual } from "node:util";
import { keysOf } from "#kit/files/objects.ts";

export interface Places {
  provinces: readonly string[];
  citiesOf: (province: string) => readonly string[];
  nameOf: (code: string) => string;
}
interface DistrictFacts {
  embassy_type: number;
  domicile_limit: boolean;
  district_area: readonly Area[];
}

function areaFault(a: Area, seen: ReadonlySet<string>, places: Places): string | null {
  if (!places.provinces.includes(a.province_code)) return "地址编码不存在";
  const name = places.nameOf(a.province_code);
  if (seen.has(a.province_code)) return `${name}只能填写一次`;
  if (a.only_cities.length > 0 && a.except_cities.length > 0) return `${name}的受理城市与不受理城市只能填一种`;
  const own = places.citiesOf(a.province_code);
  return [...a.only_cities, ...a.except_cities].every((c) => own.includes(c)) ? null : "城市不属于所选省份";
}

/** Faults of the district of a mission; visa centres and online systems have none of their own. */
export function districtFaults(e: DistrictFacts, places: Places): Issue[] {
  if (!hasDistrict(e.embassy_type)) return [];
  if (e.domicile_limit && e.district_area.length === 0) return [{ path: "district_area", message: DISTRICT_DUE }];
  const seen = new Set<string>();
  for (const a of e.district_area) {
    const message = areaFault(a, seen, places);
    if (message) return [{ path: "district_area", message }];
    seen.add(a.province_code);
  }
  return [];
}

export const hoursFaults = (e: { open_from: string; open_to: string }): Issue[] =>
  e.open_from < e.open_to ? [] : [{ path: "open_to", message: "受理结束须晚于受理开始" }];

type TypeFacts = DistrictFacts & { operator: string; parent_ids: readonly number[] };
/** What a type does not have, as it is when nobody fills it. */
const lacking = (type: number): Partial<TypeFacts> => ({
  ...(type !== VISA_CENTRE && { operator: "embassy", parent_ids: [] }),
  ...(!hasDistrict(type) && { domicile_limit: false, district_area: [] }),
});
/** Fields that do not belong to the type are emptied, so that a change of type leaves nothing behind. */
export const ofType = <T extends TypeFacts>(e: T): T => ({ ...e, ...lacking(e.embassy_type) });

const NOT_OF_TYPE: Readonly<Record<string, string>> = {
  operator: "只有签证中心填写运营方，请先把类型改为签证中心",
  parent_ids: "只有签证中心有所属使领馆，请先把类型改为签证中心",
  domicile_limit: "签证中心和线上系统没有自己的领区，请在所属使领馆中设置",
  district_area: "签证中心和线上系统没有自己的领区，请在所属使领馆中设置",
};
/** Typed fields that the type does not have: refused, never dropped. */
export const typedFaults = (type: number, typed: Partial<TypeFacts>): Issue[] =>
  keysOf(lacking(type)).flatMap((path) =>
    typed[path] === undefined || isDeepStrictEqual(typed[path], lacking(type)[path]) ? [] : [{ path, message: NOT_OF_TYPE[path] ?? "" }],
  );

const named = (codes: readonly string[], places: Places): string => codes.map(places.nameOf).join("、");
/** What a post takes of one province: 全部, 仅大连市, 除大连市外. */
export const areaText = (a: Area, places: Places): string =>
  a.only_cities.length > 0
    ? `仅${named(a.only_cities, places)}`
    : a.except_cities.length > 0
      ? `除${named(a.except_cities, places)}外`
      : "全部";

/** A whole district in words, for the log. */
export const districtText = (areas: readonly Area[], places: Places): string =>
  areas
    .map((a) => `${places.nameOf(a.province_code)}${a.only_cities.length + a.except_cities.length > 0 ? `（${areaText(a, places)}）` : ""}`)
    .join("、");
