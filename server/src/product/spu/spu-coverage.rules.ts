/** Which SKU of an SPU takes whom: pure. */
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { Cover } from "@visadesk/contract/product/snapshot.ts";
import type { spuApi } from "@visadesk/contract/product/spu.ts";
import { accepts } from "../../base-data/index.ts";

export interface Taker {
  sku_id: number;
  service_level: string;
  cover: Cover;
}
export interface Places {
  provinces: readonly string[];
  citiesOf: (province: string) => readonly string[];
  nameOf: (code: string) => string;
  /** What a city is called in its province; 市辖区 has no name of its own. */
  cityName: (province: string, city: string) => string;
  isMainland: (province: string) => boolean;
}
type Coverage = Output<typeof spuApi.spu_coverage_get>;
export type Province = Coverage["provinces"][number];
type Cell = Province["cells"][number];

const NOWHERE = { province_code: null, city_code: null };
const ALONE = { relation: "self", main_accepted: false } as const;
export const isUnlimited = (cover: Cover): boolean => cover.mode === "all" || !cover.domicile_limit;

const home = (province_code: string, city: string) => ({ province_code, city_code: city || null });
const byHousehold = (cover: Cover, province: string, city: string): boolean =>
  accepts(cover, { ...ALONE, household: home(province, city), residence: NOWHERE }).ok;
const byResidence = (cover: Cover, province: string, city: string): boolean =>
  accepts(cover, { ...ALONE, household: NOWHERE, residence: home(province, city) }).ok;

/** Empty for all of the province, else the shorter way to say it. */
function areaText(taken: readonly string[], left: readonly string[]): string {
  if (left.length === 0) return "";
  return taken.length <= left.length ? `仅${taken.join("、")}` : `除${left.join("、")}外`;
}

function stateOf(taken: number, missing: number, double: number, isMainland: boolean): Province["state"] {
  if (taken === 0) return isMainland ? "hole" : "apart";
  if (missing > 0) return isMainland ? "part" : "apart";
  return double > 0 ? "double" : "single";
}

/** Two SKU of one service level in one place are in each other's way; of different levels they are a choice. */
function isDouble(cities: readonly string[], mine: Taker, province: string, takers: readonly Taker[]): boolean {
  const rivals = takers.filter((t) => t.sku_id !== mine.sku_id && t.service_level === mine.service_level);
  return cities.some((city) => byHousehold(mine.cover, province, city) && rivals.some((t) => byHousehold(t.cover, province, city)));
}

function provinceOf(takers: readonly Taker[], province: string, places: Places): Province {
  const known = places.citiesOf(province);
  const cities = known.length > 0 ? known : [""];
  const named = (some: readonly string[]): string[] => [...new Set(some.map((city) => places.cityName(province, city)))];
  const cells = takers.flatMap((t): Cell[] => {
    const household = cities.filter((city) => byHousehold(t.cover, province, city));
    const residence = cities.filter((city) => byResidence(t.cover, province, city));
    const taken = household.length > 0 ? household : residence;
    if (taken.length === 0) return [];
    const left = cities.filter((city) => !taken.includes(city));
    return [
      {
        sku_id: t.sku_id,
        area_text: areaText(named(taken), named(left)),
        by_household: household.length > 0,
        by_residence: residence.length > 0,
        is_double: isDouble(household, t, province, takers),
      },
    ];
  });
  const missing = cities.filter((city) => !takers.some((t) => byHousehold(t.cover, province, city)));
  const double = cities.filter((city) => takers.some((t) => isDouble([city], t, province, takers)));
  return {
    province_code: province,
    province_name: places.nameOf(province),
    state: stateOf(cities.length - missing.length, missing.length, double.length, places.isMainland(province)),
    missing_cities: missing.length === cities.length ? [] : named(missing),
    double_cities: named(double),
    cells,
  };
}

/** Every province against the SKU; the totals count the mainland. */
export function coverageOf(takers: readonly Taker[], places: Places): Omit<Coverage, "skus"> {
  const provinces = places.provinces.map((p) => provinceOf(takers, p, places));
  const count = (fits: (p: Province) => boolean): number => provinces.filter((p) => places.isMainland(p.province_code) && fits(p)).length;
  return {
    provinces,
    hole: count((p) => p.state === "hole"),
    part: count((p) => p.state === "part"),
    double: count((p) => p.double_cities.length > 0),
  };
}
