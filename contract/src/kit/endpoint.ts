/**
 * Endpoints: list, read, write, move. `api({ noun_verb: … })` names them; the name is the path, the log entry
 * and the word to grep for. An endpoint cannot be made without saying who may call it.
 */
import * as z from "zod";
// First: it sets how zod speaks and works before any type is made.
import "./field.ts";
import type { Area, May } from "../permissions.ts";
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from "./constants.ts";
import { endpointOf, type Flow, type MoveOf } from "./flow.ts";

type Z = z.core.$ZodType;
export type EndpointKind = "list" | "read" | "write" | "move";

export interface Endpoint<I extends Z = Z, O extends Z = Z> {
  name: string;
  readonly kind: EndpointKind;
  readonly label: string;
  readonly may: May;
  readonly input: I;
  readonly output: O;
  /** Takes `idempotency_key`: the same key with the same body answers what the first answered. */
  readonly key: boolean;
  /** Columns of an export that nobody chose, in order, the first names the row; absent: the list is not exported. */
  readonly exports?: readonly string[];
  /** Columns of an export that are no field by themselves, by their names. */
  readonly sheet?: Readonly<Record<string, SheetColumn>>;
  /** Columns of a sheet that ask for more than the list itself. */
  readonly columns_may?: Readonly<Record<string, May>>;
  /** Further sheets about the exported rows; a CSV file has none of them. */
  readonly export_sheets?: readonly string[];
  /** An export of more rows waits for a second person, whatever the house allows elsewhere. */
  readonly export_alone_max?: number;
  /** May be exported with its personal numbers whole, once a second person passed it. */
  readonly export_full?: true;
  readonly row?: Z;
  readonly sorts?: readonly string[];
  readonly flow?: Flow;
  readonly move?: string;
  /** multipart/form-data with one file; the other fields come as form fields. */
  readonly upload?: true;
  /** Kind of log row instead of "write"; reads with a log kind are logged as well. */
  readonly log?: LogKind;
  /** A write of passing state of a screen (presence, a draft): nobody's act, so no log row of its own. */
  readonly unlogged?: true;
  /** Answers without a session (login, partner pages). */
  readonly platform?: "any";
  /** Lists that are read only to be drawn: no request of theirs changes a row. */
  readonly while_locked?: true;
  readonly while_must_change?: true;
  readonly while_must_totp?: true;
  /** Fields of the input that ask for more than the call itself: whoever lacks it may leave them out, nothing else. */
  readonly field_may?: Readonly<Record<string, May>>;
  /** What is done by filling in such a field, where it is no change of it. */
  readonly field_acts?: Readonly<Record<string, string>>;
}

/** What a cell of the screen makes of several fields, as one column of its sheet. */
export interface SheetColumn<R = never> {
  /** Label and kind. */
  readonly type: Z;
  /** Fields it reads. */
  readonly of: readonly (keyof R & string)[];
  readonly value: (row: R, now: Date) => unknown;
}

const areas = new Map<string, Area>();
/** The endpoints of an area, each known as such from now on. */
export function inArea<A extends Readonly<Record<string, Endpoint>>>(area: Area, endpoints: A): A {
  for (const name of Object.keys(endpoints)) areas.set(name, area);
  return endpoints;
}
/** The area an endpoint was declared in; undefined for jobs and host commands, which are no endpoints. */
export const areaOfEndpoint = (name: string): Area | undefined => areas.get(name);

export type LogKind =
  | "write"
  | "move"
  | "login"
  | "login_fail"
  | "logout"
  | "reveal"
  | "file"
  | "print"
  | "export"
  | "download"
  | "chat"
  | "denied"
  | "config"
  | "grant"
  | "audit";

export interface EndpointOptions {
  key?: boolean;
  field_may?: Readonly<Record<string, May>>;
  field_acts?: Readonly<Record<string, string>>;
  log?: LogKind;
  unlogged?: true;
  upload?: true;
  while_locked?: true;
  while_must_change?: true;
  while_must_totp?: true;
}

const options = (o: EndpointOptions) => ({
  key: o.key ?? false,
  ...(o.field_may && { field_may: o.field_may }),
  ...(o.field_acts && { field_acts: o.field_acts }),
  ...(o.log && { log: o.log }),
  ...(o.unlogged && { unlogged: o.unlogged }),
  ...(o.upload && { upload: o.upload }),
  ...(o.while_locked && { while_locked: o.while_locked }),
  ...(o.while_must_change && { while_must_change: o.while_must_change }),
  ...(o.while_must_totp && { while_must_totp: o.while_must_totp }),
});

type Shape = Record<string, Z>;
export type Keyed<S extends Shape> = z.ZodObject<S & { idempotency_key: z.ZodUUID }, z.core.$strict>;
const idempotencyKey = () => z.uuid({ error: "缺少防重复提交的编号" }).meta({ label: "防重复提交的编号" });

/**
 * A page of rows. `count: false` leaves the total out (null) when only the page changes; `fields` names the fields of
 * the rows that are wanted, the others are left out of the answer.
 */
export const listInput = <F extends Shape, const S extends readonly string[], const K extends string>(
  filter: F,
  sorts: S,
  fields: readonly K[],
) =>
  z.strictObject({
    page: z.int({ error: "页码不正确" }).min(1, { error: "页码不正确" }).max(1_000_000).default(1).meta({ label: "页码" }),
    page_size: z
      .int({ error: "每页条数不正确" })
      .min(1, { error: "每页条数为1至100" })
      .max(PAGE_SIZE_MAX, { error: "每页条数为1至100" })
      .default(PAGE_SIZE_DEFAULT)
      .meta({ label: "每页条数" }),
    sort: z
      .enum(sorts as unknown as [S[number], ...S[number][]], { error: "不支持按此列排序" })
      .optional()
      .meta({ label: "排序列" }),
    order: z.enum(["asc", "desc"], { error: "排序方向不正确" }).optional().meta({ label: "排序方向" }),
    cursor: z.string().max(400).optional().meta({ label: "翻页位置" }),
    count: z.boolean().optional().meta({ label: "是否计数" }),
    fields: z
      .array(z.enum(fields as [K, ...K[]], { error: "没有这一列" }))
      .min(1, { error: "请至少选择一列" })
      .max(fields.length, { error: "列数过多" })
      .optional()
      .meta({ label: "列" }),
    ...filter,
  });

export const listOutput = <R extends Z>(row: R) =>
  z.object({
    list: z.array(row),
    total: z.int().nullable(),
    total_capped: z.boolean(),
    page: z.int(),
    page_size: z.int(),
    /** Passed back to read the next page beyond the numbered ones. */
    cursor: z.string().nullable(),
  });

export type ListInput<F extends Shape, S extends readonly string[], K extends string> = ReturnType<typeof listInput<F, S, K>>;
export type ListOutput<R extends Z> = ReturnType<typeof listOutput<R>>;

interface ListDef<F, R extends z.ZodObject, S> {
  filter: F;
  row: R;
  sorts: S;
  exports?: readonly (keyof R["shape"] & string)[];
  sheet?: Readonly<Record<string, SheetColumn<z.output<R>>>>;
  columns_may?: Readonly<Partial<Record<keyof R["shape"] & string, May>>>;
  export_sheets?: readonly string[];
  export_alone_max?: number;
  export_full?: true;
}
/** A list with paging, filters and the columns that may be sorted by and exported. */
export function list<F extends Shape, R extends z.ZodObject, const S extends readonly (keyof R["shape"] & string)[]>(
  label: string,
  may: May,
  def: ListDef<F, R, S>,
) {
  return {
    name: "",
    kind: "list" as const,
    label,
    may,
    input: listInput(def.filter, def.sorts, Object.keys(def.row.shape) as (keyof R["shape"] & string)[]),
    output: listOutput(def.row),
    key: false,
    row: def.row,
    sorts: def.sorts,
    ...(def.exports && { exports: def.exports }),
    ...(def.sheet && { sheet: def.sheet as Readonly<Record<string, SheetColumn>> }),
    ...(def.columns_may && { columns_may: def.columns_may as Readonly<Record<string, May>> }),
    ...(def.export_sheets && { export_sheets: def.export_sheets }),
    ...(def.export_alone_max !== undefined && { export_alone_max: def.export_alone_max }),
    ...(def.export_full && { export_full: def.export_full }),
  };
}

/** One record or a small whole list; never changes anything. */
export function read<S extends Shape, O extends Z>(label: string, may: May, input: S, output: O, o: EndpointOptions = {}) {
  return { name: "", kind: "read" as const, label, may, input: z.strictObject(input), output, ...options(o) };
}

type WithKey<S extends Shape, K> = K extends true ? Keyed<S> : z.ZodObject<S, z.core.$strict>;
const inputOf = (input: Shape, key?: boolean): Z => z.strictObject(key ? { ...input, idempotency_key: idempotencyKey() } : input);

/** A change; runs in one transaction with its log row. */
export function write<S extends Shape, O extends Z, const P extends EndpointOptions = EndpointOptions>(
  label: string,
  may: May,
  input: S,
  output: O,
  o?: P,
) {
  return {
    name: "",
    kind: "write" as const,
    label,
    may,
    input: inputOf(input, o?.key) as WithKey<S, P["key"]>,
    output,
    ...options(o ?? {}),
  };
}

/** A state change of a flow; permission and label come from the move. */
export function move<F extends Flow, S extends Shape, O extends Z, const P extends EndpointOptions = EndpointOptions>(
  flow: F,
  name: MoveOf<F>,
  input: S,
  output: O,
  o?: P,
) {
  const m = flow.moves[name];
  if (!m || m.may === "system") throw new Error(`${flow.noun}.${name} is no move a person makes`);
  return {
    name: "",
    kind: "move" as const,
    label: m.label,
    may: m.may,
    input: inputOf(input, o?.key) as WithKey<S, P["key"]>,
    output,
    flow: flow as Flow,
    move: name as string,
    ...options(o ?? {}),
  };
}

export type Api = Record<string, Endpoint>;

/** Names every endpoint by its key; a move's key must be the endpoint its flow names. */
export function api<const A extends Api>(endpoints: A): A {
  for (const [name, e] of Object.entries<Endpoint>(endpoints)) {
    e.name = name;
    if (e.flow && e.move && endpointOf(e.flow, e.move) !== name) throw new Error(`${name} is not the endpoint of ${e.flow.noun}.${e.move}`);
  }
  return endpoints;
}

export type Input<E extends Endpoint> = z.input<E["input"]>;
export type Parsed<E extends Endpoint> = z.output<E["input"]>;
export type Output<E extends Endpoint> = z.output<E["output"]>;

/** `{ enable, disable }` under a noun, `{ elec_enable, elec_disable }`: endpoints or handlers that several nouns share. */
export type Prefixed<N extends string, A> = { [K in keyof A & string as `${N}_${K}`]: A[K] };
export const prefixed = <const N extends string, A extends object>(noun: N, of: A): Prefixed<N, A> =>
  Object.fromEntries(Object.entries(of).map(([verb, e]) => [`${noun}_${verb}`, e])) as Prefixed<N, A>;

/** `{ ok: true }`, the answer of a write with nothing to tell. */
export const done = z.object({ ok: z.literal(true) });
/** One row's outcome in a batch. */
export const rowResult = z.object({ id: z.int(), ok: z.boolean(), msg: z.string() });
/** Selected fields of an object shape. */
export const pick = <T extends z.ZodObject, const N extends readonly (keyof T["shape"] & string)[]>(
  type: T,
  ...names: N
): { [K in N[number]]: T["shape"][K] } => Object.fromEntries(names.map((n) => [n, type.shape[n]])) as { [K in N[number]]: T["shape"][K] };
/** The same fields, each optional: a filter, a partial update. */
export const optional = <S extends Shape>(shape: S): { [K in keyof S]: z.ZodOptional<S[K]> } =>
  Object.fromEntries(Object.entries(shape).map(([k, t]) => [k, z.optional(t)])) as { [K in keyof S]: z.ZodOptional<S[K]> };
/** The same fields, each nullable: an answer of a record that may be blank. */
export const nullable = <S extends Shape>(shape: S): { [K in keyof S]: z.ZodNullable<S[K]> } =>
  Object.fromEntries(Object.entries(shape).map(([k, t]) => [k, z.nullable(t)])) as { [K in keyof S]: z.ZodNullable<S[K]> };
