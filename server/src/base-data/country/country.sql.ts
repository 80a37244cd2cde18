import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { countryApi } from "@visadesk/contract/base-data/country.ts";
import type { Db } from "#kit/db/db.ts";
import type { ListDef } from "#kit/db/page.ts";
import { and, likeText, q, raw, row, rows, type Sql } from "#kit/db/sql.ts";
import type { ProductDoor } from "../doors.ts";

type Api = typeof countryApi;
export type CountryRow = Output<Api["country_detail_get"]>;
type Sheet = Output<Api["country_sheet_get"]>;
type Products = Pick<ProductDoor, "usedCountOf">;

/** Never verified, or longer ago than its period; `alias` is a table with the stamp's columns. */
export const verifyDue = (alias: string, now: Date): Sql =>
  q`(${raw(alias)}.verified_at is null or ${raw(alias)}.verified_at <= ${now}::timestamptz - make_interval(months => ${raw(alias)}.verify_months))`;

const columns = (products: Products, now: Date): Sql => q`
  c.id, c.flag_emoji, c.code3, c.code_num, c.name_zh, c.name_en, c.pinyin, c.initial, c.continent, c.cover, c.is_region, c.is_schengen, c.is_hot,
  c.capital, c.currencies, c.phone_codes, c.languages, c.time_zone, c.plug, c.emergency_phone, c.cn_mission_phone,
  c.visa_policy, c.visa_free_days, c.policy_note, c.passport_months, c.blank_pages, c.sort, c.remark, c.status, c.source,
  c.verified_at, c.verify_months, nullif(w.nickname, '') as verified_by_name, ${verifyDue("c", now)} as is_verify_due,
  (select count(*)::int from embassies e where e.country_id = c.id) as embassy_count,
  (select count(*)::int from spus s where s.country_id = c.id) as spu_count,
  ${products.usedCountOf("country", raw("c.id"))} as used_count,
  (select count(*)::int from official_fees f where f.country_ids @> array[c.id] and (f.effective_to is null or f.effective_to > ${now})) as fee_count,
  c.version, c.updated_at`;
const FROM = raw("countries c");
const JOINS = raw("left join workers w on w.id = c.verified_by");

export const countryRow = (db: Db, products: Products, id: string, now: Date): Promise<CountryRow | undefined> =>
  row<CountryRow>(db, q`select ${columns(products, now)} from ${FROM} ${JOINS} where c.id = ${id}`);

export interface CountryFilter {
  keyword?: string | undefined;
  continent?: readonly string[] | undefined;
  visa_policy?: readonly string[] | undefined;
  status?: 0 | 1 | undefined;
  is_schengen?: boolean | undefined;
  is_hot?: boolean | undefined;
  is_verify_due?: boolean | undefined;
}

/** By name, pinyin with or without the rest of the word, and the codes. */
const called = (keyword: string): Sql => {
  const like = `%${likeText(keyword.toLowerCase())}%`;
  return q`(lower(c.name_zh || ' ' || c.name_en || ' ' || c.pinyin) like ${like} or lower(c.id) = ${keyword.toLowerCase()} or lower(c.code3) = ${keyword.toLowerCase()} or c.code_num = ${keyword})`;
};

/** Enabled ones first, then by 排序, hot ones, and name. */
const IN_ORDER = `(case when c.status = 1 then '0' else '1' end || lpad(c.sort::text, 5, '0') || case when c.is_hot then '0' else '1' end || c.pinyin) collate "C"`;

export const countryList = (f: CountryFilter, products: Products, now: Date): ListDef => ({
  from: FROM,
  where: and([
    f.keyword && called(f.keyword),
    f.continent && q`c.continent = any(${[...f.continent]}::text[])`,
    f.visa_policy && q`c.visa_policy = any(${[...f.visa_policy]}::text[])`,
    f.status !== undefined && q`c.status = ${f.status}`,
    f.is_schengen !== undefined && q`c.is_schengen = ${f.is_schengen}`,
    f.is_hot !== undefined && q`c.is_hot = ${f.is_hot}`,
    f.is_verify_due !== undefined && q`${verifyDue("c", now)} = ${f.is_verify_due}`,
  ]),
  id: "c.id",
  select: columns(products, now),
  joins: JOINS,
  sort: "sort",
  sorts: {
    sort: { by: IN_ORDER, order: "asc" },
    name_zh: { by: 'c.pinyin collate "C"', order: "asc" },
    passport_months: { by: "c.passport_months", order: "desc" },
    updated_at: { by: "c.updated_at", order: "desc" },
  },
});

/** Whether another country bears the name. */
export const isNamed = async (db: Db, name: string, except: string): Promise<boolean> =>
  (await row(db, q`select id from countries where name_zh = ${name} and id <> ${except}`)) !== undefined;

/** Something other than a product knows the country. */
export const isKeptCountry = async (db: Db, id: string): Promise<boolean> =>
  (
    await row<{ kept: boolean }>(
      db,
      q`
      select exists (select from embassies where country_id = ${id}) or exists (select from spus where country_id = ${id})
        or exists (select from official_fees where country_ids @> array[${id}]) or exists (select from documents where country_ids @> array[${id}])
        or exists (select from applicants where country_id = ${id}) or exists (select from applicants where nationality = ${id}) as kept`,
    )
  )?.kept ?? false;

/** Enabled missions, those with a district first, with the nearest date of any visa type. */
export const sheetMissions = (db: Db, country: string): Promise<Sheet["missions"]> =>
  rows(
    db,
    q`
    select e.id, e.embassy_type, e.name, e.city, e.district_name, e.phone, a.earliest_date, coalesce(a.no_slots, false) as no_slots, a.checked_at as slots_at
    from embassies e left join lateral (
      select p.earliest_date, p.no_slots, p.checked_at from appointments p where p.place_id = e.id and p.status = 1 order by p.earliest_date nulls last limit 1) a on true
    where e.country_id = ${country} and e.status = 1 order by (e.district_name = ''), e.embassy_type, e.id limit 60`,
  );

/** Rates are added by who knows them. */
export const sheetFees = (db: Db, country: string, now: Date): Promise<Omit<Sheet["fees"][number], "rate" | "cny_adult" | "cny_child">[]> =>
  rows(
    db,
    q`
    select f.id, f.name, f.fee_kind, f.currency, f.adult, f.child, f.effective_from, f.effective_to, ${verifyDue("f", now)} as is_verify_due
    from official_fees f where f.country_ids @> array[${country}::text] and (f.effective_to is null or f.effective_to > ${now})
    order by f.fee_kind desc, f.name, f.effective_from`,
  );
