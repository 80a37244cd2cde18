/** 领区检查: what nobody takes or two take, and which post takes one person. */
import { hasDistrict, VISA_CENTRE, type embassyApi } from "@visadesk/contract/base-data/embassy.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { Cover } from "@visadesk/contract/product/snapshot.ts";
import type { Ctx } from "#kit/call/context.ts";
import { only } from "#kit/files/objects.ts";
import { badInput } from "#kit/http/refuse.ts";
import { areaName, cityCodes, homeCheck, mainlandProvinces, plainCity, provinceCodes } from "./address.ts";
import { accepts, checkProvince, unionCover, type Acceptance, type AcceptPerson, type Home } from "./district.rules.ts";
import { areaText, type Places } from "../country/embassy.rules.ts";
import { postsOf, type PostRow } from "../country/embassy.sql.ts";
import { toCover } from "../record/reference.sql.ts";

type Api = typeof embassyApi;
type Checked = Output<Api["district_check_get"]>;
type Post = Checked["posts"][number];

/** Provinces a district may name, 香港, 澳门 and 台湾 among them. */
export const places: Places = { provinces: provinceCodes, citiesOf: cityCodes, nameOf: areaName };
const regions = provinceCodes.filter((code) => !mainlandProvinces.includes(code));

const postOf = (p: PostRow): Post => only(p, ["id", "name", "short_name", "embassy_type", "district_name"]);
/** 市辖区 says nothing without its province. */
const cityName = (province: string, city: string): string => plainCity(areaName(city)) || areaName(province);
const stateOf = (c: { missing: string[]; double: string[] }, isLimited: boolean): Checked["provinces"][number]["province_state"] => {
  if (!isLimited) return "unlimited";
  return c.missing.length > 0 ? "missing" : c.double.length > 0 ? "double" : "unique";
};

/** Missions of a country that are in use against the 31 provinces; those that take anybody stand apart. */
export async function districtCheckGet({ country_id }: Parsed<Api["district_check_get"]>, ctx: Ctx): Promise<Checked> {
  const missions = (await postsOf(ctx.db, country_id)).filter((p) => p.status === 1 && hasDistrict(p.embassy_type));
  const limited = missions.filter((p) => p.domicile_limit);
  const covers = limited.map(toCover);
  const check = (province: string): Checked["provinces"][number] => {
    const found = checkProvince(covers, province, cityCodes(province));
    const named = (cities: readonly string[]): string[] => [...new Set(cities.map((city) => cityName(province, city)))];
    return {
      province_code: province,
      province_name: areaName(province),
      province_state: stateOf(found, limited.length > 0),
      cells: found.cells.map((c) => c && { text: areaText(c.area, places), is_double: c.is_double }),
      missing_cities: named(found.missing),
      double_cities: named(found.double),
    };
  };
  const provinces = mainlandProvinces.map(check);
  const count = (state: string): number => provinces.filter((p) => p.province_state === state).length;
  return {
    posts: limited.map(postOf),
    unlimited: missions.filter((p) => !p.domicile_limit).map(postOf),
    provinces,
    regions: regions.map(check),
    missing: count("missing"),
    double: count("double"),
  };
}

const home = (province_code: string | undefined, city_code: string | undefined): Home => ({
  province_code: province_code ?? null,
  city_code: city_code ?? null,
});
const homeFault = (path: string, h: Home): { path: string; message: string }[] => {
  const message = homeCheck(h.province_code, h.city_code);
  return message ? [{ path, message }] : [];
};

const WHY: Readonly<Record<(Acceptance & { ok: true })["by"], string>> = {
  unlimited: "不限户籍，任何地区都可以办理",
  household: "户籍在领区内",
  residence: "居住地在领区内",
  relative: "直系亲属随主申请人",
  unknown: "户籍与居住地都未填写",
};

/** The main applicant is judged by the same post first: relatives follow him there and nowhere else. */
function judge(cover: Cover, person: AcceptPerson, main: Home | null): Acceptance {
  const alone = (household: Home): AcceptPerson => ({
    household,
    residence: home(undefined, undefined),
    relation: "self",
    main_accepted: false,
  });
  return accepts(cover, { ...person, main_accepted: main?.province_code ? accepts(cover, alone(main)).ok : false });
}

/** Posts that take him for a reason, then those that take anybody, then those that do not. */
const rankOf = (v: Acceptance): number => (!v.ok ? 2 : v.by === "unlimited" ? 1 : 0);

/** Which posts of a country take a person, by what, and which paper that costs him. */
export async function districtAcceptsGet(
  input: Parsed<Api["district_accepts_get"]>,
  ctx: Ctx,
): Promise<Output<Api["district_accepts_get"]>> {
  const household = home(input.household_province, input.household_city);
  const residence = home(input.residence_province, input.residence_city);
  const main = input.relation === "self" ? null : home(input.main_province, input.main_city);
  const issues = [
    ...homeFault("household_city", household),
    ...homeFault("residence_city", residence),
    ...(main ? homeFault("main_city", main) : []),
  ];
  if (issues.length > 0) throw badInput(...issues);
  const posts = await postsOf(ctx.db, input.country_id);
  const coverOf = (p: PostRow): Cover => {
    const parents = posts.filter((m) => p.embassy_type === VISA_CENTRE && p.parent_ids.includes(m.id)).map(toCover);
    return unionCover(parents) ?? toCover(p);
  };
  const judged = posts
    .filter((p) => p.status === 1)
    .map((p) => ({
      post: postOf(p),
      verdict: judge(coverOf(p), { household, residence, relation: input.relation, main_accepted: false }, main),
    }));
  // Beside posts with districts, one without any is rather unfinished than open to everybody.
  const mixed = posts.some((p) => p.status === 1 && p.domicile_limit);
  const list = judged
    .toSorted((a, b) => rankOf(a.verdict) - rankOf(b.verdict))
    .map(({ post, verdict: v }) => ({
      ...post,
      ok: v.ok,
      reason: !v.ok ? v.reason : v.by === "unlimited" && mixed ? "未设户籍限制，请先核实该馆领区" : WHY[v.by],
      extra_paper: v.ok && v.residence_paper ? "居住证" : null,
    }));
  return { list };
}
