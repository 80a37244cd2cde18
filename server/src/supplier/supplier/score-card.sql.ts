/** What a supplier did in a period, reckoned for many at once. Rolled-back spans and time on hold do not count. */
import type { Db } from "#kit/db/db.ts";
import { dayOf, dayStart } from "#kit/range.ts";
import { q, raw, row, rows, type Sql } from "#kit/db/sql.ts";

export interface Facts {
  submitted: number;
  /** Of those whose day was planned. */
  planned: number;
  on_time: number;
  returned: number;
  results: number;
  issued: number;
  days_mean: number | null;
  days_p90: number | null;
  counted: number;
  differing: number;
  /** How often another was taken, by cause. */
  lost: Record<string, number>;
}
export interface Period {
  from: string;
  to: string;
}
/** The last whole days: what is counted at night is what its link opens all day long. */
export const periodOf = (now: Date, days: number): Period => ({ from: dayOf(now, -days), to: dayOf(now, -1) });
const within = (column: string, now: Date, days: number): Sql =>
  q`${raw(column)} >= ${dayStart(now, -days)} and ${raw(column)} < ${dayStart(now)}`;
/** A result later than this after its submission is not looked for: the index is by that date. */
const LONGEST = 365;
const MINUTES_A_DAY = 480;

const sent = (ids: readonly number[], { from, to }: Period): Sql => q`
  select a.id, a.supplier_id, a.submit_date from applicants a
  where a.supplier_id = any(${[...ids]}::int8[]) and a.submit_date between ${from}::date and ${to}::date and a.submitted_at is not null`;
/** Its submission came back for more papers. */
const cameBack = q`exists (select from stage_spans e join stage_spans r on r.applicant_id = e.applicant_id and r.entered_at = e.left_at and r.status = 'pre_review_rejected'
  where e.applicant_id = s.id and e.status = 'in_embassy' and not e.is_rolled_back and not r.is_rolled_back)`;
const results = (ids: readonly number[], now: Date, days: number): Sql => q`
  select a.supplier_id, a.visa_issue_date is not null as issued,
    (select sum(e.work_minutes)::float8 / ${MINUTES_A_DAY} from stage_spans e where e.applicant_id = a.id and e.status = 'in_embassy' and e.left_at <= a.result_at and not e.is_rolled_back) as days
  from applicants a
  where a.supplier_id = any(${[...ids]}::int8[]) and a.submit_date >= ${dayOf(now, -days - LONGEST)}::date and ${within("a.result_at", now, days)}
    and (a.visa_issue_date is not null or a.refusal_category is not null)`;
const parcels = (ids: readonly number[], now: Date, days: number): Sql => q`
  select t.supplier_id, exists (select from supplier_parcel_items i where i.parcel_id = t.id and i.verdict <> 'ok') as differs
  from supplier_parcels t join expresses e on e.id = t.express_id
  where t.supplier_id = any(${[...ids]}::int8[]) and e.express_status = 'checked' and ${within("e.signed_at", now, days)}`;
const lost = (ids: readonly number[], now: Date, days: number): Sql => q`
  select k.supplier_id, jsonb_object_agg(k.cause, k.n) as lost from (
    select (c->>'supplier_id')::int8 as supplier_id, c->>'cause' as cause, count(*)::int as n
    from supplier_assignments x cross join lateral jsonb_array_elements(x.ranking) c
    where ${within("x.assigned_at", now, days)} and c->>'cause' is not null and (c->>'supplier_id')::int8 = any(${[...ids]}::int8[]) group by 1, 2) k group by 1`;

export const factsOf = (db: Db, ids: readonly number[], now: Date, days: number): Promise<(Facts & { id: number })[]> =>
  rows(
    db,
    q`
    with sent as (${sent(ids, periodOf(now, days))}),
      went as (select s.supplier_id, count(*)::int as submitted, count(x.id)::int as planned, (count(*) filter (where s.submit_date <= x.planned_date))::int as on_time, (count(*) filter (where ${cameBack}))::int as returned
        from sent s left join supplier_assignments x on x.applicant_id = s.id and x.supplier_id = s.supplier_id and x.released_at is null group by 1),
      done as (select r.supplier_id, count(*)::int as results, (count(*) filter (where r.issued))::int as issued, avg(r.days) as days_mean, percentile_cont(0.9) within group (order by r.days) as days_p90
        from (${results(ids, now, days)}) r group by 1),
      counted as (select p.supplier_id, count(*)::int as counted, (count(*) filter (where p.differs))::int as differing from (${parcels(ids, now, days)}) p group by 1),
      losses as (${lost(ids, now, days)})
    select s.id, coalesce(w.submitted, 0) as submitted, coalesce(w.planned, 0) as planned, coalesce(w.on_time, 0) as on_time, coalesce(w.returned, 0) as returned,
      coalesce(d.results, 0) as results, coalesce(d.issued, 0) as issued, d.days_mean, d.days_p90, coalesce(c.counted, 0) as counted, coalesce(c.differing, 0) as differing, coalesce(l.lost, '{}') as lost
    from unnest(${[...ids]}::int8[]) as s(id) left join went w on w.supplier_id = s.id left join done d on d.supplier_id = s.id
      left join counted c on c.supplier_id = s.id left join losses l on l.supplier_id = s.id`,
  );

export const keepFacts = (db: Db, list: readonly (Facts & { id: number })[], days: number, now: Date): Promise<unknown> =>
  rows(
    db,
    q`
    insert into supplier_figures (supplier_id, days, facts, counted_at)
    select (f->>'id')::int8, ${days}, f - 'id', ${now} from jsonb_array_elements(${JSON.stringify(list)}::jsonb) f
    on conflict (supplier_id, days) do update set facts = excluded.facts, counted_at = excluded.counted_at`,
  );
export const keptFacts = (db: Db, id: number, days: number): Promise<{ facts: Facts; counted_at: string } | undefined> =>
  row(db, q`select facts, counted_at from supplier_figures where supplier_id = ${id} and days = ${days}`);

/** Of many: what the last night kept, reckoned now for those it does not know. */
export async function cardsOf(db: Db, ids: readonly number[], now: Date, days: number): Promise<ReadonlyMap<number, Facts>> {
  const kept = await rows<{ id: number; facts: Facts }>(
    db,
    q`select supplier_id as id, facts from supplier_figures where supplier_id = any(${[...ids]}::int8[]) and days = ${days}`,
  );
  const cards = new Map(kept.map((k) => [k.id, k.facts]));
  const rest = ids.filter((id) => !cards.has(id));
  if (rest.length > 0) for (const f of await factsOf(db, rest, now, days)) cards.set(f.id, f);
  return cards;
}

export const supplierIds = async (db: Db): Promise<number[]> =>
  (await rows<{ id: number }>(db, q`select id from suppliers order by id`)).map((s) => s.id);
