import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Address } from "@visadesk/contract/kit/field.ts";
import type { FileStore } from "#kit/files/files.ts";

const file = path.resolve(import.meta.dirname, "../../../seeds/gen/area86.json");
const text = readFileSync(file, "utf8");
const library: Readonly<Record<string, Readonly<Record<string, string>>>> = JSON.parse(text);
const children = new Map(Object.entries(library).map(([code, names]) => [code, new Map(Object.entries(names))]));
const names = new Map([...children.values()].flatMap((m) => [...m]));

/** Name of an area code, empty when there is none. */
export const areaName = (code: string | null | undefined): string => (code ? (names.get(code) ?? "") : "");
export const provinceCodes: readonly string[] = [...(children.get("86")?.keys() ?? [])];
export const cityCodes = (province: string): readonly string[] => [...(children.get(province)?.keys() ?? [])];
export const countyCodes = (city: string): readonly string[] => [...(children.get(city)?.keys() ?? [])];
/** Mainland provinces: consular districts say nothing about 香港, 澳门, 台湾. */
export const mainlandProvinces: readonly string[] = provinceCodes.filter((code) => Number(code) < 700_000);

/** Puts the address library into the file store and answers its link. New content is a new link, so clients reload it. */
export async function addressLibrary(files: Pick<FileStore, "put">): Promise<string> {
  const key = `public/area86-${createHash("sha256").update(text).digest("hex").slice(0, 16)}.json`;
  await files.put(key, file, "application/json; charset=utf-8");
  return `/storage/${key}`;
}

type Codes = Pick<Address, "province_code" | "city_code" | "county_code">;

/** Why an address is not valid, or null. The county is due exactly where the city has counties. */
export function addressCheck(address: Codes): string | null {
  if (!address.province_code || !address.city_code) return "请选择省市";
  const cities = children.get("86")?.has(address.province_code) ? children.get(address.province_code) : undefined;
  if (!cities?.has(address.city_code)) return "地址编码不存在";
  const counties = children.get(address.city_code);
  if (!counties) return address.county_code ? "地址编码不存在" : null;
  if (!address.county_code) return "请选择区县";
  return counties.has(address.county_code) ? null : "地址编码不存在";
}

/** Household: a province, and a city of it when given. */
export function homeCheck(province: string | null, city: string | null): string | null {
  if (!province) return city ? "请选择省市" : null;
  if (!children.get("86")?.has(province)) return "地址编码不存在";
  return !city || children.get(province)?.has(city) ? null : "地址编码不存在";
}

export interface AddressNames {
  province: string;
  city: string;
  county: string;
}
/** Names kept beside the codes at writing, so that old records stay readable. */
export const addressNames = (address: Codes): AddressNames => ({
  province: areaName(address.province_code),
  city: areaName(address.city_code),
  county: areaName(address.county_code),
});

/** 市辖区 and 县 between province and county are no city of their own. */
export const plainCity = (city: string): string => (city === "市辖区" || city === "县" || city.endsWith("行政区划") ? "" : city);

/** One line as printed on a label; 市辖区 and 县 between province and county say nothing to a courier. */
export function addressText(address: Address): string {
  const { province, city, county } = addressNames(address);
  return `${province}${plainCity(city)}${county}${address.detail}`;
}

/** The same of a stored public place, from the names kept beside its codes; those of the library where none were kept. */
export const placeText = (address: (Address & Partial<AddressNames>) | null): string => {
  if (!address) return "";
  const { province, city, county } = { ...addressNames(address), ...address };
  return `${province}${plainCity(city)}${county}${address.detail}`;
};
