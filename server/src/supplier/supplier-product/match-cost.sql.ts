/** What a match costs at an instant: one piece of SQL for everybody who asks, here and in other areas. */
import { CURRENCIES } from "@visadesk/contract/base-data/official-fee.ts";
import { currencyDigits } from "@visadesk/contract/base-data/official-fee.rules.ts";
import { MUST_HAVE, STOPPING_PAPERS } from "@visadesk/contract/supplier/supplier.words.ts";
import { q, raw, type Sql } from "#kit/db/sql.ts";

/**
 * The cost in force: the approved row with the greatest effective_at that has come. `match`: a column of the query
 * it stands in; `besides`: a condition more on the row `v`.
 */
export const costAt = (match: Sql, at: Date | Sql, besides: Sql = raw("true")): Sql => q`
  select v.* from supplier_prices v
  where v.supplier_product_id = ${match} and v.review = 'approved' and v.effective_at <= ${at} and ${besides}
  order by v.effective_at desc, v.id desc limit 1`;

/** Currencies without cents, or with more than a hundred parts. */
const FACTORS = Object.keys(CURRENCIES)
  .map((code) => [code, 10 ** (2 - currencyDigits(code))] as const)
  .filter(([, factor]) => factor !== 1)
  .map(([code, factor]) => `when '${code}' then ${factor}`)
  .join(" ");
/** An amount of a price as cents of CNY, at the rate frozen with it; `p` names its row. */
export const inCny = (p: string, amount: string): Sql =>
  raw(
    `case when ${p}.currency = 'CNY' then ${amount} else round(${amount} * ${p}.rate * (case ${p}.currency ${FACTORS} else 1 end))::int8 end`,
  );

/** Dates of a match `m` that hold on the day of an instant. */
export const isValidOn = (at: Date): Sql => q`
  (m.valid_from is null or m.valid_from <= (${at}::timestamptz at time zone 'Asia/Shanghai')::date)
  and (m.valid_to is null or m.valid_to >= (${at}::timestamptz at time zone 'Asia/Shanghai')::date)`;

/** Papers without which a supplier gets nothing new, by its kind. */
const STOPPING = JSON.stringify(
  Object.fromEntries(Object.entries(MUST_HAVE).map(([kind, must]) => [kind, must.filter((paper) => STOPPING_PAPERS.includes(paper))])),
);
/** No paper of supplier `s` stops it on the day of an instant: of each kind the last one that has begun still holds (`paperState`). */
export const isPapered = (at: Date): Sql => q`
  not exists (
    select from jsonb_array_elements_text(${STOPPING}::jsonb -> s.kind) as must(kind)
    where not coalesce((
      select d.valid_to is null or d.valid_to >= (${at}::timestamptz at time zone 'Asia/Shanghai')::date from supplier_documents d
      where d.supplier_id = s.id and d.kind = must.kind and d.valid_from <= (${at}::timestamptz at time zone 'Asia/Shanghai')::date
      order by d.id desc limit 1), false))`;

/** Cost in force, in CNY, of the first usable match of `k`, as a lateral source. */
export const supplierCost = (at: Date): Sql => q`
  select ${inCny("sp", "sp.adult")} as adult, ${inCny("sp", "sp.child")} as child, sp.embassy_included, sp.centre_included,
    m.id as supplier_product_id, s.id as supplier_id
  from supplier_products m
  join suppliers s on s.id = m.supplier_id and s.supplier_status = 'active'
  join lateral (${costAt(raw("m.id"), at)}) sp on true
  where m.sku_id = k.id and m.status = 1 and (sp.currency = 'CNY' or sp.rate is not null) and ${isValidOn(at)} and ${isPapered(at)}
  order by m.priority limit 1`;
