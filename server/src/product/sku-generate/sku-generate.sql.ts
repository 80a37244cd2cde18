import type { Cover, UrgentTier } from "@visadesk/contract/product/snapshot.ts";
import type { Db } from "#kit/db/db.ts";
import { gramsOf, searchText } from "#kit/grams.ts";
import { q, raw, row, rows } from "#kit/db/sql.ts";
import { skuTexts } from "../spu/search.rules.ts";
import type { Mission } from "./sku-generate.rules.ts";

export interface GenerateSpu {
  id: number;
  name: string;
  keywords: string;
  country_id: string;
  country_name: string;
  country_pinyin: string;
  passport_months: number;
  blank_pages: number;
}
/** Holds the SPU: of two that generate at once the second sees what the first made. */
export const spuToGenerate = (db: Db, code: string): Promise<GenerateSpu | undefined> =>
  row(
    db,
    q`
    select u.id, u.name, u.keywords, u.country_id, c.name_zh as country_name, c.pinyin as country_pinyin, c.passport_months, c.blank_pages
    from spus u join countries c on c.id = u.country_id where u.visa_product_unit_code = ${code} for update of u`,
  );

export interface Existing {
  id: number;
  sku_no: string;
  embassy_id: number | null;
  service_level: string;
  is_archived: boolean;
}
export const skusOf = (db: Db, code: string): Promise<Existing[]> =>
  rows(
    db,
    q`select id, sku_no, embassy_id, service_level, sku_status = 'archived' as is_archived from skus where visa_product_unit_code = ${code} order by sku_no`,
  );

export interface Sibling {
  id: number;
  embassy_id: number | null;
  submit_place_id: number | null;
  need_visit: boolean;
  cover_mode: Cover["mode"];
  urgent_tiers: UrgentTier[];
  work_days_min: number;
  work_days_max: number;
}
export const siblingOf = (db: Db, id: number, code: string): Promise<Sibling | undefined> =>
  row(
    db,
    q`
    select id, embassy_id, submit_place_id, need_interview or need_fingerprint or need_delivery as need_visit, cover_mode, urgent_tiers, work_days_min, work_days_max
    from skus where id = ${id} and visa_product_unit_code = ${code}`,
  );

/** Enabled missions and official systems of a country, with the one visa centre that takes papers for each. */
export const missionsOf = (db: Db, country: string, ids: readonly number[]): Promise<(Mission & { centre_id: number | null })[]> =>
  rows(
    db,
    q`
    select e.id, e.embassy_type, e.domicile_limit, e.district_area <> '[]' as has_area,
      (select case when count(*) = 1 then min(v.id) end from embassies v where v.embassy_type = 4 and v.status = 1 and v.parent_ids @> array[e.id]) as centre_id
    from embassies e where e.id = any(${[...ids]}::int8[]) and e.country_id = ${country} and e.status = 1 and e.embassy_type <> 4`,
  );

export interface Draft {
  sku_no: string;
  name: string;
  visa_product_unit_code: string;
  service_level: string;
  embassy_id: number | null;
  submit_place_id: number | null;
  cover_mode: Cover["mode"];
  urgent_tiers: readonly UrgentTier[];
}
interface Making {
  spu: GenerateSpu;
  sibling: Sibling | null;
  by: number;
  now: Date;
}

/** What a draft takes over from its sibling as it is. */
const COPIED =
  raw(`ends, need_interview, need_fingerprint, need_delivery, need_training, need_return_material, need_effect_date, material_upload_type,
  passport_months, passport_pages, work_days_min, work_days_max, advance_days, child_age, identities, refund_policy_id, insurance_product_ids, insurance_required,
  mail_centre_id, return_way, booking_note, tips, fee_included, fee_excluded, sort`);

async function insertDraft(db: Db, d: Draft, m: Making): Promise<number> {
  const texts = skuTexts({ ...d, ...m.spu, spu_name: m.spu.name, name: d.name });
  const own = raw(
    "sku_no, name, visa_product_unit_code, country_id, service_level, embassy_id, submit_place_id, cover_mode, urgent_tiers, search, search_text, created_by, created_at, updated_at",
  );
  const values = q`${d.sku_no}, ${d.name}, ${d.visa_product_unit_code}, ${m.spu.country_id}, ${d.service_level}, ${d.embassy_id}::int8, ${d.submit_place_id}::int8, ${d.cover_mode},
    ${JSON.stringify(d.urgent_tiers)}::jsonb, ${gramsOf(texts)}::text[], ${searchText(texts)}, ${m.by}::int8, ${m.now}::timestamptz, ${m.now}::timestamptz`;
  const made = await row<{ id: number }>(
    db,
    m.sibling
      ? q`insert into skus (${own}, ${COPIED}) select ${values}, ${COPIED} from skus where id = ${m.sibling.id} returning id`
      : q`insert into skus (${own}, passport_months, passport_pages) values (${values}, ${m.spu.passport_months}, ${m.spu.blank_pages}) returning id`,
  );
  if (!made) throw new Error(`${d.sku_no} was not made`);
  return made.id;
}

const copyPapers = (db: Db, from: number, to: number): Promise<unknown> =>
  rows(
    db,
    q`
    insert into sku_documents (sku_id, identity, document_id, owner, "when", group_key, need_n, copies, note, sort)
    select ${to}::int8, identity, document_id, owner, "when", group_key, need_n, copies, note, sort from sku_documents where sku_id = ${from}`,
  );

/** Prices in force and to come, from now on; fees of tiers the draft has. */
const copyPrices = (db: Db, from: number, to: number, tiers: readonly string[], m: Making): Promise<unknown> =>
  rows(
    db,
    q`
    insert into sku_prices (sku_id, price_kind, ref_id, adult, child, currency, foreign_adult, foreign_child, rate, official_fee_id, effective_from, effective_to, created_by, created_at)
    select ${to}::int8, price_kind, ref_id, adult, child, currency, foreign_adult, foreign_child, rate, official_fee_id, greatest(effective_from, ${m.now}::timestamptz), effective_to, ${m.by}::int8, ${m.now}::timestamptz
    from sku_prices where sku_id = ${from} and (effective_to is null or effective_to > ${m.now}) and (price_kind <> 'urgent' or ref_id = any(${[...tiers]}::text[]))`,
  );

/** Makes one draft with what its sibling gives; answers its id. */
export async function makeDraft(db: Db, d: Draft, m: Making): Promise<number> {
  const id = await insertDraft(db, d, m);
  if (m.sibling) {
    await copyPapers(db, m.sibling.id, id);
    const tiers = d.urgent_tiers.map((t) => t.tier_code);
    await copyPrices(db, m.sibling.id, id, tiers, m);
  }
  return id;
}
