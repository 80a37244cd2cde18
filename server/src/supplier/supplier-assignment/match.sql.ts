/** Matches with all that their ranking asks for, and how many people they hold. */
import type { Db } from "#kit/db/db.ts";
import { q, raw, row, rows, type Sql } from "#kit/db/sql.ts";
import { costAt } from "../supplier-product/match-cost.sql.ts";
import type { Mission } from "../../base-data/index.ts";
import type { MatchRow } from "./candidate.rules.ts";

/** The cost of match `m` that is in force at an instant, as a lateral source. */
export const costInForce = (at: Date): Sql => q`
  select v.id as price_id, v.adult, v.child, v.urgent, v.embassy_included, v.centre_included, v.embassy_fee, v.currency, v.rate::text as rate
  from (${costAt(raw("m.id"), at)}) v`;

/** All matches of a product, the unusable ones too, with the costs in force at the instant. */
export const matchRows = (db: Db, skuId: number, at: Date): Promise<MatchRow[]> =>
  rows<MatchRow>(
    db,
    q`
    select m.id as supplier_product_id, s.id as supplier_id, s.short_name as supplier_name, s.kind as supplier_kind, s.supplier_status, m.status, m.priority,
      m.daily_quota, m.submit_weekdays, m.lead_min, m.lead_max, m.valid_from, m.valid_to, s.settle_trigger, s.on_refusal,
      case when p.price_id is not null then to_jsonb(p) end as cost,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', d.id, 'kind', d.kind, 'valid_from', d.valid_from, 'valid_to', d.valid_to))
        from supplier_documents d where d.supplier_id = s.id), '[]') as papers
    from supplier_products m join suppliers s on s.id = m.supplier_id left join lateral (${costInForce(at)}) p on true
    where m.sku_id = ${skuId} order by m.priority, m.id`,
  );

/** Where a product is handed in, as its days are reckoned. */
export const missionOf = (db: Db, skuId: number): Promise<Mission | undefined> =>
  row<Mission>(db, q`select e.id, e.weekdays, e.follow_cn from skus k join embassies e on e.id = k.embassy_id where k.id = ${skuId}`);

interface Held {
  supplier_product_id: number;
  planned_date: string;
  n: number;
}
/** People that matches hold by day, but for one applicant of them. */
export async function heldBetween(
  db: Db,
  ids: readonly number[],
  between: { from: string; to: string; but?: number | null },
): Promise<(supplierProductId: number, date: string) => number> {
  const list =
    ids.length === 0
      ? []
      : await rows<Held>(
          db,
          q`
          select supplier_product_id, planned_date, count(*)::int as n from supplier_assignments
          where supplier_product_id = any(${[...ids]}::int8[]) and planned_date between ${between.from}::date and ${between.to}::date
            and released_at is null and applicant_id <> ${between.but ?? 0}
          group by 1, 2`,
        );
  const counted = new Map(list.map((h) => [`${h.supplier_product_id} ${h.planned_date}`, h.n]));
  return (id, date) => counted.get(`${id} ${date}`) ?? 0;
}
