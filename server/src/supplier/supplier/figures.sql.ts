/** Figures beside suppliers, read by their keys for the rows that are shown. Derived, never stored. */
import { known } from "#kit/db/known.ts";
import type { Db } from "#kit/db/db.ts";
import { dayOf } from "#kit/range.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { addDays, calendarOf } from "../../base-data/index.ts";
import { payablesOf } from "../../ledger/index.ts";
import type { EndFacts } from "./supplier.rules.ts";

export interface Figures {
  open_count: number;
  originals_held: number;
  unsettled: number;
  submitted_90: number;
  work_days: number | null;
  issue_rate: number | null;
  results_90: number;
}
const DAYS = 90;
/** A result later than this after the submission date is not looked for: the index is by that date. */
const LONGEST = 365;

interface Counted {
  supplier_id: number;
  n: number;
}
const counts = async (list: Promise<Counted[]>): Promise<Map<number, number>> => new Map((await list).map((c) => [c.supplier_id, c.n]));

const openOf = (db: Db, ids: readonly number[]) =>
  counts(
    rows(
      db,
      q`
      select x.supplier_id, count(*)::int as n from supplier_assignments x join applicants a on a.id = x.applicant_id
      where x.supplier_id = any(${[...ids]}::int8[]) and x.released_at is null and a.tab <> 'closed' group by 1`,
    ),
  );
const originalsOf = (db: Db, ids: readonly number[]) =>
  counts(
    rows(
      db,
      q`
      select m.holder_supplier_id as supplier_id, count(*)::int as n from applicant_materials m
      where m.holder_supplier_id = any(${[...ids]}::int8[]) group by 1`,
    ),
  );
const submittedOf = (db: Db, ids: readonly number[], day: string) =>
  counts(
    rows(
      db,
      q`
      select a.supplier_id, count(*)::int as n from applicants a
      where a.supplier_id = any(${[...ids]}::int8[]) and a.submit_date between ${addDays(day, -DAYS)}::date and ${day}::date and a.submitted_at is not null group by 1`,
    ),
  );

/** Results of the last days by the dates of submission and result in Shanghai. */
interface Took {
  supplier_id: number;
  submitted: string;
  result: string;
  issued: number;
  n: number;
}
const resultsOf = (db: Db, ids: readonly number[], day: string): Promise<Took[]> =>
  rows<Took>(
    db,
    q`
    select a.supplier_id, to_char(a.submitted_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as submitted, to_char(a.result_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as result,
      (count(*) filter (where a.visa_issue_date is not null))::int as issued, count(*)::int as n
    from applicants a
    where a.supplier_id = any(${[...ids]}::int8[]) and a.submit_date >= ${addDays(day, -LONGEST)}::date and a.submitted_at <= a.result_at
      and a.result_at >= ${addDays(day, -DAYS)}::date::timestamp at time zone 'Asia/Shanghai' and (a.visa_issue_date is not null or a.refusal_category is not null)
    group by 1, 2, 3`,
  );

function ratesOf(took: readonly Took[], isWorking: (day: string) => boolean) {
  const n = took.reduce((sum, t) => sum + t.n, 0);
  if (n === 0) return { work_days: null, issue_rate: null, results_90: 0 };
  let days = 0;
  for (const t of took) for (let d = addDays(t.submitted, 1); d <= t.result; d = addDays(d, 1)) if (isWorking(d)) days += t.n;
  const issued = took.reduce((sum, t) => sum + t.issued, 0);
  return { work_days: Math.round((days / n) * 10) / 10, issue_rate: issued / n, results_90: n };
}

async function readFigures(db: Db, ids: readonly number[], day: string): Promise<Map<number, Figures>> {
  const [open, originals, owed, submitted, results, calendar] = await Promise.all([
    openOf(db, ids),
    originalsOf(db, ids),
    payablesOf(db, ids),
    submittedOf(db, ids, day),
    resultsOf(db, ids, day),
    calendarOf(db),
  ]);
  const took = Map.groupBy(results, (r) => r.supplier_id);
  return new Map(
    ids.map((id) => [
      id,
      {
        open_count: open.get(id) ?? 0,
        originals_held: originals.get(id) ?? 0,
        unsettled: owed.get(id) ?? 0,
        submitted_90: submitted.get(id) ?? 0,
        ...ratesOf(took.get(id) ?? [], (d) => calendar.isWorkingDay(d)),
      },
    ]),
  );
}

/** By `day id`: a figure is of its day. */
const kept = known<string, Figures>(["supplier_assignments", "applicants", "applicant_materials", "journal_lines"], async (db, keys) => {
  const byDay = Map.groupBy(keys, (k) => k.split(" ")[0] ?? "");
  const all = await Promise.all(
    [...byDay].map(async ([day, of]) => {
      const figures = await readFigures(
        db,
        of.map((k) => Number(k.split(" ")[1])),
        day,
      );
      return [...figures].map(([id, f]) => [`${day} ${id}`, f] as const);
    }),
  );
  return all.flat();
});
export async function figuresOf(db: Db, ids: readonly number[], now: Date): Promise<ReadonlyMap<number, Figures>> {
  const day = dayOf(now);
  const found = await kept(
    db,
    ids.map((id) => `${day} ${id}`),
  );
  return new Map([...found].map(([key, f]) => [Number(key.split(" ")[1]), f]));
}

/** What a supplier that ends would leave behind, as of this transaction. */
export async function endFacts(db: Db, id: number): Promise<EndFacts> {
  const [open, originals, owed] = [await openOf(db, [id]), await originalsOf(db, [id]), await payablesOf(db, [id])];
  const parcels = await row<{ n: number }>(
    db,
    q`
    select count(*)::int as n from supplier_parcels p join expresses e on e.id = p.express_id
    where p.supplier_id = ${id} and (p.exception_open or (p.lost_at is null and e.express_status in ('created', 'in_transit', 'problem', 'signed')))`,
  );
  return { open: open.get(id) ?? 0, parcels: parcels?.n ?? 0, originals: originals.get(id) ?? 0, unsettled: owed.get(id) ?? 0 };
}
