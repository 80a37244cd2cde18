/** Decisions about countries: pure. */
import { VISA_POLICIES } from "@visadesk/contract/base-data/base-data.ts";
import { CHINA_REGIONS } from "@visadesk/contract/base-data/country.ts";
import type { Issue } from "@visadesk/contract/kit/envelope.ts";

/** Hong Kong, Macao and Taiwan are named and marked as regions of China. */
export function regionIssues(id: string, c: { name_zh: string; is_region: boolean }): Issue[] {
  const message = "港澳台须标为中国的地区";
  if (!CHINA_REGIONS.has(id)) return [];
  return [
    ...(c.name_zh.startsWith("中国") ? [] : [{ path: "name_zh", message: `${message}，名称以“中国”开头` }]),
    ...(c.is_region ? [] : [{ path: "is_region", message }]),
  ];
}

const STAYS: ReadonlySet<string> = new Set(["free", "arrival", "evisa", "eta"]);
/** Whoever needs a visa has no days without one. */
export const stayIssues = (c: { visa_policy: keyof typeof VISA_POLICIES; visa_free_days: number | null }): Issue[] =>
  c.visa_free_days === null || STAYS.has(c.visa_policy)
    ? []
    : [{ path: "visa_free_days", message: `签证政策为“${VISA_POLICIES[c.visa_policy]}”时没有停留天数，请清空或更改签证政策` }];

const LETTER_A = 65;
const FLAG_A = 0x1f1e6;
/** The flag of a code as an emoji; Taiwan carries none. */
export const flagOf = (code: string): string =>
  code === "TW" ? "" : String.fromCodePoint(...[...code].map((c) => FLAG_A + c.charCodeAt(0) - LETTER_A));
