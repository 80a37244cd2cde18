/** 产品匹配 as a list: every match, and every product that has none. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { supplierProductApi } from "@visadesk/contract/supplier/supplier-product.ts";
import type { MATCH_STATES, MATCH_TABS } from "@visadesk/contract/supplier/supplier.words.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import type { ListDef } from "#kit/db/page.ts";
import { and, likeText, or, q, raw, row, rows, type Sql } from "#kit/db/sql.ts";
import { dateRange, dayOf } from "#kit/range.ts";
import { supplierQueue } from "../supplier.queues.ts";
import { costAt, inCny } from "./match-cost.sql.ts";

type Api = typeof supplierProductApi;
type Shown = Output<Api["supplier_product_query"]>["list"][number];
export interface MatchRow extends Omit<Shown, "urgent_text"> {
  urgent: Record<string, number> | null;
}
type MatchTab = keyof typeof MATCH_TABS;
type MatchState = keyof typeof MATCH_STATES;
type Asked = Partial<Omit<Parsed<Api["supplier_product_query"]>, "page" | "page_size" | "sort" | "order" | "cursor" | "count" | "fields">>;

/** Products that nobody enabled does. Theirs is a row with a negative id, so that no two rows have one. */
const isGap = q`not exists (select from supplier_products n where n.sku_id = k.id and n.status = 1)`;
const from = (scope: Sql | null): Sql => q`
  (select m.id, m.id as match_id, m.sku_id from supplier_products m join suppliers s on s.id = m.supplier_id where ${and([scope])}
   union all
   select -k.id, null::int8, k.id from skus k where ${isGap}) r
  join skus k on k.id = r.sku_id and k.sku_status <> 'archived'
  left join supplier_products m on m.id = r.match_id left join suppliers s on s.id = m.supplier_id`;

const tabsAt = (now: Date): Readonly<Record<MatchTab, Sql | null>> => ({
  all: null,
  unmatched: q`r.match_id is null`,
  single: q`m.status = 1 and not exists (select from supplier_products n where n.sku_id = m.sku_id and n.status = 1 and n.id <> m.id)`,
  no_price: q`m.status = 1 and not exists (${costAt(raw("m.id"), now)})`,
  in_review: q`exists (select from supplier_prices w where w.supplier_product_id = m.id and w.review = 'pending')`,
  disabled: q`m.status = 0`,
});

/** What the column says, as conditions. */
const statesAt = (now: Date): Readonly<Record<MatchState, Sql>> => ({
  unmatched: q`m.id is null`,
  disabled: q`m.status = 0`,
  no_price: q`m.status = 1 and not exists (${costAt(raw("m.id"), now)})`,
  matched: q`m.status = 1 and exists (${costAt(raw("m.id"), now)})`,
});

/** One row for each product: its first enabled match, or the row that says there is none. */
const onceEach = q`(r.match_id is null or (m.status = 1
  and not exists (select from supplier_products n where n.sku_id = m.sku_id and n.status = 1 and n.priority < m.priority)))`;

const filterOf = (f: Asked, { me, now }: Pick<MatchReader, "me" | "now">): (Sql | null | undefined | false | "")[] => [
  f.tab && tabsAt(now)[f.tab],
  f.queue && and([onceEach, supplierQueue({ me, now }, f.queue)]),
  f.ids && q`m.id = any(${f.ids}::int8[])`,
  f.sku_id && q`k.id = any(${f.sku_id}::int8[])`,
  f.spu_id && q`k.visa_product_unit_code in (select u.visa_product_unit_code from spus u where u.id = any(${f.spu_id}::int8[]))`,
  f.country_id && q`k.country_id = any(${f.country_id}::text[])`,
  f.embassy_id && q`k.embassy_id = any(${f.embassy_id}::int8[])`,
  f.supplier_id && q`m.supplier_id = any(${f.supplier_id}::int8[])`,
  f.supplier_code && q`m.supplier_code ilike ${`%${likeText(f.supplier_code)}%`}`,
  f.match_state && or(f.match_state.map((s) => statesAt(now)[s])),
  dateRange("m.valid_to", f.valid_to),
];

const fee = (kind: string, now: Date): Sql => q`
  coalesce((select p.adult from sku_prices p where p.sku_id = k.id and p.price_kind = ${kind} and p.ref_id = '' and p.effective_from <= ${now}
    and (p.effective_to is null or p.effective_to > ${now}) limit 1), 0)`;
/** Retail of an adult less all it costs us. */
const margin = (now: Date): Sql => q`
  (select r.adult - ${inCny("cur", "cur.adult")} - case when cur.embassy_included then 0 else ${fee("embassy_fee", now)} end
     - case when cur.centre_included then 0 else ${fee("centre_fee", now)} end
   from sku_prices r where r.sku_id = k.id and r.price_kind = 'retail' and r.effective_from <= ${now} and (r.effective_to is null or r.effective_to > ${now}) limit 1)`;

const usedOn = (day: string): Sql => q`
  (select count(*)::int from supplier_assignments x where x.supplier_product_id = m.id and x.planned_date = ${day}::date and x.released_at is null)`;

const select = ({ now, seesMargin, me: { worker_id: me } }: Omit<MatchReader, "scope">): Sql => q`
  coalesce(r.match_id, -k.id) as id, k.id as sku_id, k.sku_no, k.name as sku_name, k.country_id, c.name_zh as country_name, c.flag_emoji,
  coalesce(case when k.cover_mode = 'all' then '全国' else e.district_name end, '') as district_name,
  m.supplier_id, s.short_name as supplier_name, s.supplier_status, coalesce(m.supplier_code, '') as supplier_code, coalesce(m.supplier_title, '') as supplier_title,
  m.daily_quota, coalesce(m.submit_weekdays, '{}') as submit_weekdays, coalesce(m.lead_min, 0) as lead_min, coalesce(m.lead_max, 0) as lead_max, m.valid_from, m.valid_to, m.priority,
  cur.adult, cur.child, cur.urgent, cur.currency, cur.embassy_included, cur.centre_included, cur.embassy_fee,
  nxt.adult as next_adult, nxt.effective_at as next_at, w.adjust_no, w.adjust_id, case when w.created_by = ${me} then w.id end as own_price_id,
  ${seesMargin ? q`case when cur.id is not null then ${margin(now)} end as margin,` : raw("")}
  ${usedOn(dayOf(now))} as used_today, ${usedOn(dayOf(now, 1))} as used_next,
  case when done.n > 0 then done.issued::float8 / done.n end as issue_rate, coalesce(done.n, 0) as results_90,
  case when m.id is null then 'unmatched' when m.status = 0 then 'disabled' when cur.id is null then 'no_price' else 'matched' end as match_state,
  m.status, coalesce(m.version, 0) as version, coalesce(m.updated_at, k.updated_at) as updated_at`;

const joins = (now: Date): Sql => q`
  join countries c on c.id = k.country_id left join embassies e on e.id = k.embassy_id
  left join lateral (${costAt(raw("m.id"), now)}) cur on true
  left join lateral (select p.adult, p.effective_at from supplier_prices p where p.supplier_product_id = m.id and p.review = 'approved' and p.effective_at > ${now}
    order by p.effective_at, p.id desc limit 1) nxt on true
  left join lateral (select x.id, x.adjust_no, x.created_by, a.id as adjust_id from supplier_prices x left join price_adjustments a on a.adjust_no = x.adjust_no
    where x.supplier_product_id = m.id and x.review = 'pending') w on true
  left join lateral (select count(*)::int as n, (count(*) filter (where a.visa_issue_date is not null))::int as issued
    from applicants a where a.supplier_id = m.supplier_id and a.sku_id = m.sku_id and a.result_at >= ${new Date(now.getTime() - 90 * 86_400_000)}
      and (a.visa_issue_date is not null or a.refusal_category is not null)) done on m.id is not null`;

export interface MatchReader extends Pick<Ctx, "me"> {
  scope: Sql | null;
  now: Date;
  seesMargin: boolean;
}
export const matchList = (f: Asked, { me, scope, now, seesMargin }: MatchReader): ListDef => ({
  from: from(scope),
  where: and(filterOf(f, { me, now })),
  id: "r.id",
  select: select({ me, now, seesMargin }),
  joins: joins(now),
  // A product's matches in their order.
  sort: "sku_no",
  sorts: {
    sku_no: { by: "(k.sku_no || to_char(coalesce(m.priority, 0), ' 00'))", order: "asc", keyset: true, type: "text" },
    updated_at: { by: "coalesce(m.updated_at, k.updated_at)", order: "desc", keyset: true },
    priority: { by: "m.priority", order: "asc" },
    valid_to: { by: "m.valid_to", order: "asc" },
  },
});

export const matchRow = (db: Db, id: number, { me, scope, now, seesMargin }: MatchReader): Promise<MatchRow | undefined> =>
  row<MatchRow>(
    db,
    q`
    select ${select({ me, now, seesMargin })}
    from (select m.id as match_id, m.sku_id from supplier_products m join suppliers s on s.id = m.supplier_id where ${and([q`m.id = ${id}`, scope])}) r
    join skus k on k.id = r.sku_id left join supplier_products m on m.id = r.match_id left join suppliers s on s.id = m.supplier_id ${joins(now)}`,
  );

/** Rows of every tab under the filter of the list. */
export async function matchCounts(db: Db, asked: Asked, by: Pick<MatchReader, "me" | "scope" | "now">): Promise<Record<string, number>> {
  const { scope, now } = by;
  const counts = Object.entries(tabsAt(now)).map(([tab, is]) => q`(count(*) filter (where ${is ?? raw("true")}))::int as ${raw(tab)}`);
  const list = counts.reduce((a, b) => q`${a}, ${b}`);
  const [found] = await rows<Record<string, number>>(db, q`select ${list} from ${from(scope)} where ${and(filterOf(asked, by))}`);
  return found ?? {};
}
