/**
 * Export of any list whose contract names `exports`: the list's own handler read page by page, so that an export holds
 * exactly what the list shows to this worker, masked alike.
 */
import type { Endpoint } from "@visadesk/contract/kit/endpoint.ts";
import { metaOf, shapeOf, type FieldMeta, type z } from "@visadesk/contract/kit/field.ts";
import { money, percentText, shanghai } from "@visadesk/contract/kit/format.ts";
import { plainOf } from "@visadesk/contract/kit/rich-text.ts";
import { SEALED_KINDS } from "@visadesk/contract/kit/mask.ts";
import { allows } from "@visadesk/contract/permissions.ts";
import type { Ctx, Principal } from "../call/context.ts";
import { parseInput } from "../call/input.ts";
import { openField, type SealedColumns } from "../seal/seal.ts";
import type { Served } from "../call/serve.ts";
import type { Cell, Column } from "./sheet.ts";
import { stripOf } from "../seal/strip.ts";

type Row = Readonly<Record<string, unknown>>;
/** A list that is exported. */
export interface ExportedList {
  readonly served: Served;
  readonly endpoint: Endpoint;
  readonly columns: readonly string[];
}

/** An area's own reader of a long list: the list's predicate, only the columns asked for, in batches by key. */
export interface Exportable {
  readonly endpoint: string;
  /** Its sealed numbers, which a full export opens: the reader takes their sealed columns and the row's number by name. */
  readonly sealed?: SealedColumns;
  batches(ctx: Ctx, filter: object, columns: readonly string[]): AsyncIterable<readonly Row[]>;
  /** Applicants whose data these rows (`_id` of the batches) hold, for the log. */
  subjects?(ctx: Pick<Ctx, "db">, ids: readonly number[]): Promise<number[]>;
}

/** A further sheet about the rows of a list: asked in batches for what it says of them, in their order. */
export interface ExportSheet {
  readonly endpoint: string;
  readonly name: string;
  readonly columns: readonly Column[];
  rows(ctx: Ctx, ids: readonly number[]): Promise<readonly (readonly Cell[])[]>;
}

/** May this column stand in a sheet: any field that the list shows, and what it makes of them for sheets. */
export const isColumn = (e: ExportedList, name: string): boolean =>
  (e.endpoint.row !== undefined && Object.hasOwn(shapeOf(e.endpoint.row), name)) ||
  (e.endpoint.sheet !== undefined && Object.hasOwn(e.endpoint.sheet, name));

/** Columns that ask for a right the exporter lacks. */
export const lockedColumns = ({ endpoint }: ExportedList, columns: readonly string[], codes: ReadonlySet<number>): string[] =>
  columns.filter((c) => !allows(endpoint.columns_may?.[c] ?? "staff", codes));

/** Fields that the list is asked for, so that these columns can be said. */
const fieldsOf = (e: ExportedList, columns: readonly string[]): string[] => {
  const shape = e.endpoint.row ? shapeOf(e.endpoint.row) : {};
  const read = columns.flatMap((name) => e.endpoint.sheet?.[name]?.of ?? [name]);
  return [...new Set(["id" in shape ? "id" : [], read].flat())];
};

/** The export side of a served endpoint, or null when its list is not exported. */
export function exportedOf(served: Served | undefined): ExportedList | null {
  const endpoint = served?.endpoint;
  return served && endpoint?.kind === "list" && endpoint.exports ? { served, endpoint, columns: endpoint.exports } : null;
}

/** The same context as somebody else: a job that reads what its owner may read. All of it is its own, so that a copy of it lacks nothing. */
export function ctxAs(ctx: Ctx, principal: Principal): Ctx {
  const fixed = (value: unknown): PropertyDescriptor => ({ value, enumerable: true });
  return Object.defineProperties({} as Ctx, {
    ...Object.getOwnPropertyDescriptors(ctx),
    principal: fixed(principal),
    me: fixed(principal),
    has: fixed((code: number) => principal.codes.has(code)),
    actor: fixed({ kind: "worker", id: principal.worker_id, name: principal.nickname || principal.account }),
  });
}

interface ListInput {
  page: number;
  page_size: number;
  sort?: string;
  order?: string;
  cursor?: string;
  count?: boolean;
  fields?: readonly string[];
}
interface ListAnswer {
  list: readonly Row[];
  total: number | null;
  total_capped: boolean;
  cursor: string | null;
}

const PAGING = new Set(["page", "page_size", "cursor", "count", "fields"]);
/** What a filter says, without the page it was looked at on. */
export const withoutPaging = (filter: Row): Row => Object.fromEntries(Object.entries(filter).filter(([k]) => !PAGING.has(k)));

const ask = async (e: ExportedList, input: ListInput, ctx: Ctx): Promise<ListAnswer> =>
  (await e.served.run(input, ctx, null)) as ListAnswer;

/** How many rows match now, up to the cap. */
export async function countOf(e: ExportedList, filter: Row, ctx: Ctx): Promise<{ total: number; total_capped: boolean }> {
  const parsed = parseInput(e.endpoint, withoutPaging(filter)) as ListInput;
  const { total, total_capped } = await ask(e, { ...parsed, page_size: 1, count: true }, ctx);
  return { total: total ?? 0, total_capped };
}

/** Are there more rows than `max`? Totals of lists are capped far below it. */
export async function exceeds(e: ExportedList, filter: Row, max: number, ctx: Ctx): Promise<boolean> {
  const parsed = parseInput(e.endpoint, withoutPaging(filter)) as ListInput;
  return (await ask(e, { ...parsed, page: max + 1, page_size: 1, count: false }, ctx)).list.length > 0;
}

const BATCH = 1_000;
/** What is exported of a list; `full` without masks, for who was granted it. */
export interface Exported {
  readonly filter: Row;
  readonly columns: readonly string[];
  readonly full: boolean;
}

/** Raw rows in batches, by the area's own reader where it has one; of a full export with their numbers opened. */
export function readRows(e: ExportedList, fast: Exportable | undefined, what: Exported, ctx: Ctx): AsyncIterable<readonly Row[]> {
  const { filter, columns } = what;
  const numbers = what.full ? columns.filter((c) => SEALED_KINDS.some((k) => k === metaFor(e, c).personal)) : [];
  const parsed = (): object => parseInput(e.endpoint, withoutPaging(filter)) as object;
  const fields = fieldsOf(e, columns);
  if (numbers.length === 0) return fast ? fast.batches(ctx, parsed(), fields) : batchesOf(e, filter, fields, ctx);
  const sealed = fast?.sealed;
  if (!fast || !sealed || numbers.some((n) => !(n in sealed.fields)))
    throw new Error(`nobody opens ${numbers.join()} of ${e.endpoint.name}`);
  const read = [...new Set([...fields, sealed.row, ...numbers.map((n) => `${n}_sealed`)])];
  return opened(fast.batches(ctx, parsed(), read), sealed, numbers);
}

/** The database reads the next batch while this one is opened, which is work of this process alone. */
async function* opened(
  from: AsyncIterable<readonly Row[]>,
  sealed: SealedColumns,
  numbers: readonly string[],
): AsyncGenerator<readonly Row[]> {
  const batches = from[Symbol.asyncIterator]();
  const ahead = (): Promise<IteratorResult<readonly Row[]>> => {
    const next = batches.next();
    // Its fault is met when it is awaited; an export that ends before has no use for it.
    next.catch(() => undefined);
    return next;
  };
  try {
    for (let next = ahead(); ;) {
      const read = await next;
      if (read.done) return;
      next = ahead();
      // The rows are the reader's own: a hundred thousand of them are not copied.
      for (const row of read.value as Record<string, unknown>[]) for (const n of numbers) row[n] = openField(sealed, row, n);
      yield read.value;
    }
  } finally {
    await batches.return?.();
  }
}

/** Raw rows in batches through the list's handler. A sort that cannot go on by key gives way to the list's own one when rows are many. */
async function* batchesOf(e: ExportedList, filter: Row, fields: readonly string[], ctx: Ctx): AsyncGenerator<readonly Row[]> {
  const parsed = parseInput(e.endpoint, withoutPaging(filter)) as ListInput;
  let input: ListInput = { ...parsed, page: 1, page_size: BATCH, count: false, fields };
  let answer = await ask(e, input, ctx);
  if (answer.list.length === BATCH && !answer.cursor && input.sort !== undefined) {
    const { sort: _sort, order: _order, ...rest } = input;
    input = rest;
    answer = await ask(e, input, ctx);
  }
  const byKey = answer.cursor !== null;
  for (;;) {
    if (answer.list.length) yield answer.list;
    if (answer.list.length < BATCH || (byKey && !answer.cursor)) return;
    input = answer.cursor ? { ...input, cursor: answer.cursor } : { ...input, page: input.page + 1 };
    answer = await ask(e, input, ctx);
  }
}

const WIDTHS: Readonly<Record<string, number>> = { time: 20, date: 12, money: 14, long_text: 40, rich_text: 40, bool: 8, choice: 14 };
const metaFor = (e: ExportedList, name: string): FieldMeta => {
  const type = e.endpoint.sheet?.[name]?.type ?? (e.endpoint.row ? shapeOf(e.endpoint.row)[name] : undefined);
  return (type && metaOf(type)) ?? { label: name, kind: "text" };
};

/** Heads of the chosen columns, by the contract's labels. */
export const columnsOf = (e: ExportedList, names: readonly string[]): Column[] =>
  names.map((name) => {
    const meta = metaFor(e, name);
    return {
      label: meta.kind === "money" ? `${meta.label}（元）` : meta.label,
      money: meta.kind === "money",
      ...(meta.percent && { percent: true }),
      width: WIDTHS[meta.kind] ?? 18,
    };
  });

/** Masks rows as the list does, unless the export is full, and turns them into cells. */
export function cellsOf(e: ExportedList, names: readonly string[], now: Date, full = false): (rows: readonly Row[]) => Cell[][] {
  const strip = e.endpoint.row ? stripOf(e.endpoint.row, full) : (v: unknown) => v;
  const each = names.map((name) => [name, metaFor(e, name)] as const);
  return (rows) =>
    rows.map((row) => {
      const shown = strip(row) as Row;
      return each.map(([name, meta]) =>
        cellOf(meta, e.endpoint.sheet?.[name] ? e.endpoint.sheet[name].value(shown as never, now) : shown[name]),
      );
    });
}

/** One value as a cell: amounts and counts as numbers, everything else as the text that the screen shows. */
export function cellOf(meta: FieldMeta, value: unknown): Cell {
  if (value === null || value === undefined) return null;
  if (meta.kind === "money") return typeof value === "number" ? value / 100 : null;
  if (meta.kind === "time") return typeof value === "string" ? shanghai(value) : null;
  if (meta.kind === "bool") return value === true ? "是" : "否";
  if (Array.isArray(value))
    return value
      .map((v: unknown) => textOf(meta, v))
      .filter(Boolean)
      .join("、");
  if (typeof value === "number" && meta.percent) return Math.round((value / meta.percent) * 10_000) / 10_000;
  if (typeof value === "number" && !meta.options) return value;
  if (meta.kind === "rich_text" && typeof value === "string") return plainOf(value);
  return textOf(meta, value);
}

function textOf(meta: FieldMeta, value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "object")
    return Object.values(value)
      .filter((v) => typeof v === "string" && v !== "")
      .join(" ");
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") return "";
  return meta.options?.[String(value)] ?? String(value);
}

/** The filter in words, for the watermark and the task list. */
export function filterWords(e: ExportedList, filter: Row): [string, string][] {
  const shape = shapeOf(e.endpoint.input);
  return Object.entries(withoutPaging(filter)).flatMap(([name, value]): [string, string][] => {
    const type = shape[name];
    if (!type || value === undefined || value === null || value === "" || name === "sort" || name === "order") return [];
    const meta = metaOf(type) ?? metaOf(elementOf(type) ?? type) ?? { label: name, kind: "text" };
    return [[meta.label, rangeText(meta, value) ?? wordOf(meta, value)]];
  });
}

const elementOf = (type: z.core.$ZodType): z.core.$ZodType | undefined => {
  const def = type._zod.def as { type: string; innerType?: z.core.$ZodType; element?: z.core.$ZodType };
  return def.element ?? (def.innerType && elementOf(def.innerType));
};

/** As the chip on screen says it: amounts with their sign, rates in percent. */
function wordOf(meta: FieldMeta, value: unknown): string {
  if (typeof value === "number" && meta.kind === "money") return money(value);
  if (typeof value === "number" && meta.percent) return percentText(value, meta.percent);
  return String(cellOf(meta.kind === "bool" ? meta : { ...meta, kind: "text" }, value) ?? "");
}

function rangeText(meta: FieldMeta, value: unknown): string | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  const { from, to } = value as { from?: unknown; to?: unknown };
  return from === undefined && to === undefined ? null : `${wordOf(meta, from)} 至 ${wordOf(meta, to)}`;
}
