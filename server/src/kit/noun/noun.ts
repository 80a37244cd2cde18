/**
 * A stored noun, said once beside its handlers: its table, its shape in the contract, its flow and the column that holds the
 * state, whose it is, what it is called, where its log stands and what the erasure leaves of it. Moves and saves write by
 * it, the record log finds it by it, and the loops of `testing/` walk over all of them (`server/src/nouns.ts`).
 *
 *   export const orderNoun = noun("order", { table: "orders", shape: order, flow: orderFlow, state: "order_status",
 *     owners: ["expert_id", "cs_owner_id"], title: "order_no", log: "order_logs", erased: { contact_name: "已清理" } });
 */
import type { Insertable, Selectable, Updateable } from "kysely";
import { metaOf, shapeOf, type FieldMeta, type z } from "@visadesk/contract/kit/field.ts";
import type { Flow } from "@visadesk/contract/kit/flow.ts";
import { raw, type Sql } from "../db/sql.ts";
import { tableColumns, type Tables } from "../db/tables.gen.ts";

export type TableName = keyof Tables;
export type Column<T extends TableName> = T extends TableName ? keyof Tables[T] & string : never;
export const columnsOf = (table: TableName): string[] => tableColumns[table].split(" ");
export type RowOf<T extends TableName> = T extends TableName ? Selectable<Tables[T]> : never;
/** What a save or a move may write: arrays pass as they are, json is a string; the version is the kit's. */
export type SetOf<T extends TableName> = T extends TableName ? Readonly<Omit<Updateable<Tables[T]>, "version">> : never;

/** A new row without the stamps that the kit gives it. */
export type InsertOf<T extends TableName> = T extends TableName
  ? Readonly<Omit<Insertable<Tables[T]>, "version" | "created_by" | "created_at" | "updated_at">>
  : never;

interface Said<T extends TableName> {
  readonly table: T;
  /** What of the contract shows its columns: its rows, its page, what is typed. A column shown nowhere is `internal`. */
  readonly shape: z.core.$ZodType | readonly z.core.$ZodType[];
  /** Column that a call names it by; `id` where nothing is said. */
  readonly key?: Column<T>;
  /** What it is called in lists, the log and messages. */
  readonly title?: Column<T>;
  /** What colleagues call it, where its title is less; blank: the title. */
  readonly nickname?: Column<T>;
  /** Columns that name who answers for it; each is handed over by these kinds of `holdings.ts`. */
  readonly owners?: { readonly [K in Column<T>]?: readonly string[] };
  /** Tables of rows that belong to it and are written with it. */
  readonly parts?: readonly TableName[];
  /** A timeline of its own beside the operation log. */
  readonly log?: TableName;
  /** Columns that no answer has as they are: search words, seals, what is reckoned or kept for the house. */
  readonly internal?: readonly Column<T>[];
  /** What stands in columns of customers once the erasure has been there; the seals of a number go with it. */
  readonly erased?: { readonly [K in Column<T>]?: Updateable<Tables[T]>[K & keyof Updateable<Tables[T]>] };
  /** Why personal columns outlive every erasure, where they do. */
  readonly personal?: string;
  /** Saved all day by many: its saves are kept prepared. */
  readonly hot?: true;
}

/** Whichever noun it is. */
export interface AnyNoun {
  readonly name: string;
  readonly table: TableName;
  readonly shapes: readonly z.core.$ZodType[];
  readonly key: string;
  readonly title: string | null;
  readonly nickname: string | null;
  readonly owners: Readonly<Record<string, readonly string[]>>;
  readonly parts: readonly TableName[];
  readonly log: TableName | null;
  readonly internal: readonly string[];
  readonly erased: Readonly<Record<string, unknown>>;
  readonly personal: string | null;
  readonly hot: boolean;
  readonly flow: Flow | undefined;
  readonly state: string | null;
  /** Columns of the table that the shapes show, in the table's order. */
  readonly columns: readonly string[];
}
export interface Noun<T extends TableName = TableName, F extends Flow | undefined = Flow | undefined> extends AnyNoun {
  readonly table: T;
  readonly flow: F;
}

/** What the contract says of a column. */
export function fieldOf(of: AnyNoun, column: string): FieldMeta | undefined {
  const type = of.shapes.map((s) => shapeOf(s)[column]).find((t) => t !== undefined);
  return type && metaOf(type);
}

const made = new Map<string, AnyNoun>();
/** The noun of that name, for what knows it from a log row or from the `of` of a field. */
export const nounNamed = (name: string): AnyNoun | undefined => made.get(name);

export function noun<const T extends TableName, F extends Flow | undefined = undefined>(
  name: string,
  def: Said<T> & { readonly flow?: F; readonly state?: Column<T> },
): Noun<T, F> {
  const shapes = "_zod" in def.shape ? [def.shape] : def.shape;
  const shown = new Set(shapes.flatMap((s) => Object.keys(shapeOf(s))));
  const said: Noun<T, F> = {
    name,
    table: def.table,
    shapes,
    key: def.key ?? "id",
    title: def.title ?? null,
    nickname: def.nickname ?? null,
    owners: (def.owners ?? {}) as Readonly<Record<string, readonly string[]>>,
    parts: def.parts ?? [],
    log: def.log ?? null,
    internal: def.internal ?? [],
    erased: def.erased ?? {},
    personal: def.personal ?? null,
    hot: def.hot ?? false,
    flow: def.flow as F,
    state: def.state ?? null,
    columns: columnsOf(def.table).filter((c) => shown.has(c)),
  };
  made.set(name, said);
  return said;
}

/**
 * What was typed of a new row: the inputs that are columns of the noun, so that none is lost that the contract takes. What is stored in another
 * way than it is typed (seals, json, what nobody typed) is said behind it.
 */
export const givenOf = <T extends TableName, I extends object>(of: Noun<T>, input: I): Pick<I, keyof I & Column<T>> =>
  Object.fromEntries(Object.entries(input).filter(([name]) => of.columns.includes(name))) as Pick<I, keyof I & Column<T>>;

/** The columns that the contract shows, for a `select`: all, or those of one shape. What is joined or reckoned is said beside. */
export const shown = ({ columns }: AnyNoun, alias: string, shape?: z.core.$ZodType): Sql => {
  const names = shape && shapeOf(shape);
  return raw(
    columns
      .filter((c) => !names || c in names)
      .map((c) => `${alias}.${c}`)
      .join(", "),
  );
};
