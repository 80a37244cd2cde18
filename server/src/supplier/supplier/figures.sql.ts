/** Figures beside suppliers, read by their keys for the rows that are shown. Derived, never stored. */
import { known } from "#kit/db/known.ts";
import type { Db } from "#kit/db/db.ts";
import { dayOf } from "#kit/range.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { payablesOf } from "../../ledger/index.ts";
import { OPEN } from "../supplier-assignment/supplier-assignment.sql.ts";
import { PIECES } from "../supplier-original/supplier-original.sql.ts";
import { cardsOf, type Facts } from "./score-card.sql.ts";
import type { EndFacts } from "./supplier.rules.ts";

export interface Figures {
  open_count: number;
  originals_held: number;
  passports_held: number;
  unsettled: number;
  submitted_90: number;
  work_days: number | null;
  issue_rate: number | null;
  results_90: number;
}
const DAYS = 90;

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
      select x.supplier_id, count(*)::int as n from supplier_assignments x
      where x.supplier_id = any(${[...ids]}::int8[]) and ${OPEN} group by 1`,
    ),
  );
const originalsOf = (db: Db, ids: readonly number[]) =>
  counts(
    rows(
      db,
      q`
      select m.holder_supplier_id as supplier_id, ${PIECES} as n from applicant_materials m
      where m.holder_supplier_id = any(${[...ids]}::int8[]) group by 1`,
    ),
  );
const passportsOf = (db: Db, ids: readonly number[]) =>
  counts(
    rows(
      db,
      q`
      select m.holder_supplier_id as supplier_id, ${PIECES} as n from applicant_materials m
      where m.holder_supplier_id = any(${[...ids]}::int8[]) and m.sub_type = 'passport' group by 1`,
    ),
  );
/** The page of a supplier says the same of the same days. */
function ratesOf(f: Facts | undefined) {
  if (!f) return { submitted_90: 0, work_days: null, issue_rate: null, results_90: 0 };
  const work_days = f.days_mean === null ? null : Math.round(f.days_mean * 10) / 10;
  return { submitted_90: f.submitted, work_days, issue_rate: f.results === 0 ? null : f.issued / f.results, results_90: f.results };
}

async function readFigures(db: Db, ids: readonly number[], day: string): Promise<Map<number, Figures>> {
  const [open, originals, passports, owed, cards] = await Promise.all([
    openOf(db, ids),
    originalsOf(db, ids),
    passportsOf(db, ids),
    payablesOf(db, ids),
    cardsOf(db, ids, new Date(`${day}T12:00:00+08:00`), DAYS),
  ]);
  return new Map(
    ids.map((id) => [
      id,
      {
        open_count: open.get(id) ?? 0,
        originals_held: originals.get(id) ?? 0,
        passports_held: passports.get(id) ?? 0,
        unsettled: owed.get(id) ?? 0,
        ...ratesOf(cards.get(id)),
      },
    ]),
  );
}

/** By `day id`: a figure is of its day. */
const kept = known<string, Figures>(
  ["supplier_assignments", "supplier_figures", "applicants", "applicant_materials", "stage_spans", "journal_lines"],
  async (db, keys) => {
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
  },
);
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
