/** Words and cells of a country that list, form and sheet share. */
import { Flag } from "#kit/page/flag.tsx";
import { Mark } from "#kit/page/flow-tag.tsx";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { VISA_POLICIES } from "@visadesk/contract/base-data/base-data.ts";
import type { countryApi } from "@visadesk/contract/base-data/country.ts";

export type Country = Output<typeof countryApi.country_detail_get>;

const FREE: ReadonlySet<string> = new Set(["free", "arrival"]);
/** 免签 30天, 需签证. */
export const policyText = (c: Pick<Country, "visa_policy" | "visa_free_days">): string =>
  `${VISA_POLICIES[c.visa_policy]}${c.visa_free_days === null ? "" : ` ${c.visa_free_days}天`}`;

/** What the policy means for a sale, as a tone: no visa needed, one from afar, one to be handed in, unknown. */
export const PolicyMark = ({ country: c }: { country: Pick<Country, "visa_policy" | "visa_free_days"> }) => (
  <Mark tone={c.visa_policy === "unknown" ? "orange" : FREE.has(c.visa_policy) ? "green" : c.visa_policy === "required" ? "blue" : "grey"}>
    {policyText(c)}
  </Mark>
);

/** 6个月 · 2页; what is not asked for is said so. */
export const passportText = (c: Pick<Country, "passport_months" | "blank_pages">): string =>
  `${c.passport_months > 0 ? `${c.passport_months}个月` : "有效即可"} · ${c.blank_pages > 0 ? `${c.blank_pages}页` : "页数不限"}`;

export const CountryName = ({ country: c }: { country: Pick<Country, "flag_emoji" | "name_zh" | "is_region"> }) => (
  <>
    <Flag emoji={c.flag_emoji} />
    {c.name_zh}
    {c.is_region && <Mark>地区</Mark>}
  </>
);
