/** Places by the names people write in sheets, as codes of the address library. */
import { areaName, cityCodes, countyCodes, plainCity, provinceCodes } from "./address.ts";

export interface PlaceWords {
  province: string;
  city: string;
  county?: string;
}
type Named = { code: string } | { field: keyof PlaceWords; message: string };
export type Place = { province_code: string; city_code: string; county_code: string } | { field: keyof PlaceWords; message: string };

/** By its whole name, or by its beginning where only one begins so: 江苏 is 江苏省. */
function among(codes: readonly string[], word: string): string | undefined {
  const whole = codes.find((c) => areaName(c) === word || c === word);
  if (whole !== undefined || word.length < 2) return whole;
  const [only, ...others] = codes.filter((c) => areaName(c).startsWith(word));
  return others.length === 0 ? only : undefined;
}
/** 市辖区, 县 and what a province administers itself: nobody writes them. */
const unnamedCities = (province: string): string[] => cityCodes(province).filter((c) => plainCity(areaName(c)) === "");

const provinceOf = (word: string): Named => {
  const code = among(provinceCodes, word);
  return code === undefined ? { field: "province", message: "地址库没有这个省份，请填写全称，如 江苏省" } : { code };
};
const isOwnCity = (province: string, word: string): boolean =>
  word === "" || word === "市辖区" || word === "县" || among([province], word) !== undefined;

/** Province, city and county of somebody's street; of a municipality the city may be left out. */
export function placeNamed({ province, city, county = "" }: PlaceWords): Place {
  const at = provinceOf(province);
  if (!("code" in at)) return at;
  const named = among(cityCodes(at.code), city);
  const inside = unnamedCities(at.code);
  if (named === undefined && !(isOwnCity(at.code, city) && inside.length > 0)) {
    // 仙桃市 and the like stand among the counties of a province.
    const own = inside.find((c) => among(countyCodes(c), city) !== undefined);
    if (own !== undefined && county === "")
      return { province_code: at.code, city_code: own, county_code: among(countyCodes(own), city) ?? "" };
    return { field: "city", message: city === "" ? "请填写市" : `${areaName(at.code)}没有这个市，请填写全称，如 苏州市` };
  }
  const cities = named === undefined || inside.includes(named) ? inside : [named];
  const counties = cities.flatMap(countyCodes);
  const [first = ""] = cities;
  if (counties.length === 0)
    return county === ""
      ? { province_code: at.code, city_code: first, county_code: "" }
      : { field: "county", message: `${areaName(first)}没有区县，请留空` };
  const code = among(counties, county);
  if (code === undefined)
    return { field: "county", message: county === "" ? "请填写区" : `${areaName(first)}没有这个区县，请填写全称，如 姑苏区` };
  return { province_code: at.code, city_code: cities.find((c) => countyCodes(c).includes(code)) ?? first, county_code: code };
}

/** Of a household: a province, and a city of it where one is said. */
export function homeNamed({ province, city }: PlaceWords): Place {
  if (province === "")
    return city === "" ? { province_code: "", city_code: "", county_code: "" } : { field: "province", message: "请填写户籍省" };
  const at = provinceOf(province);
  if (!("code" in at)) return at;
  const named = among(cityCodes(at.code), city);
  if (named === undefined && !isOwnCity(at.code, city))
    return { field: "city", message: `${areaName(at.code)}没有这个市，请填写全称，如 苏州市` };
  return { province_code: at.code, city_code: named ?? "", county_code: "" };
}
