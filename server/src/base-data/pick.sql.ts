import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { baseDataApi } from "@visadesk/contract/base-data/base-data.ts";
import type { Db } from "#kit/db.ts";
import { likeOf } from "#kit/grams.ts";
import { and, q, rows } from "#kit/sql.ts";

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

/** Enabled posts of a country or a keyword. */
export const embassyPicks = (
  db: Db,
  input: { country_id?: string | undefined; keyword?: string | undefined },
  now: Date,
): Promise<EmbassyPick[]> =>
  rows<EmbassyPick>(
    db,
    q`
    select id, name, short_name, country_id, embassy_type, city, district_name,
           (verified_at is not null and verified_at > ${now}::timestamptz - make_interval(months => verify_months)) as is_verified
    from embassies
    where ${and([q`status = 1`, input.country_id && q`country_id = ${input.country_id}`, input.keyword && q`lower(name || ' ' || short_name || ' ' || city) like ${likeOf(input.keyword)}`])}
    order by country_id, embassy_type, id limit 300`,
    { named: false },
  );
