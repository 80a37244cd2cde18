/** Rows of an act upon several: each stands or falls by itself, in the order of their ids whoever sends them. */
import type { Db } from "./db.ts";
import { type HttpError, Refusal } from "../http/refuse.ts";
import { attempt } from "./attempt.sql.ts";

export interface RowResults {
  results: { id: number; ok: boolean; msg: string }[];
  done: number;
}
/** What is said at fields of the form; null: it is about the row. */
const atFields = (refusal: Refusal | HttpError): string | null =>
  refusal instanceof Refusal && refusal.body.issues?.length ? JSON.stringify(refusal.body.issues) : null;

/** One alone is refused as such; so are several that all are refused by the same words at a field: what was typed is wrong, and its dialog keeps it. */
export async function eachRow<R extends { id: number }>(
  db: Db,
  rows: readonly R[],
  work: (row: R) => Promise<unknown>,
): Promise<RowResults> {
  const once = [...new Map(rows.map((r) => [r.id, r])).values()].toSorted((a, b) => a.id - b.id);
  const refusals: (Refusal | HttpError)[] = [];
  const results: RowResults["results"] = [];
  for (const row of once) {
    const refusal = once.length === 1 ? (await work(row), null) : await attempt(db, () => work(row));
    if (refusal) refusals.push(refusal);
    results.push({ id: row.id, ok: refusal === null, msg: refusal?.message ?? "" });
  }
  const [first] = refusals;
  const said = first && atFields(first);
  if (first && said && refusals.length === once.length && refusals.every((r) => atFields(r) === said)) throw first;
  return { results, done: once.length - refusals.length };
}
