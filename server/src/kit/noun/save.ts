/**
 * Rows of a noun: added, saved, removed, each told to the log. A plain save is as safe as a move: one compare-and-set statement on the version the caller saw; whoever comes second gets
 * a 409 with what is stored now. What is judged before is judged under `lockRow`; the write compares all the same.
 *
 *   await saveRow(ctx, teamNoun, { id, version, set: { name, updated_at: ctx.now } });      // the difference goes into the log
 *
 * Rows that change because of something else, many at once or without a version that somebody saw, are written by `saveRows`.
 * Nobody writes a version by hand (scripts/version.test.ts).
 */
import { TEXTS } from "@visadesk/contract/kit/errors.ts";
import { mask } from "@visadesk/contract/kit/mask.ts";
import type { Ctx, FieldChange } from "../call/context.ts";
import { and, hot, joined, nothing, q, raw, row, rows, type Sql } from "../db/sql.ts";
import { conflict, found, refuse } from "../http/refuse.ts";
import { columnsOf, fieldOf, type AnyNoun, type InsertOf, type Noun, type RowOf, type SetOf, type TableName } from "./noun.ts";

type Key = number | string;
export interface Seen {
  readonly id: Key;
  /** The version the caller saw. */
  readonly version: number;
  /** What a 409 shows, in the form's shape; the stored row where nothing is said. */
  readonly current?: unknown;
  /** Refusal when the row is gone. */
  readonly missing?: string | undefined;
}
export interface Save<T extends TableName> extends Seen {
  readonly set: SetOf<T>;
  /** The caller tells the log in his own words; otherwise it gets the difference of the fields the contract shows. */
  readonly told?: true;
}
interface Stored {
  version: number;
  [column: string]: unknown;
}

/** Columns as they are written; what is undefined stays. */
export const setsOf = (set: object | undefined): Sql[] =>
  Object.entries(set ?? {})
    .filter(([, value]) => value !== undefined)
    .map(([column, value]) => q`${raw(`"${column}"`)} = ${value}`);

const whereOf = (noun: AnyNoun, { id, version }: Pick<Seen, "id" | "version">): Sql =>
  and([q`${raw(noun.key)} = ${id}`, q`version = ${version}`]);

/** Nothing was written: the row is gone, or somebody else has been there. */
async function stale(ctx: Ctx, noun: AnyNoun, { id, current, missing }: Seen): Promise<never> {
  const stored = found(await row<Stored>(ctx.db, q`select * from ${raw(noun.table)} where ${raw(noun.key)} = ${id}`), missing);
  throw conflict(TEXTS.conflict, current ?? stored);
}

/** Holds the row as its caller saw it, for what is judged before it is written. */
export async function lockRow<T extends TableName>(ctx: Ctx, noun: Noun<T>, seen: Seen): Promise<RowOf<T>> {
  const held = await row<RowOf<T> & Stored>(ctx.db, q`select * from ${raw(noun.table)} where ${raw(noun.key)} = ${seen.id} for update`);
  if (found(held, seen.missing).version !== seen.version) throw conflict(TEXTS.conflict, seen.current ?? held);
  return found(held);
}

/** Writes the row its caller saw and answers it as it is then. */
export async function saveRow<T extends TableName>(ctx: Ctx, noun: Noun<T>, save: Save<NoInfer<T>>): Promise<RowOf<T>> {
  const before = save.told
    ? undefined
    : await row<Stored>(ctx.db, q`select * from ${raw(noun.table)} where ${raw(noun.key)} = ${save.id} for update`);
  const sets = joined([...setsOf(save.set), raised(noun)], ", ");
  const write = q`update ${raw(noun.table)} set ${sets} where ${whereOf(noun, save)} returning *`;
  const saved = await row<RowOf<T>>(ctx.db, noun.hot ? hot(write) : write);
  if (!saved) return stale(ctx, noun, save);
  if (before) noteSave(ctx, noun, before, saved as Stored);
  return saved;
}

/** What every write of a row raises; for an upsert, whose row may be new. */
export const raised = (noun: AnyNoun): Sql => raw(`version = ${noun.table}.version + 1`);

export interface SaveMany<T extends TableName> {
  /** Which rows. What is judged of them stands here, judged as they are written, or is judged under their locks. */
  readonly where: Sql;
  /** Values, or what the database makes of the row it meets. */
  readonly set: { readonly [K in keyof SetOf<T>]: SetOf<T>[K] | Sql };
  /** Rows they are joined with, in `where` and `set`. */
  readonly from?: Sql;
}
/** Writes rows whose versions nobody was shown; each rises, so that whoever has one open hears of it. The caller tells the log. */
export function saveRows<T extends TableName>(
  { db }: Pick<Ctx, "db">,
  noun: Noun<T>,
  { where, set, from }: SaveMany<NoInfer<T>>,
): Promise<RowOf<T>[]> {
  const table = raw(noun.table);
  const isVersioned = columnsOf(noun.table).includes("version");
  const sets = joined([...setsOf(set), ...(isVersioned ? [raised(noun)] : [])], ", ");
  return rows<RowOf<T>>(db, q`update ${table} set ${sets} ${from ? q`from ${from}` : nothing} where ${where} returning ${table}.*`);
}

/** Stores a new row with its stamps and tells the log what it begins with. */
export async function addRow<T extends TableName>(ctx: Ctx, noun: Noun<T>, set: InsertOf<T>): Promise<RowOf<T>> {
  const stamps = { created_by: ctx.principal?.worker_id ?? null, created_at: ctx.now, updated_at: ctx.now };
  const entries = Object.entries({ ...set, ...stamps }).filter(([, value]) => value !== undefined);
  const names = raw(entries.map(([column]) => `"${column}"`).join(", "));
  const values = joined(
    entries.map(([, value]) => q`${value}`),
    ", ",
  );
  const added = found(await row<RowOf<T>>(ctx.db, q`insert into ${raw(noun.table)} (${names}) values (${values}) returning *`));
  noteSave(ctx, noun, { version: 0 }, added as Stored);
  return added;
}

/** PostgreSQL's word for a row that a reference of another table holds. */
const HELD = "23503";
const isHeld = (e: unknown): boolean => e instanceof Error && "code" in e && e.code === HELD;

/** Takes away the row its caller saw; what another table refers to stays. */
export async function removeRow<T extends TableName>(ctx: Ctx, noun: Noun<T>, seen: Seen): Promise<RowOf<T>> {
  const gone = await row<RowOf<T>>(ctx.db, q`delete from ${raw(noun.table)} where ${whereOf(noun, seen)} returning *`).catch((e: unknown) =>
    isHeld(e) ? refuse("in_use", "已被使用，不能删除") : Promise.reject(e),
  );
  return gone ?? stale(ctx, noun, seen);
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === "" ||
  (typeof value === "object" && value !== null && !(value instanceof Date) && Object.keys(value).length === 0);
/** A field that never held anything and one that holds nothing are the same to a reader. */
const plain = (value: unknown): string => JSON.stringify(isEmpty(value) ? null : value);
/** What every row has; it says nothing about what was done. */
const STAMPS: readonly string[] = ["version", "created_by", "created_at", "updated_by", "updated_at"];
/** The fields of the contract that differ, with their labels; personal ones are kept masked. */
export function differenceOf(noun: AnyNoun, before: object, after: object): FieldChange[] {
  const changes: FieldChange[] = [];
  const [was, is] = [before as Stored, after as Stored];
  for (const field of noun.columns) {
    if (field === noun.key || STAMPS.includes(field) || plain(was[field]) === plain(is[field])) continue;
    const meta = fieldOf(noun, field);
    const shown = (v: unknown): unknown => {
      if (v === null || v === undefined) return null;
      if (meta?.personal) return mask(meta.personal, typeof v === "string" ? v : plain(v));
      return (typeof v === "string" || typeof v === "number" ? meta?.options?.[v] : undefined) ?? v;
    };
    changes.push({ field, label: meta?.label ?? field, before: shown(was[field]), after: shown(is[field]) });
  }
  return changes;
}
function noteSave(ctx: Ctx, noun: AnyNoun, before: Stored, after: Stored): void {
  const changes = differenceOf(noun, before, after);
  ctx.note({ noun: noun.name, noun_id: String(after[noun.key]), noun_no: noun.title && String(after[noun.title]), changes });
}
