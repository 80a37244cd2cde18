/** The address library: key 86 maps province codes to names, each province its cities, each city its counties. */
export type AddressLibrary = Readonly<Record<string, Readonly<Record<string, string>>>>;

export interface AddressCodes {
  province_code: string;
  city_code: string;
  county_code: string;
}

const ROOT = "86";
const KEY = /^\d{2,6}$/;
const isMap = (v: unknown): v is Record<string, unknown> => typeof v === "object" && v !== null && !Array.isArray(v);

/** Accepts only nested maps of digit keys and text values, copied under null prototypes; null for anything else. */
export function readAddressLibrary(value: unknown): AddressLibrary | null {
  if (!isMap(value) || !isMap(value[ROOT])) return null;
  const library: Record<string, Record<string, string>> = Object.create(null);
  for (const key of Object.keys(value)) {
    const part = value[key];
    if (!KEY.test(key) || !isMap(part)) return null;
    const names: Record<string, string> = Object.create(null);
    for (const [code, name] of Object.entries(part)) {
      if (!KEY.test(code) || typeof name !== "string") return null;
      names[code] = name;
    }
    library[key] = names;
  }
  return library;
}

/** Province in key 86, city in that province, county one of the city's; empty where the city has none. */
export function isAddress(library: AddressLibrary, { province_code, city_code, county_code }: AddressCodes): boolean {
  if (library[ROOT]?.[province_code] === undefined || library[province_code]?.[city_code] === undefined) return false;
  const counties = library[city_code];
  if (!counties || Object.keys(counties).length === 0) return county_code === "";
  return counties[county_code] !== undefined;
}

/** "江苏省 苏州市 姑苏区"; codes that are not in the library are left out. */
export const addressName = (library: AddressLibrary, { province_code, city_code, county_code }: AddressCodes): string =>
  [library[ROOT]?.[province_code], library[province_code]?.[city_code], library[city_code]?.[county_code]].filter(Boolean).join(" ");
