import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { baseDataApi } from "@visadesk/contract/base-data/base-data.ts";
import type { Db } from "#kit/db/db.ts";
import { initialsOf, typedAs } from "#kit/pinyin.ts";
import { and, q, rows } from "#kit/db/sql.ts";

type Country = Output<typeof baseDataApi.country_get>[number];
type EmbassyPick = Output<typeof baseDataApi.embassy_pick>["list"][number];

/** All 250, hot ones first, then by pinyin. */
export const countryRows = (db: Db): Promise<Country[]> =>
  rows<Country>(
    db,
    q`
    select id, id as code2, code3, name_zh, name_en, pinyin, initial, continent, flag_emoji, is_region, is_hot, status
    from countries order by is_hot desc, pinyin collate "C", id`,
  );

/** Enabled countries by name, pinyin, initials or code; what was typed in full stands first. */
export async function findCountries(db: Db, keyword: string): Promise<Country[]> {
  const typed = keyword.toLowerCase();
  const isWhole = (c: Country): boolean => [c.name_zh, c.id.toLowerCase(), c.pinyin, initialsOf(c.name_zh)].includes(typed);
  const found = (await countryRows(db)).filter((c) => c.status === 1 && (isWhole(c) || typedAs(keyword, c.name_zh)));
  return [...found.filter(isWhole), ...found.filter((c) => !isWhole(c))];
}

const MAX_PICKS = 300;
/** Enabled posts of a country or a keyword, by name, city or initials. */
export async function embassyPicks(
  db: Db,
  input: { country_id?: string | undefined; keyword?: string | undefined },
  now: Date,
): Promise<EmbassyPick[]> {
  const all = await rows<EmbassyPick>(
    db,
    q`
    select id, name, short_name, country_id, embassy_type, city, district_name,
           (verified_at is not null and verified_at > ${now}::timestamptz - make_interval(months => verify_months)) as is_verified
    from embassies
    where ${and([q`status = 1`, input.country_id && q`country_id = ${input.country_id}`])}
    order by country_id, embassy_type, id`,
  );
  const { keyword } = input;
  return all.filter((e) => !keyword || typedAs(keyword, `${e.name} ${e.short_name} ${e.city}`)).slice(0, MAX_PICKS);
}
