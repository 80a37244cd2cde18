import type { embassyApi } from "@visadesk/contract/base-data/embassy.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { Db } from "#kit/db/db.ts";
import { likeOf } from "#kit/grams.ts";
import type { ListDef } from "#kit/db/page.ts";
import { and, likeText, q, raw, row, rows, type Sql } from "#kit/db/sql.ts";
import { shown } from "#kit/noun/noun.ts";
import type { Doors } from "../doors.ts";
import type { DistrictRow } from "../record/reference.sql.ts";
import { embassyNoun } from "./embassy.noun.ts";

type Row = Output<typeof embassyApi.embassy_get>;
/** What the calendar adds to make the row of the contract. */
export type StoredEmbassy = Omit<Row, "is_open_today" | "closed_because" | "earliest" | "address_text"> & {
  nearest: { earliest_date: string | null; no_slots: boolean; valid_days: number; checked_at: string } | null;
};
export type EmbassyFilter = Pick<
  Parsed<typeof embassyApi.embassy_query>,
  | "keyword"
  | "country_id"
  | "embassy_type"
  | "city"
  | "province_code"
  | "operator"
  | "domicile_limit"
  | "status"
  | "is_verify_due"
  | "no_address"
>;

/** The post itself, and for a visa centre the missions it belongs to. */
const OWN = raw("(p.id = e.id or (e.embassy_type = 4 and p.id = any(e.parent_ids)))");
const verifyDue = (now: Date): Sql =>
  q`(e.verified_at is null or e.verified_at <= ${now}::timestamptz - make_interval(months => e.verify_months))`;

const columns = (usedCount: Sql, now: Date): Sql => q`
  ${shown(embassyNoun, "e")}, c.name_zh as country_name, c.flag_emoji, v.nickname as verified_by_name, ${verifyDue(now)} as is_verify_due,
  array(select p.name from embassies p where p.id = any(e.parent_ids) order by p.id) as parent_names,
  (select count(distinct a ->> 'province_code')::int from embassies p, jsonb_array_elements(p.district_area) a where ${OWN}) as province_count,
  (select json_build_object('earliest_date', a.earliest_date, 'no_slots', a.no_slots, 'valid_days', a.valid_days, 'checked_at', to_json(a.checked_at))
   from appointments a where a.place_id = e.id and a.status = 1 order by a.no_slots, a.earliest_date, a.id limit 1) as nearest,
  ${usedCount} as used_count`;
const JOINS = raw("join countries c on c.id = e.country_id left join workers v on v.id = e.verified_by");
const usedCountOf = (doors: Doors): Sql => doors.product.usedCountOf("embassy", raw("e.id"));

/** Posts that most products on sale name stand first, disabled ones last. */
const BY_USE = `case when e.status = 0 then -1 else
  (select count(*) from skus k where k.sku_status = 'on_sale' and (k.embassy_id = e.id or k.submit_place_id = e.id)) end`;

export const embassyList = (f: EmbassyFilter, doors: Doors, now: Date): ListDef => ({
  from: q`embassies e`,
  where: and([
    f.keyword && q`lower(e.name || ' ' || e.short_name || ' ' || e.city) like ${likeOf(f.keyword)}`,
    f.country_id && q`e.country_id = any(${f.country_id}::text[])`,
    f.embassy_type && q`e.embassy_type = any(${f.embassy_type}::int2[])`,
    f.city && q`e.city like ${`%${likeText(f.city)}%`}`,
    f.province_code &&
      q`exists (select from embassies p where ${OWN} and p.district_area @> ${JSON.stringify([{ province_code: f.province_code }])}::jsonb)`,
    f.operator && q`e.operator = any(${f.operator}::text[])`,
    f.domicile_limit !== undefined && q`e.domicile_limit = ${f.domicile_limit}`,
    f.status !== undefined && q`e.status = ${f.status}`,
    f.is_verify_due !== undefined && q`${verifyDue(now)} = ${f.is_verify_due}`,
    f.no_address !== undefined && q`(e.address is null) = ${f.no_address}`,
  ]),
  id: "e.id",
  select: columns(usedCountOf(doors), now),
  joins: JOINS,
  sorts: {
    used_count: { by: BY_USE, order: "desc", newest: true },
    name: { by: "e.name", order: "asc" },
    updated_at: { by: "e.updated_at", order: "desc" },
  },
  sort: "used_count",
});

export const embassyView = (db: Db, id: number, doors: Doors, now: Date): Promise<StoredEmbassy | undefined> =>
  row<StoredEmbassy>(db, q`select ${columns(usedCountOf(doors), now)} from embassies e ${JOINS} where e.id = ${id}`);

/** One at a time: two people never take the same name. */
export const lockEmbassies = (db: Db): Promise<unknown> => rows(db, q`select pg_advisory_xact_lock(100908, 1)`);

export const embassyNamed = async (db: Db, name: string, except: number | null): Promise<boolean> =>
  (await row(db, q`select 1 from embassies where name = ${name} and id is distinct from ${except}::int8`)) !== undefined;

export const countryExists = async (db: Db, id: string): Promise<boolean> =>
  (await row(db, q`select 1 from countries where id = ${id}`)) !== undefined;

/** How many of these are missions of the country. */
export const missionsAmong = async (db: Db, ids: readonly number[], country: string): Promise<number> =>
  (
    await row<{ n: number }>(
      db,
      q`select count(*)::int as n from embassies where id = any(${[...ids]}::int8[]) and country_id = ${country} and embassy_type <= 3`,
    )
  )?.n ?? 0;

/** Appointments, visits, submissions and visa centres that name it. */
export const isEmbassyKept = async (db: Db, id: number): Promise<boolean> =>
  (
    await row<{ kept: boolean }>(
      db,
      q`
      select exists (select from appointments where place_id = ${id}) or exists (select from embassies where parent_ids @> array[${id}::int8])
        or exists (select from visits where embassy_id = ${id}) or exists (select from submission_batches where embassy_id = ${id}) as kept`,
    )
  )?.kept ?? false;

export interface PostRow extends DistrictRow {
  name: string;
  short_name: string;
  status: 0 | 1;
}
/** Posts of a country with what they take, missions before visa centres. */
export const postsOf = (db: Db, country: string): Promise<PostRow[]> =>
  rows<PostRow>(
    db,
    q`
    select id, name, short_name, embassy_type, status, district_name, domicile_limit, residence_counts, follow_relative, district_area, parent_ids
    from embassies where country_id = ${country} order by embassy_type, id`,
  );
