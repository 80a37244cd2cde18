/** Writes of the product's form. */
import type { SkuHead, SkuEdit, SpuFact } from "./sku-edit.sql.ts";
import { sameRow } from "@visadesk/contract/product/sku/sku-price.rules.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { gramsOf, searchText } from "#kit/grams.ts";
import { q, rows } from "#kit/db/sql.ts";
import { skuTexts } from "../spu/search.rules.ts";
import { saveRow } from "#kit/noun/save.ts";
import { skuNoun } from "./sku.noun.ts";

type Prices = SkuEdit["prices"];
type Papers = SkuEdit["papers"];
export type SkuFields = Pick<
  SkuEdit,
  | "visa_product_unit_code"
  | "country_id"
  | "name"
  | "service_level"
  | "ends"
  | "embassy_id"
  | "submit_place_id"
  | "cover_mode"
  | "cover_area"
  | "need_interview"
  | "need_fingerprint"
  | "need_delivery"
  | "need_training"
  | "need_return_material"
  | "need_effect_date"
  | "material_upload_type"
  | "passport_months"
  | "passport_pages"
  | "work_days_min"
  | "work_days_max"
  | "advance_days"
  | "urgent_tiers"
  | "child_age"
  | "identities"
  | "refund_policy_id"
  | "insurance_product_ids"
  | "insurance_required"
  | "mail_centre_id"
  | "return_way"
  | "booking_note"
  | "tips"
  | "fee_included"
  | "fee_excluded"
  | "sort"
>;
const columnsOf = ({ cover_area, urgent_tiers, ...s }: SkuFields) => ({
  visa_product_unit_code: s.visa_product_unit_code,
  country_id: s.country_id,
  name: s.name,
  service_level: s.service_level,
  ends: s.ends,
  embassy_id: s.embassy_id,
  submit_place_id: s.submit_place_id,
  cover_mode: s.cover_mode,
  // Kept while another mode is chosen: going back to it finds it again.
  cover_area: JSON.stringify(cover_area),
  need_interview: s.need_interview,
  need_fingerprint: s.need_fingerprint,
  need_delivery: s.need_delivery,
  need_training: s.need_training,
  need_return_material: s.need_return_material,
  need_effect_date: s.need_effect_date,
  material_upload_type: s.material_upload_type,
  passport_months: s.passport_months,
  passport_pages: s.passport_pages,
  work_days_min: s.work_days_min,
  work_days_max: s.work_days_max,
  advance_days: s.advance_days,
  urgent_tiers: JSON.stringify(urgent_tiers),
  child_age: s.child_age,
  identities: s.identities,
  refund_policy_id: s.refund_policy_id,
  insurance_product_ids: s.insurance_product_ids,
  insurance_required: s.insurance_required,
  mail_centre_id: s.mail_centre_id,
  return_way: s.return_way,
  booking_note: s.booking_note,
  tips: s.tips,
  fee_included: s.fee_included,
  fee_excluded: s.fee_excluded,
  sort: s.sort,
});

/** What a product is found by. */
const searchOf = (sku_no: string, name: string, spu: SpuFact) => {
  const { keywords, country_name, pinyin: country_pinyin } = spu;
  const texts = skuTexts({ sku_no, name, spu_name: spu.name, keywords, country_name, country_pinyin });
  return { search: gramsOf(texts), search_text: searchText(texts) };
};

export async function insertSku(ctx: Ctx, sku_no: string, fields: SkuFields, spu: SpuFact): Promise<number> {
  const { id } = await ctx.db
    .insertInto("skus")
    .values({
      ...columnsOf(fields),
      ...searchOf(sku_no, fields.name, spu),
      sku_no,
      created_by: ctx.me.worker_id,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export const updateSku = (ctx: Ctx, head: SkuHead, fields: SkuFields, spu: SpuFact): Promise<unknown> =>
  saveRow(ctx, skuNoun, {
    id: head.id,
    version: head.version,
    set: { ...columnsOf(fields), ...searchOf(head.sku_no, fields.name, spu), updated_at: ctx.now },
    told: true,
  });

const plain = (row: Prices[number]): string => JSON.stringify(Object.entries(row).toSorted(([a], [b]) => a.localeCompare(b)));
export const samePrices = (a: Prices, b: Prices): boolean =>
  a.length === b.length && a.every((r) => b.some((o) => sameRow(o, r) && plain(o) === plain(r)));

/** The grid of a product that was never listed: nobody was ever quoted these amounts, so the rows are simply replaced. */
export async function writePrices(ctx: Ctx, id: number, before: Prices, after: Prices): Promise<void> {
  if (samePrices(before, after)) return;
  const isKept = (r: Prices[number]): boolean => before.some((o) => sameRow(o, r) && plain(o) === plain(r));
  const kept = after.filter(isKept).map((r) => `${r.price_kind} ${r.ref_id}`);
  await rows(ctx.db, q`delete from sku_prices where sku_id = ${id} and price_kind || ' ' || ref_id <> all(${kept}::text[])`);
  const fresh = after.filter((r) => !isKept(r));
  if (fresh.length > 0)
    await ctx.db
      .insertInto("sku_prices")
      .values(fresh.map((r) => ({ ...r, sku_id: id, effective_from: ctx.now, created_by: ctx.me.worker_id, created_at: ctx.now })))
      .execute();
  await rows(
    ctx.db,
    q`update skus set price_editors = price_editors || ${ctx.me.worker_id}::int8 where id = ${id} and not ${ctx.me.worker_id}::int8 = any(price_editors)`,
  );
}

/** The papers in the order given: those that are gone leave, the others are put in place. */
export async function writePapers(db: Db, id: number, after: Papers): Promise<void> {
  const list = JSON.stringify(after.map((p, sort) => ({ ...p, sort })));
  await rows(
    db,
    q`
    delete from sku_documents x where x.sku_id = ${id}
      and not exists (select from json_to_recordset(${list}::json) p(identity text, document_id int8) where p.identity = x.identity and p.document_id = x.document_id)`,
  );
  await rows(
    db,
    q`
    insert into sku_documents (sku_id, identity, document_id, owner, "when", group_key, need_n, copies, note, sort)
    select ${id}::int8, p.* from json_to_recordset(${list}::json) p(identity text, document_id int8, owner text, "when" text, group_key text, need_n int, copies int, note text, sort int)
    on conflict (sku_id, identity, document_id) do update set owner = excluded.owner, "when" = excluded."when", group_key = excluded.group_key, need_n = excluded.need_n,
      copies = excluded.copies, note = excluded.note, sort = excluded.sort`,
  );
}

/** A draft with everything that is its own. */
export async function removeSku(db: Db, id: number): Promise<void> {
  for (const table of ["sku_prices", "sku_documents", "sku_stats", "refuse_no_worry_links", "refuse_no_worry_prices"] as const)
    await db.deleteFrom(table).where("sku_id", "=", id).execute();
  await db.deleteFrom("skus").where("id", "=", id).execute();
}
