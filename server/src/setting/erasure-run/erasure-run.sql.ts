/** Runs of the erasure, and the lock under which one is made. */
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { erasureApi } from "@visadesk/contract/setting/erasure-run.ts";
import type { Db } from "#kit/db/db.ts";
import type { ListDef } from "#kit/db/page.ts";
import { q, raw, row, rows } from "#kit/db/sql.ts";
import { shown } from "#kit/noun/noun.ts";
import { erasureRunNoun } from "./erasure-run.noun.ts";

export type ErasureRun = Output<(typeof erasureApi)["erasure_query"]>["list"][number];
export type Counts = ErasureRun["counts"];
export type Kept = ErasureRun["kept"];
/** What one record lost. */
export type Gone = Pick<Counts[number], "people" | "files">;

const NAME = (alias: string): string => `coalesce(nullif(${alias}.nickname, ''), ${alias}.account)`;
const columns = q`${shown(erasureRunNoun, "e")}, ${raw(NAME("m"))} as maker_name, ${raw(NAME("c"))} as checker_name`;
const joins = raw("left join workers m on m.id = e.maker_id left join workers c on c.id = e.checker_id");

export const runList: ListDef = {
  from: q`erasure_runs e`,
  where: q`true`,
  id: "e.id",
  select: columns,
  joins,
  sorts: { created_at: { by: "e.created_at", order: "desc", keyset: true } },
  sort: "created_at",
};

export const runById = (db: Db, id: number): Promise<ErasureRun | undefined> =>
  row<ErasureRun>(db, q`select ${columns} from erasure_runs e ${joins} where e.id = ${id}`);

/** One preview at a time. */
export const lockErasure = (db: Db): Promise<unknown> => rows(db, q`select pg_advisory_xact_lock(101001102, 1)`);

export const openRun = (db: Db): Promise<Pick<ErasureRun, "id" | "erasure_status" | "cutoff_date"> | undefined> =>
  row(db, q`select id, erasure_status, cutoff_date from erasure_runs where erasure_status in ('preview', 'approved', 'running')`);

/** The newest run made since then. */
export const runSince = (db: Db, at: Date): Promise<{ id: number } | undefined> =>
  row(db, q`select id from erasure_runs where created_at >= ${at} limit 1`);

/** Whether the holders were told about this run since then. */
export const toldSince = async (db: Db, id: number, at: Date): Promise<boolean> =>
  (await row(db, q`select id from outbound_messages where ref_noun = 'erasure_run' and ref_id = ${id} and created_at >= ${at} limit 1`)) !==
  undefined;

/** Adds one erased record to what the run's attempts took so far. */
export async function addErased(db: Db, id: number, { area, label }: Pick<Counts[number], "area" | "label">, gone: Gone): Promise<void> {
  const so = (await row<{ erased: Counts | null }>(db, q`select erased from erasure_runs where id = ${id} for update`))?.erased ?? [];
  const of = so.find((c) => c.area === area) ?? { area, label, records: 0, people: 0, files: 0 };
  const next = { ...of, records: of.records + 1, people: of.people + gone.people, files: of.files + gone.files };
  await rows(db, q`update erasure_runs set erased = ${JSON.stringify([...so.filter((c) => c !== of), next])} where id = ${id}`);
}

interface NewRun {
  cutoff_date: string;
  counts: Counts;
  kept: Kept;
  kept_count: number;
  maker_id: number | null;
  now: Date;
}
export async function addRun(db: Db, r: NewRun): Promise<number> {
  const made = await row<{ id: number }>(
    db,
    q`
    insert into erasure_runs (cutoff_date, counts, kept, kept_count, maker_id, created_at)
    values (${r.cutoff_date}, ${JSON.stringify(r.counts)}, ${JSON.stringify(r.kept)}, ${r.kept_count}, ${r.maker_id}, ${r.now}) returning id`,
  );
  if (!made) throw new Error("erasure run was not stored");
  return made.id;
}
