import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { officialFeeApi } from "@visadesk/contract/base-data/official-fee.ts";
import type { Db } from "#kit/db/db.ts";
import type { ListDef } from "#kit/db/page.ts";
import { and, likeText, or, q, raw, row, rows, type Sql } from "#kit/db/sql.ts";
import { verifyDue } from "./country.sql.ts";

export type FeeRow = Output<typeof officialFeeApi.official_fee_query>["list"][number];
type FeeState = FeeRow["fee_state"];

const stateIs = (state: FeeState, now: Date): Sql =>
  state === "pending"
    ? q`f.effective_from > ${now}`
    : state === "ended"
      ? q`f.effective_to <= ${now}`
      : q`f.effective_from <= ${now} and (f.effective_to is null or f.effective_to > ${now})`;

/** Price rows that count when the fee does and point at a row of `fees`; archived products left out. */
const skusOn = (fees: Sql, now: Date): Sql => q`
  (select count(distinct p.sku_id)::int from sku_prices p join skus k on k.id = p.sku_id
   where p.official_fee_id in (${fees}) and (p.effective_to is null or p.effective_to > greatest(f.effective_from, ${now})) and k.sku_status <> 'archived')`;

const columns = (now: Date): Sql => q`
  f.id, f.country_ids, f.name, f.fee_kind, f.currency, f.adult, f.child, f.effective_from, f.effective_to, f.source_url, f.verify_months,
  case when ${stateIs("ended", now)} then 'ended' when ${stateIs("pending", now)} then 'pending' else 'current' end as fee_state,
  f.verified_at, nullif(w.nickname, '') as verified_by_name, ${verifyDue("f", now)} as is_verify_due,
  ${skusOn(q`f.id`, now)} as sku_count,
  ${skusOn(q`select o.id from official_fees o where o.name = f.name and o.fee_kind = f.fee_kind and o.effective_from < f.effective_from`, now)} as former_count,
  (select count(distinct c.adjustment_id)::int from price_adjustment_cells c where c.is_open and c.official_fee_id = f.id) as adjust_open, f.version`;
const FROM = raw("official_fees f");
const JOINS = raw("left join workers w on w.id = f.verified_by");

export const feeRow = (db: Db, id: number, now: Date): Promise<FeeRow | undefined> =>
  row<FeeRow>(db, q`select ${columns(now)} from ${FROM} ${JOINS} where f.id = ${id}`);

/** Fees of the same name and kind that began before it, the newest first. */
export const formerFees = (db: Db, fee: Pick<FeeRow, "name" | "fee_kind" | "effective_from">, now: Date): Promise<FeeRow[]> =>
  rows<FeeRow>(
    db,
    q`select ${columns(now)} from ${FROM} ${JOINS}
      where f.name = ${fee.name} and f.fee_kind = ${fee.fee_kind} and f.effective_from < ${fee.effective_from}::timestamptz order by f.effective_from desc`,
  );

export interface FeeFilter {
  country_id?: string | undefined;
  keyword?: string | undefined;
  fee_kind?: readonly string[] | undefined;
  fee_state?: readonly FeeState[] | undefined;
}
export const feeList = (f: FeeFilter, now: Date): ListDef => ({
  from: FROM,
  where: and([
    f.country_id && q`f.country_ids @> array[${f.country_id}::text]`,
    f.keyword && q`lower(f.name) like ${`%${likeText(f.keyword.toLowerCase())}%`}`,
    f.fee_kind && q`f.fee_kind = any(${[...f.fee_kind]}::text[])`,
    f.fee_state && or(f.fee_state.map((s) => stateIs(s, now))),
  ]),
  id: "f.id",
  select: columns(now),
  joins: JOINS,
  sort: "name",
  sorts: {
    name: {
      by: "(case f.fee_kind when 'embassy' then '0' else '1' end || f.name || to_char(f.effective_from, ' YYYY-MM-DD HH24:MI'))",
      order: "asc",
    },
    effective_from: { by: "f.effective_from", order: "desc" },
  },
});

/** One at a time per name: two people never end the same former row. */
export const lockFeeName = (db: Db, name: string): Promise<unknown> => rows(db, q`select pg_advisory_xact_lock(100907, hashtext(${name}))`);

export interface Stored {
  id: number;
  name: string;
  effective_from: string;
  effective_to: string | null;
}
/** Rows of a name whose time meets these, the one to be saved left out. */
export const meetingFees = (db: Db, name: string, from: string, to: string | null, except: number | null): Promise<Stored[]> =>
  rows<Stored>(
    db,
    q`
    select id, name, effective_from, effective_to from official_fees
    where name = ${name} and id is distinct from ${except}::int8
      and tstzrange(effective_from, effective_to) && tstzrange(${from}::timestamptz, ${to}::timestamptz) order by effective_from`,
  );

/** Price rows point at it, whenever they count. */
export const isFeeUsed = async (db: Db, id: number): Promise<boolean> =>
  (await row(db, q`select id from sku_prices where official_fee_id = ${id} limit 1`)) !== undefined;

export const unknownCountry = async (db: Db, ids: readonly string[]): Promise<string | null> =>
  (
    await row<{ id: string }>(
      db,
      q`select i.id from unnest(${[...ids]}::text[]) as i(id) where not exists (select from countries c where c.id = i.id) limit 1`,
    )
  )?.id ?? null;
