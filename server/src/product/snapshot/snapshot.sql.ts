import type { Area, Cover, PhotoRule, SnapshotBody, SnapshotPaper, UrgentTier } from "@visadesk/contract/product/snapshot.ts";
import type { Db } from "#kit/db/db.ts";
import { hot, q, row, rows, type Sql } from "#kit/db/sql.ts";

type OwnFields = Omit<
  SnapshotBody,
  | "need_visit"
  | "embassy"
  | "submit_place"
  | "cover"
  | "papers"
  | "photo_rule"
  | "application"
  | "refund_policy"
  | "urgent_tiers"
  | "protections"
  | "receive_address"
>;
export interface SnapshotSku extends OwnFields {
  urgent_tiers: UrgentTier[];
  embassy_id: number | null;
  submit_place_id: number | null;
  cover_mode: Cover["mode"];
  cover_area: Area[];
  refund_policy_id: number | null;
  mail_centre_id: number | null;
}

export const snapshotSku = (db: Db, skuId: number): Promise<SnapshotSku | undefined> =>
  row<SnapshotSku>(
    db,
    hot(q`
    select k.id as sku_id, k.sku_no, k.name as sku_name, k.version as sku_version, u.visa_product_unit_code, u.name as spu_name, k.country_id, c.name_zh as country_name,
           u.visa_type, u.visa_form, u.entry_count, u.stay_min, u.stay_max, u.stay_unit, u.validity, u.validity_unit, k.service_level, k.ends, k.material_upload_type,
           k.need_interview, k.need_fingerprint, k.need_delivery, k.need_training, k.need_return_material, k.need_effect_date, k.passport_months, k.passport_pages,
           k.work_days_min, k.work_days_max, k.advance_days, k.child_age, k.identities, k.return_way, k.booking_note, k.tips, k.fee_included, k.fee_excluded, k.urgent_tiers,
           k.embassy_id, k.submit_place_id, k.cover_mode, k.cover_area, k.refund_policy_id, k.mail_centre_id
    from skus k join spus u on u.visa_product_unit_code = k.visa_product_unit_code join countries c on c.id = k.country_id
    where k.id = ${skuId}`),
  );

type PaperRow = Pick<SnapshotPaper, "identity" | "document_id" | "owner" | "when" | "group_key" | "need_n" | "note"> & {
  copies: number | null;
};
const papersFrom = (from: Sql): Sql => q`
    select x.identity, d.id as document_id, d.kind, d.name, d.category, d.sub_type, d.requirement, x.owner, x."when", x.group_key, x.need_n, d.page_type, d.max_pages, d.formats, d.max_mb,
           coalesce(x.copies, d.copies) as copies, d.is_original, d.return_needed, d.max_age_days, d.check_points, x.note, x.sort
    from ${from} x join documents d on d.id = x.document_id`;

export const snapshotPapers = (db: Db, skuId: number): Promise<SnapshotPaper[]> =>
  rows<SnapshotPaper>(db, hot(q`${papersFrom(q`sku_documents`)} where x.sku_id = ${skuId} order by x.identity, x.sort, x.id`));

/** A list that is not saved, as it would be kept. */
export const draftPapers = (db: Db, papers: readonly PaperRow[]): Promise<SnapshotPaper[]> => {
  const list = JSON.stringify(papers.map((p, sort) => ({ ...p, sort })));
  const draft = q`json_to_recordset(${list}::json)`;
  const columns = q`(identity text, document_id int8, owner text, "when" text, group_key text, need_n int, copies int, note text, sort int)`;
  return rows<SnapshotPaper>(db, q`${papersFrom(q`(select * from ${draft} as p${columns})`)} order by x.identity, x.sort`);
};

export const photoRuleOf = (db: Db, skuId: number): Promise<PhotoRule | undefined> =>
  row<PhotoRule>(
    db,
    hot(q`
    select d.id as document_id, r.* from documents d, jsonb_to_record(d.photo_rule) as r(
      w_mm float8, h_mm float8, w_px int, h_px int, px_max int, bg text, bg_name text, head_min_mm float8, head_max_mm float8,
      min_kb int, max_kb int, formats text[], paper_copies int, months int, glasses boolean, tips text[])
    where d.kind = 4 and d.id in (select document_id from sku_documents where sku_id = ${skuId}) order by d.id limit 1`),
  );

/** Stores a body once per content; answers its row's id. */
export async function keepSnapshot(db: Db, snapshot: { sku_id: number; hash: string; body: string; made_at: Date }): Promise<number> {
  const kept = await row<{ id: number }>(
    db,
    q`
    with made as (
      insert into sku_snapshots (sku_id, hash, body, made_at) values (${snapshot.sku_id}, ${snapshot.hash}, ${snapshot.body}, ${snapshot.made_at})
      on conflict (sku_id, hash) do nothing returning id)
    select id from made union all select id from sku_snapshots where sku_id = ${snapshot.sku_id} and hash = ${snapshot.hash} limit 1`,
  );
  if (kept) return kept.id;
  // Written by a transaction that was not yet visible to the statement above.
  const other = await row<{ id: number }>(
    db,
    q`select id from sku_snapshots where sku_id = ${snapshot.sku_id} and hash = ${snapshot.hash}`,
  );
  if (!other) throw new Error(`snapshot of sku ${snapshot.sku_id} was not kept`);
  return other.id;
}

export const snapshotBody = (db: Db, id: number): Promise<{ id: number; made_at: string; body: SnapshotBody } | undefined> =>
  row(db, hot(q`select id, made_at, body from sku_snapshots where id = ${id}`));
