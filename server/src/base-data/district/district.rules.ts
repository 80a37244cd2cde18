import type { Area, Cover } from "@visadesk/contract/product/snapshot.ts";
import { areaName } from "./address.ts";

export interface Home {
  province_code: string | null;
  city_code: string | null;
}
export interface AcceptPerson {
  household: Home;
  residence: Home;
  relation: "self" | "spouse" | "child" | "parent" | "other";
  /** Whether the main applicant of this person is accepted on his own. */
  main_accepted: boolean;
}
/** `unknown`: neither household nor residence is known yet, nothing to refuse. */
export type Acceptance =
  | { ok: true; by: "unlimited" | "household" | "residence" | "relative" | "unknown"; residence_paper: boolean }
  | { ok: false; reason: string };

const inside = (area: readonly Area[], home: Home): boolean =>
  area.some((a) => {
    if (a.province_code !== home.province_code) return false;
    if (a.only_cities.length === 0 && a.except_cities.length === 0) return true;
    if (!home.city_code) return false;
    return a.only_cities.length > 0 ? a.only_cities.includes(home.city_code) : !a.except_cities.includes(home.city_code);
  });

/** Whether a mission or product takes a person, and by what; the sentence names the place it does not take. */
export function accepts(cover: Cover, person: AcceptPerson): Acceptance {
  const yes = (by: (Acceptance & { ok: true })["by"], residence_paper = false): Acceptance => ({ ok: true, by, residence_paper });
  if (cover.mode === "all" || !cover.domicile_limit) return yes("unlimited");
  if (!person.household.province_code && !person.residence.province_code) return yes("unknown");
  if (inside(cover.area, person.household)) return yes("household");
  if (cover.residence_counts && inside(cover.area, person.residence)) return yes("residence", true);
  const relative = person.relation === "spouse" || person.relation === "parent" || person.relation === "child";
  if (cover.follow_relative && relative && person.main_accepted) return yes("relative");
  const home = person.household.province_code ? person.household : person.residence;
  return {
    ok: false,
    reason: `不在受理领区：${cover.district_name || "该商品"}不受理${areaName(home.province_code)}${areaName(home.city_code)}`,
  };
}

/** What a visa centre takes: the union of its parents. One parent without a limit lifts it. */
export function unionCover(parents: readonly Cover[]): Cover | null {
  const [first] = parents;
  if (!first) return null;
  return {
    mode: "district",
    district_name: parents
      .map((p) => p.district_name)
      .filter(Boolean)
      .join("、"),
    domicile_limit: parents.every((p) => p.domicile_limit),
    residence_counts: parents.some((p) => p.residence_counts),
    follow_relative: parents.some((p) => p.follow_relative),
    area: parents.flatMap((p) => p.area),
  };
}

export interface ProvinceCheck {
  missing: string[];
  double: string[];
  /** Per post: null where it takes nothing of the province, else whether another post takes some of the same. */
  cells: ({ area: Area; is_double: boolean } | null)[];
}
/** One province against the posts of a country. A province without cities counts as one. */
export function checkProvince(posts: readonly Cover[], province: string, cities: readonly string[]): ProvinceCheck {
  const takes = (p: Cover, city: string): boolean => inside(p.area, { province_code: province, city_code: city || null });
  const known = cities.length > 0 ? cities : [""];
  const takers = new Map(known.map((city) => [city, posts.filter((p) => takes(p, city))]));
  const having = (fits: (n: number) => boolean): string[] => known.filter((city) => fits(takers.get(city)?.length ?? 0));
  const double = having((n) => n > 1);
  return {
    missing: having((n) => n === 0),
    double,
    cells: posts.map((p) => {
      const area = p.area.find((a) => a.province_code === province);
      return area ? { area, is_double: double.some((city) => takes(p, city)) } : null;
    }),
  };
}

/** Provinces of the mainland that no post, or more than one post, accepts. Cities split between posts count as one. */
export function districtHoles(
  posts: readonly Cover[],
  provinces: readonly string[],
  citiesOf: (province: string) => readonly string[],
): { missing: string[]; double: string[] } {
  const checks = provinces.map((province) => ({ province, ...checkProvince(posts, province, citiesOf(province)) }));
  return {
    missing: checks.filter((c) => c.missing.length > 0).map((c) => c.province),
    double: checks.filter((c) => c.double.length > 0).map((c) => c.province),
  };
}
