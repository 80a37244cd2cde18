/** Which products rest on a record of base data, and how. One predicate per noun, read by counts, lists and guards alike. */
import { APPLICANT_TABS } from "@visadesk/contract/order/words.ts";
import { DOCUMENT_OWNERS, IDENTITIES } from "@visadesk/contract/product/sku/sku.ts";
import type { Db } from "#kit/db/db.ts";
import { likeOf, searchTokens } from "#kit/grams.ts";
import type { ListDef } from "#kit/db/page.ts";
import { isPaper, type RecordId, type RelatedCounts, type RelatedFilter, type UsedNoun } from "../../base-data/index.ts";
import { and, joined, q, raw, row, rows, type Sql } from "#kit/db/sql.ts";

/** A booking date serves the products of its place and kind of visa. Asked as values, so that the indexes of places answer. */
function usesPlaceOf(id: Sql): Sql {
  const of = (column: string): Sql => q`(select ${raw(`ap.${column}`)} from appointments ap where ap.id = ${id})`;
  return q`((k.embassy_id = ${of("place_id")} or k.submit_place_id = ${of("place_id")}) and (${of("visa_type")} is null or u.visa_type = ${of("visa_type")}))`;
}

/** Condition over `skus k` and its SPU `u`: the product uses the record `id`. */
export function usesRecord(noun: UsedNoun, id: Sql): Sql {
  if (isPaper(noun)) return q`exists (select from sku_documents x where x.sku_id = k.id and x.document_id = ${id})`;
  switch (noun) {
    case "country":
      return q`k.country_id = ${id}`;
    case "embassy":
      return q`(k.embassy_id = ${id} or k.submit_place_id = ${id})`;
    case "refund_policy":
      return q`k.refund_policy_id = ${id}`;
    case "mail_centre":
      return q`k.mail_centre_id = ${id}`;
    default:
      return usesPlaceOf(id);
  }
}

/** Tabs of people whose order is still under way; named one by one, so that the index of a product's people serves. */
const NOT_OVER = Object.keys(APPLICANT_TABS).filter((tab) => tab !== "all" && tab !== "closed");
/** Number of a product's orders that are under way; `id` is a column of the query it stands in. */
export const openOrdersOf = (id: Sql): Sql =>
  q`(select count(distinct a.order_id)::int from applicants a where a.sku_id = ${id} and a.tab = any(${NOT_OVER}::text[]))`;
const SKUS = raw("skus k join spus u on u.visa_product_unit_code = k.visa_product_unit_code");
const idOf = (noun: UsedNoun): Sql => raw(noun === "country" ? "text" : "int8");

/** Number of products on sale that use the record; `id` is a column of the query it stands in. */
export const usedCountOf = (noun: UsedNoun, id: Sql): Sql =>
  q`(select count(*)::int from ${isPaper(noun) ? raw("skus k") : SKUS} where k.sku_status = 'on_sale' and ${usesRecord(noun, id)})`;

/** True where any product, in any state, uses the record. */
export const isUsedBySku = (noun: UsedNoun, id: Sql): Sql =>
  isPaper(noun)
    ? q`exists (select from sku_documents x where x.document_id = ${id})`
    : q`exists (select from ${SKUS} where ${usesRecord(noun, id)})`;

/** True where a price of a product on sale, in force or to come, rests on the official fee. */
export const isFeeOnSale = (id: Sql, now: Date): Sql => q`
  exists (select from sku_prices p join skus k on k.id = p.sku_id
    where p.official_fee_id = ${id} and k.sku_status = 'on_sale' and (p.effective_to is null or p.effective_to > ${now}))`;

/** Products on sale per record; a record without any has 0. */
export async function usedCounts(db: Db, noun: UsedNoun, ids: readonly RecordId[]): Promise<Map<RecordId, number>> {
  const found = await rows<{ id: RecordId; n: number }>(
    db,
    q`select r.id, ${usedCountOf(noun, raw("r.id"))} as n from unnest(${[...ids]}::${idOf(noun)}[]) as r(id)`,
  );
  return new Map(found.map((f) => [f.id, f.n]));
}

/** A stored word as its label. */
export const words = (table: Readonly<Record<string, string>>, column: string): Sql =>
  q`case ${raw(column)} ${joined(
    Object.entries(table).map(([key, label]) => q`when ${raw(`'${key}'`)} then ${raw(`'${label}'`)}`),
    " ",
  )} else ${raw(column)} end`;

/** In words: 客户必交·在职人员, 送签使领馆, 递签地点 … */
function usageOf(f: RelatedFilter): Sql {
  if (isPaper(f.noun))
    return q`array(
      select ${words(DOCUMENT_OWNERS, "x.owner")} || '·' || case when count(*) > 1 and count(*) = cardinality(k.identities) then '全部身份'
        else string_agg(${words(IDENTITIES, "x.identity")}, '、' order by x.identity) end
      from sku_documents x where x.sku_id = k.id and x.document_id = ${f.record_id}::int8 group by x.owner order by x.owner)`;
  const label = { country: "所属国家", refund_policy: "退款政策", mail_centre: "收件中心", appointment: "可约来源" };
  if (f.noun !== "embassy") return q`array[${raw(`'${label[f.noun]}'`)}]`;
  return q`array_remove(array[case when k.embassy_id = ${f.record_id}::int8 then '送签使领馆' end, case when k.submit_place_id = ${f.record_id}::int8 then '递签地点' end], null)`;
}

/** Without the paper every identity of the product keeps at least one the customer must hand in. */
const keepsMust = (id: Sql): Sql => q`
  not exists (select from sku_documents x where x.sku_id = k.id and x.document_id = ${id} and x.owner = 'must'
    and not exists (select from sku_documents o where o.sku_id = k.id and o.identity = x.identity and o.owner = 'must' and o.document_id <> x.document_id))`;

/** Rows of 关联商品. */
export const relatedListDef = (f: RelatedFilter): ListDef => ({
  from: SKUS,
  where: and([
    usesRecord(f.noun, q`${f.record_id}::${idOf(f.noun)}`),
    f.keyword && q`k.search @> ${searchTokens(f.keyword)}::text[] and k.search_text like ${likeOf(f.keyword)}`,
    f.sku_status && q`k.sku_status = any(${f.sku_status}::text[])`,
  ]),
  id: "k.id",
  select: q`
    k.id, k.sku_no, k.name, u.name as spu_name, k.country_id, c.name_zh as country_name, c.flag_emoji,
    case when k.cover_mode = 'all' then '全国' else e.district_name end as district_name, ${usageOf(f)} as usage,
    ${openOrdersOf(raw("k.id"))} as open_orders,
    k.ends, k.sku_status, ${isPaper(f.noun) ? keepsMust(q`${f.record_id}::int8`) : raw("false")} as is_removable, k.updated_at`,
  joins: raw("join countries c on c.id = k.country_id left join embassies e on e.id = k.embassy_id"),
  sort: "sku_no",
  sorts: {
    sku_no: { by: "k.sku_no", order: "asc", keyset: true, type: "text" },
    updated_at: { by: "k.updated_at", order: "desc", keyset: true },
  },
});

/** Products that use a record, by state. */
export async function relatedCounts(db: Db, noun: UsedNoun, id: RecordId): Promise<RelatedCounts> {
  const found = await row<RelatedCounts>(
    db,
    q`
    select count(*) filter (where k.sku_status = 'on_sale')::int as on_sale, count(*) filter (where k.sku_status = 'off_sale')::int as off_sale,
      count(*) filter (where k.sku_status = 'draft')::int as draft
    from ${SKUS} where ${usesRecord(noun, q`${id}::${idOf(noun)}`)}`,
  );
  return found ?? { on_sale: 0, off_sale: 0, draft: 0 };
}

/** True when any product, applicant or kept product data knows the record: then it may be disabled, never removed. */
export async function wasEverUsed(db: Db, noun: UsedNoun, id: RecordId): Promise<boolean> {
  const key = q`${id}::${idOf(noun)}`;
  const found = await row<{ used: boolean }>(db, q`select (${isUsedBySku(noun, key)} or ${keptBy(noun, id)}) as used`);
  return found?.used ?? false;
}

function keptBy(noun: UsedNoun, id: RecordId): Sql {
  if (isPaper(noun)) return q`exists (select from applicant_materials m where m.document_id = ${id}::int8)`;
  switch (noun) {
    case "country":
      return q`exists (select from orders o where o.country_id = ${id})`;
    case "embassy":
      return q`exists (select from sku_snapshots s where s.body #>> '{embassy,id}' = ${String(id)} or s.body #>> '{submit_place,id}' = ${String(id)})`;
    case "refund_policy":
      return q`exists (select from sku_snapshots s where s.body #>> '{refund_policy,policy_id}' = ${String(id)})`;
    case "mail_centre":
      return q`exists (select from sku_snapshots s where s.body #>> '{receive_address,mail_centre_id}' = ${String(id)})`;
    default:
      return raw("false");
  }
}
