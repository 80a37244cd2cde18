/** Reads of the product's form. */
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { skuEditApi } from "@visadesk/contract/product/sku/sku-edit.ts";
import type { PaperFact } from "@visadesk/contract/product/sku/sku-edit.rules.ts";
import type { Db } from "#kit/db/db.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { supplierCost } from "../../supplier/index.ts";
import { skuFrom, skuWhere, type SkuFilter } from "./sku-list.sql.ts";
import { openOrdersOf } from "./uses.sql.ts";

export type SkuEdit = Output<typeof skuEditApi.sku_edit_get>;
export type SkuRecord = Omit<SkuEdit, "prices" | "ref_names" | "papers" | "documents" | "fees" | "has_cost">;

export interface SkuHead {
  id: number;
  sku_no: string;
  name: string;
  sku_status: SkuEdit["sku_status"];
  version: number;
  first_listed_at: string | null;
  visa_product_unit_code: string;
  refund_policy_id: number | null;
}
/** The product, held until the end of the transaction. */
export const lockHead = (db: Db, id: number): Promise<SkuHead | undefined> =>
  row(
    db,
    q`select id, sku_no, name, sku_status, version, first_listed_at, visa_product_unit_code, refund_policy_id from skus where id = ${id} for update`,
  );

/** Code of the SPU of a product, which is held against changes; the product itself is not. */
export const holdSpuOf = async (db: Db, id: number): Promise<string | undefined> =>
  (
    await row<{ code: string }>(
      db,
      q`
      select u.visa_product_unit_code as code from skus k join spus u on u.visa_product_unit_code = k.visa_product_unit_code
      where k.id = ${id} for share of u`,
    )
  )?.code;

export const skuRecord = (db: Db, id: number, at: Date): Promise<SkuRecord | undefined> =>
  row(
    db,
    q`
    select k.id, k.version, k.sku_no, k.sku_status, k.first_listed_at, k.visa_product_unit_code, k.name, k.service_level, k.ends, k.embassy_id, k.submit_place_id, k.cover_mode, k.cover_area,
           k.need_interview, k.need_fingerprint, k.need_delivery, k.need_training, k.need_return_material, k.need_effect_date, k.material_upload_type, k.passport_months, k.passport_pages,
           k.work_days_min, k.work_days_max, k.advance_days, k.urgent_tiers, k.child_age, k.identities, k.refund_policy_id, k.insurance_product_ids, k.insurance_required, k.mail_centre_id, k.return_way,
           k.booking_note, k.tips, k.fee_included, k.fee_excluded, k.sort, u.name as spu_name, k.country_id, c.name_zh as country_name, c.flag_emoji, u.visa_form, u.detail <> '' as has_detail,
           array(select l.code from peer_levels l where l.status = 1 and l.fallback ->> 'kind' = 'none' order by l.code) as ruleless_levels,
           array(select distinct a.place_id from appointments a order by a.place_id) as booked_places, u.margin_floor,
           case when sc.adult is not null then json_build_object('adult', sc.adult, 'child', sc.child, 'embassy_included', sc.embassy_included, 'centre_included', sc.centre_included) end as cost
    from skus k join spus u on u.visa_product_unit_code = k.visa_product_unit_code join countries c on c.id = k.country_id left join lateral (${supplierCost(at)}) sc on true
    where k.id = ${id}`,
  );

/** Amounts in force, in the order of the trade. */
export const gridRows = (db: Db, id: number, at: Date): Promise<SkuEdit["prices"]> =>
  rows(
    db,
    q`
    select price_kind, ref_id, adult, child, currency, foreign_adult, foreign_child, trim_scale(rate)::text as rate, official_fee_id from sku_prices
    where sku_id = ${id} and effective_from <= ${at} and (effective_to is null or effective_to > ${at})
    order by array_position(array['retail', 'level', 'group', 'peer', 'embassy_fee', 'centre_fee', 'urgent'], price_kind), ref_id`,
  );

export const paperRows = (db: Db, id: number): Promise<SkuEdit["papers"]> =>
  rows(
    db,
    q`
    select identity, document_id, owner, "when", group_key, need_n, copies, note from sku_documents where sku_id = ${id}
    order by array_position(array['employed', 'freelance', 'retired', 'student', 'preschool', 'general'], identity), sort, id`,
  );

export const paperFacts = (db: Db, ids: readonly number[]): Promise<(PaperFact & { copies: number })[]> =>
  rows(db, q`select id, kind, name, status, copies from documents where id = any(${[...ids]}::int8[]) order by id`);

/** Official fees of a country in force at an instant. */
export const countryFees = (db: Db, country: string, at: Date): Promise<Omit<SkuEdit["fees"][number], "rate">[]> =>
  rows(
    db,
    q`
    select id, fee_kind, name, currency, adult, child from official_fees
    where country_ids @> array[${country}]::text[] and effective_from <= ${at} and (effective_to is null or effective_to > ${at}) order by fee_kind desc, name, id`,
  );

export const startSpus = (db: Db): Promise<Output<typeof skuEditApi.sku_start_get>["spus"]> =>
  rows(
    db,
    q`
    select u.visa_product_unit_code, u.name, u.country_id, c.name_zh as country_name, c.flag_emoji, c.pinyin
    from spus u join countries c on c.id = u.country_id where u.status = 1 order by c.is_hot desc, c.sort, u.sort, u.visa_product_unit_code`,
  );

export interface PlaceFact {
  id: number;
  name: string;
  country_id: string;
  embassy_type: number;
  status: 0 | 1;
  /** It says whom it takes. */
  has_district: boolean;
  /** People can be sent there. */
  has_address: boolean;
}
export const placeFacts = (db: Db, ids: readonly number[]): Promise<PlaceFact[]> =>
  rows(
    db,
    q`select id, name, country_id, embassy_type, status, (district_area <> '[]' or not domicile_limit) as has_district, address is not null as has_address from embassies where id = any(${[...ids]}::int8[])`,
  );

interface NamedRecord {
  name: string;
  status: 0 | 1;
}
export const policyFact = (db: Db, id: number): Promise<NamedRecord | undefined> =>
  row(db, q`select name, status from refund_policies where id = ${id}`);
export const centreFact = (db: Db, id: number): Promise<NamedRecord | undefined> =>
  row(db, q`select name, status from mail_centres where id = ${id}`);

export interface SpuFact {
  visa_product_unit_code: string;
  name: string;
  country_id: string;
  country_name: string;
  pinyin: string;
  keywords: string;
  status: 0 | 1;
  passport_months: number;
  blank_pages: number;
}
/** An SPU with its country, held so that two new products never take the same number. */
export const lockSpu = (db: Db, code: string): Promise<SpuFact | undefined> =>
  row(
    db,
    q`
    select u.visa_product_unit_code, u.name, u.country_id, c.name_zh as country_name, c.pinyin, u.keywords, u.status, c.passport_months, c.blank_pages
    from spus u join countries c on c.id = u.country_id where u.visa_product_unit_code = ${code} for update of u`,
  );

/** The number after the last one ever given under this code. */
export const nextSkuNo = async (db: Db, code: string): Promise<string> => {
  const last = await row<{ n: number | null }>(
    db,
    q`select max(substring(sku_no from '\\d+$')::int) as n from skus where sku_no ~ ${`^${code}-\\d{2,6}$`}`,
  );
  return `${code}-${String((last?.n ?? 0) + 1).padStart(2, "0")}`;
};

interface SamePlace {
  visa_product_unit_code: string;
  embassy_id: number | null;
  submit_place_id: number | null;
  service_level: string;
}
/** Number of the living product that is the same, or null. */
export const twinOfSku = async (db: Db, s: SamePlace, except: number | null): Promise<string | null> =>
  (
    await row<{ sku_no: string }>(
      db,
      q`
      select sku_no from skus where visa_product_unit_code = ${s.visa_product_unit_code} and service_level = ${s.service_level} and sku_status <> 'archived'
        and embassy_id is not distinct from ${s.embassy_id}::int8 and submit_place_id is not distinct from ${s.submit_place_id}::int8 and id <> ${except ?? 0} limit 1`,
    )
  )?.sku_no ?? null;

/** Tier codes that ever had a fee. */
export const usedTiers = async (db: Db, id: number): Promise<string[]> =>
  (await rows<{ ref_id: string }>(db, q`select distinct ref_id from sku_prices where sku_id = ${id} and price_kind = 'urgent'`)).map(
    (r) => r.ref_id,
  );

/** Fees that a price row may rest on. */
export const knownFees = async (
  db: Db,
  ids: readonly number[],
): Promise<Map<number, { fee_kind: "embassy" | "centre"; currency: string; name: string }>> =>
  new Map(
    (
      await rows<{ id: number; fee_kind: "embassy" | "centre"; currency: string; name: string }>(
        db,
        q`select id, fee_kind, currency, name from official_fees where id = any(${[...ids]}::int8[])`,
      )
    ).map((f) => [f.id, f]),
  );

/** Orders of the product that are under way. */
export const openOrders = async (db: Db, id: number): Promise<number> =>
  (await row<{ n: number }>(db, q`select ${openOrdersOf(q`${id}::int8`)} as n`))?.n ?? 0;

/** Why a draft must stay, or null. */
export const keptBy = async (db: Db, id: number): Promise<"order" | "adjustment" | null> =>
  (
    await row<{ by: "order" | "adjustment" | null }>(
      db,
      q`
      select case when exists (select from orders where sku_id = ${id}) or exists (select from sku_snapshots where sku_id = ${id}) then 'order'
        when exists (select from price_adjustments where target_kind = 'sku' and target_id = ${id}) then 'adjustment' end as by`,
    )
  )?.by ?? null;

/** Everybody who wrote a price of the product: directly, or by asking for the change that holds now. */
export const priceEditors = async (db: Db, id: number): Promise<number[]> =>
  (
    await rows<{ id: number }>(
      db,
      q`
      select unnest(price_editors) as id from skus where id = ${id}
      union select a.maker_id from sku_prices p join price_adjustments a on a.id = p.adjustment_id where p.sku_id = ${id} and p.effective_to is null and a.maker_id is not null`,
    )
  ).map((r) => r.id);

/** Products a list's filter matches, in the order of their locks. */
export const idsMatching = async (db: Db, filter: SkuFilter, limit: number): Promise<number[]> =>
  (await rows<{ id: number }>(db, q`select k.id from ${skuFrom} where ${skuWhere(filter)} order by k.id limit ${limit}`)).map((r) => r.id);

export const skuNumbers = async (db: Db, ids: readonly number[]): Promise<Map<number, string>> =>
  new Map(
    (await rows<{ id: number; sku_no: string }>(db, q`select id, sku_no from skus where id = any(${[...ids]}::int8[])`)).map((s) => [
      s.id,
      s.sku_no,
    ]),
  );
