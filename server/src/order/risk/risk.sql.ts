/**
 * Results by cells, kept: every night from scratch, so that a look costs two reads by key whatever the number of orders.
 * A result is a person who was issued, or refused (a refusal has its category, whatever became of the claim afterwards).
 */
import type { Db } from "#kit/db/db.ts";
import { dayStart } from "#kit/range.ts";
import { q, raw, row, rows, type Sql } from "#kit/db/sql.ts";

/** Two years. */
export const RISK_DAYS = 730;
/** Upper end of each age band, without it; the last has none. */
export const AGE_BANDS = [18, 30, 45, 60] as const;
export const bandOf = (age: number): string => String(AGE_BANDS.findIndex((until) => age < until));

const BAND = `case when a.birth_date is null then '' else coalesce((select (min(b.n) - 1)::text
  from unnest('{${AGE_BANDS.join(",")}}'::int[]) with ordinality b(until, n)
  where date_part('year', age((a.result_at at time zone 'Asia/Shanghai')::date, a.birth_date)) < b.until), '-1') end`;

/** The mission is the post of the product as it was sold; products without one stand by their country. */
const ended = (now: Date): Sql => q`
  missions as materialized (select s.id, s.body #>> '{embassy,id}' as mission from sku_snapshots s),
  ended as materialized (
    select a.id, coalesce(m.mission, a.country_id) as mission, coalesce(a.identity, '') as identity, ${raw(BAND)} as age_band,
      coalesce(a.household_province, '') as province, (a.refusal_category is null)::int as issued
    from applicants a join orders o on o.id = a.order_id left join missions m on m.id = o.snapshot_id
    where a.result_at >= ${dayStart(now, -RISK_DAYS)} and a.result_at < ${dayStart(now)})`;

const cells = (now: Date): Sql => q`
  with ${ended(now)},
    gaps as (select m.applicant_id, string_agg(distinct m.document_id::text collate "C", ',' order by m.document_id::text collate "C") as waived
      from applicant_materials m join ended e on e.id = m.applicant_id
      where m.owner = 'must' and m.material_status = 'waived' and m.document_id is not null group by 1),
    people as (select e.*, coalesce(g.waived, '') as waived from ended e left join gaps g on g.applicant_id = e.id)
  insert into risk_cells (level, mission, identity, waived, age_band, province, n, issued)
  select 5 - grouping(province) - grouping(age_band) - grouping(waived) - grouping(identity), mission,
    case when grouping(identity) = 1 then '*' else identity end, case when grouping(waived) = 1 then '*' else waived end,
    case when grouping(age_band) = 1 then '*' else age_band end, case when grouping(province) = 1 then '*' else province end,
    count(*)::int, sum(issued)::int
  from people group by mission, rollup (identity, waived, age_band, province)`;

const papers = (now: Date): Sql => q`
  with ${ended(now)},
    slots as (select m.applicant_id, m.document_id, bool_or(m.material_status in ('passed', 'submitted')) as given
      from applicant_materials m join ended e on e.id = m.applicant_id
      where m.document_id is not null and m.owner in ('must', 'optional') and m.kind in (1, 2, 4) group by 1, 2)
  insert into risk_papers (mission, identity, document_id, given, n, issued)
  select e.mission, case when grouping(e.identity) = 1 then '*' else e.identity end, s.document_id, s.given, count(*)::int, sum(e.issued)::int
  from slots s join ended e on e.id = s.applicant_id group by e.mission, s.document_id, s.given, rollup (e.identity)`;

/** Reckons everything anew; whoever looks meanwhile sees what was kept before. */
export async function keepRisk(db: Db, now: Date): Promise<void> {
  for (const table of ["risk_cells", "risk_papers"]) await rows(db, q`delete from ${raw(table)}`);
  await rows(db, cells(now));
  await rows(db, papers(now));
  await rows(db, q`insert into risk_mark (counted_at) values (${now}) on conflict (id) do update set counted_at = excluded.counted_at`);
}

export interface RiskCell {
  level: number;
  n: number;
  issued: number;
}
export interface RiskAsk {
  mission: string;
  identity: string;
  waived: string;
  age_band: string;
  province: string;
}
/** The kept cells that hold such a person, the finest first. */
export const cellsOf = (db: Db, a: RiskAsk): Promise<RiskCell[]> =>
  rows<RiskCell>(
    db,
    q`
    select c.level, c.n, c.issued from risk_cells c
    where c.mission = ${a.mission} and (c.level, c.identity, c.waived, c.age_band, c.province) in (
      (5, ${a.identity}, ${a.waived}, ${a.age_band}, ${a.province}), (4, ${a.identity}, ${a.waived}, ${a.age_band}, '*'),
      (3, ${a.identity}, ${a.waived}, '*', '*'), (2, ${a.identity}, '*', '*', '*'), (1, '*', '*', '*', '*'))
    order by c.level desc`,
  );

export interface RiskPaper {
  identity: string;
  document_id: number;
  given: boolean;
  n: number;
  issued: number;
}
export const papersOf = (db: Db, a: Pick<RiskAsk, "mission" | "identity">, documents: readonly number[]): Promise<RiskPaper[]> =>
  rows<RiskPaper>(
    db,
    q`select p.identity, p.document_id, p.given, p.n, p.issued from risk_papers p
      where p.mission = ${a.mission} and p.identity in (${a.identity}, '*') and p.document_id = any(${[...documents]}::int8[])`,
  );

export const riskCounted = (db: Db): Promise<{ counted_at: string } | undefined> =>
  row(db, q`select counted_at from risk_mark where id = 1`);
