/** Refusal protections with the amounts that hold, and what was sold and paid back of them. */
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { PROTECTION_RATE_FROM, type refuseNoWorryProductApi } from "@visadesk/contract/product/price/refuse-no-worry-product.ts";
import { IDENTITIES } from "@visadesk/contract/product/sku/sku.ts";
import type { Db } from "#kit/db/db.ts";
import type { ListDef } from "#kit/db/page.ts";
import { and, likeText, q, raw, row, rows, type Sql } from "#kit/db/sql.ts";
import type { ProtectionDoors } from "../doors.ts";
import type { Protection } from "./refuse-no-worry-product.rules.ts";
import { words } from "../sku/uses.sql.ts";

type Api = typeof refuseNoWorryProductApi;
type Detail = Output<Api["refuse_no_worry_product_get"]>;

/** The reviewed amount of `n` that holds at an instant, else the product's own. */
const heldAt = (kind: "premium" | "rate", own: string, at: Sql): Sql => q`
  coalesce((select r.amount from refuse_no_worry_prices r where r.product_id = n.id and r.price_kind = ${raw(`'${kind}'`)} and r.effective_from <= ${at}
    order by r.effective_from desc, r.id desc limit 1), ${raw(own)})`;

/** The own price of the product of `refuse_no_worry_links l` at an instant: the reviewed one, else the link's; null: none. */
export const overrideAt = (at: Sql): Sql => q`
  (select x.amount from (
    select r.amount, r.effective_from, r.id from refuse_no_worry_prices r where r.product_id = l.product_id and r.sku_id = l.sku_id and r.effective_from <= ${at}
    union all select l.price_override, '-infinity', 0) x order by x.effective_from desc, x.id desc limit 1)`;

/** Amounts of `refuse_no_worry_products n` at an instant, as columns. */
export const amountsAt = (at: Sql): Sql => q`
  n.pricing, case when n.pricing = 'fixed' then ${heldAt("premium", "n.price", at)} else n.price end as price,
  case when n.pricing = 'percent' then ${heldAt("rate", "n.price_rate", at)}::int else n.price_rate end as price_rate,
  case when n.pricing = 'percent' then ${heldAt("premium", "n.price_min", at)} else n.price_min end as price_min`;

const FIGURES =
  raw(`coalesce(sum(x.sold), 0)::int as sold, coalesce(sum(x.premium), 0)::int8 as premium, coalesce(sum(x.claims_submitted), 0)::int as claims_submitted,
  coalesce(sum(x.claims_passed), 0)::int as claims_passed, coalesce(sum(x.paid), 0)::int8 as paid,
  case when sum(x.sold) >= ${PROTECTION_RATE_FROM} then round(sum(x.paid) * 100.0 / nullif(sum(x.premium), 0), 1)::float8 end as paid_rate`);

const soldOf = (doors: ProtectionDoors): Sql =>
  q`(select x.product_id, ${FIGURES} from (${doors.protectionSales}) x group by x.product_id) s`;
const columns = (at: Date): Sql => q`
  n.id, n.name, n.supplier_id, (select i.short_name from suppliers i where i.id = n.supplier_id) as supplier_name, n.scope, n.rate, n.cap, ${amountsAt(q`${at}::timestamptz`)}, n.reserve_cost,
  json_build_object('identities', coalesce(n.exclusions -> 'identities', '[]'), 'age_below', coalesce((n.exclusions ->> 'age_below')::int, 0),
    'age_above', coalesce((n.exclusions ->> 'age_above')::int, 0), 'refusal_within_years', coalesce((n.exclusions ->> 'refusal_within_years')::int, 0)) as exclusions,
  n.buy_until, n.proof_days, n.appeal_times, n.proofs, n.clause, n.product_status, n.first_listed_at, n.version, n.updated_at,
  (select count(*)::int from refuse_no_worry_links l where l.product_id = n.id) as link_count,
  coalesce(s.sold, 0) as sold, coalesce(s.premium, 0) as premium, coalesce(s.claims_submitted, 0) as claims_submitted,
  coalesce(s.claims_passed, 0) as claims_passed, coalesce(s.paid, 0) as paid, s.paid_rate`;

export interface ProtectionFilter {
  keyword?: string | undefined;
  scope?: readonly string[] | undefined;
  country_id?: readonly string[] | undefined;
  paid_rate?: { from?: number | undefined; to?: number | undefined } | undefined;
  product_status?: readonly string[] | undefined;
}
export const protectionList = (f: ProtectionFilter, doors: ProtectionDoors, at: Date): ListDef => ({
  from: q`refuse_no_worry_products n left join ${soldOf(doors)} on s.product_id = n.id`,
  where: and([
    f.keyword && q`n.name ilike ${`%${likeText(f.keyword)}%`}`,
    f.scope && q`n.scope = any(${[...f.scope]}::text[])`,
    f.product_status && q`n.product_status = any(${[...f.product_status]}::text[])`,
    f.country_id &&
      q`exists (select from refuse_no_worry_links l join skus k on k.id = l.sku_id where l.product_id = n.id and k.country_id = any(${[...f.country_id]}::text[]))`,
    f.paid_rate?.from !== undefined && q`s.paid_rate >= ${f.paid_rate.from}::float8`,
    f.paid_rate?.to !== undefined && q`s.paid_rate <= ${f.paid_rate.to}::float8`,
  ]),
  id: "n.id",
  select: columns(at),
  sorts: { name: { by: "n.name", order: "asc" }, updated_at: { by: "n.updated_at", order: "desc" } },
  sort: "updated_at",
});

export const protectionView = (db: Db, id: number, doors: ProtectionDoors, at: Date): Promise<Protection | undefined> =>
  row<Protection>(
    db,
    q`select ${columns(at)} from refuse_no_worry_products n left join (
        select x.product_id, ${FIGURES} from (${doors.protectionSales}) x where x.product_id = ${id} group by x.product_id) s on s.product_id = n.id
      where n.id = ${id}`,
  );

/** One at a time: two people neither list nor rename it at once. */
export const lockProtection = (
  db: Db,
  id: number,
): Promise<{ id: number; name: string; version: number; first_listed_at: string | null } | undefined> =>
  row(db, q`select id, name, version, first_listed_at from refuse_no_worry_products where id = ${id} for update`);

export const isProtectionNamed = async (db: Db, name: string, except: number | null): Promise<boolean> =>
  (await row(db, q`select id from refuse_no_worry_products where name = ${name} and id is distinct from ${except}::int8`)) !== undefined;

export const wasProtectionSold = async (db: Db, id: number, doors: ProtectionDoors): Promise<boolean> =>
  (await row<{ sold: boolean }>(db, q`select ${doors.isProtectionSold(q`${id}::int8`)} as sold`))?.sold ?? false;

type Result = Detail["by_country"][number];
/** Sold and paid by country, the most sold first. */
export const resultsByCountry = (db: Db, id: number, doors: ProtectionDoors): Promise<Result[]> =>
  rows<Result>(
    db,
    q`select x.country_id as key, c.name_zh as label, ${FIGURES} from (${doors.protectionSales}) x join countries c on c.id = x.country_id
      where x.product_id = ${id} group by x.country_id, c.name_zh order by sold desc, key`,
  );
export const resultsByIdentity = (db: Db, id: number, doors: ProtectionDoors): Promise<Result[]> =>
  rows<Result>(
    db,
    q`select coalesce(x.identity, '') as key, coalesce(${words(IDENTITIES, "x.identity")}, '身份未填') as label, ${FIGURES} from (${doors.protectionSales}) x
      where x.product_id = ${id} group by x.identity order by sold desc, key`,
  );

export interface AmountRow {
  id: number;
  name: string;
  first_listed_at: string | null;
  pricing: "fixed" | "percent";
  price: number;
  price_rate: number;
  price_min: number;
}
/** Amounts at an instant. */
export const amountRow = (db: Db, id: number, at: Date): Promise<AmountRow | undefined> =>
  row<AmountRow>(
    db,
    q`select n.id, n.name, n.first_listed_at, ${amountsAt(q`${at}::timestamptz`)} from refuse_no_worry_products n where n.id = ${id}`,
  );

export const protectionNames = (db: Db, ids: readonly number[]): Promise<{ id: number; name: string }[]> =>
  rows(db, q`select id, name from refuse_no_worry_products where id = any(${[...ids]}::int8[])`);
