/**
 * Logged values as a reader knows them: names for ids, the words, amounts and times of the contract's fields. The one way
 * from stored changes to lists, sheets, drawers, records' logs and an order's timeline; the stored row keeps what was
 * chained: ids, codes, cents and instants.
 */
import { allEndpoints } from "@visadesk/contract/index.ts";
import { metaOf, shapeOf, unwrap, type FieldMeta, type Kind, z } from "@visadesk/contract/kit/field.ts";
import { date, money, time } from "@visadesk/contract/kit/format.ts";
import { plainOf } from "@visadesk/contract/kit/rich-text.ts";
import { PAY_METHODS } from "@visadesk/contract/order/words.ts";
import { permissionLabel } from "@visadesk/contract/permissions.ts";
import type { FieldChange } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { calledBy, nameKey, type Id, type Named } from "#kit/noun/called.ts";
import { nounNamed } from "#kit/noun/noun.ts";
import { areaName } from "../../base-data/index.ts";

type Z = z.core.$ZodType;
type Metas = Map<string, FieldMeta[]>;
type Names = ReadonlyMap<string, string>;

function collect(type: Z, into: Metas, seen: Set<Z>): Metas {
  if (seen.has(type)) return into;
  seen.add(type);
  const inner = unwrap(type);
  if (inner instanceof z.ZodArray) collect(inner.element, into, seen);
  for (const [name, t] of Object.entries(shapeOf(type))) {
    const meta = metaOf(t);
    if (meta) into.set(name, [...(into.get(name) ?? []), meta]);
    collect(t, into, seen);
  }
  return into;
}
/** Each type for itself: a shape that several of them hold counts once for each. */
const fieldsOf = (types: readonly Z[]): Metas => types.reduce<Metas>((into, t) => collect(t, into, new Set()), new Map());

const own = new Map<string, Metas>();
function ownFields(noun: string): Metas {
  const known = own.get(noun) ?? fieldsOf(nounNamed(noun)?.shapes ?? []);
  own.set(noun, known);
  return known;
}
let any: Metas | undefined;
const anyFields = (): Metas => (any ??= fieldsOf(allEndpoints.flatMap((e) => [e.output, e.input])));

/** A payment is told by its method. */
const CASH: readonly FieldMeta[] = [{ label: "金额", kind: "money" }];
/** What a field may be: of its noun, else of any; words and owners of ids that the noun leaves out may come from any. */
function metasOf(noun: string | null, field: string): { kinds: ReadonlySet<Kind>; metas: readonly FieldMeta[] } {
  const [mine, others] = [ownFields(noun ?? "").get(field) ?? [], anyFields().get(field) ?? []];
  const near = Object.hasOwn(PAY_METHODS, field) ? CASH : mine.length > 0 ? mine : others;
  return { kinds: new Set(near.map((m) => m.kind)), metas: [...mine, ...others] };
}

/** Whose id it is: as the field says, else as it is called. */
const ofWhom = (metas: readonly FieldMeta[], field: string): string | undefined =>
  metas.find((m) => m.of !== undefined)?.of ?? /^(.+)_ids?$/.exec(field)?.[1];

interface How {
  readonly kinds: ReadonlySet<Kind>;
  readonly metas: readonly FieldMeta[];
  readonly of: string | undefined;
  readonly names: Names;
}
const ISO = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

/** One value by what its field may be; words that were logged as words stay. */
function said(how: How, value: unknown): unknown {
  if (value === null || value === undefined || value === "") return null;
  if (Array.isArray(value)) {
    const words = value.map((v) => said(how, v));
    return words.length === 0 ? null : words.some((w) => typeof w === "object") ? words : words.join("、");
  }
  if (typeof value === "boolean") return value ? "是" : "否";
  return typeof value === "string" || typeof value === "number" ? word(how, value) : value;
}

function word({ kinds, metas, of, names }: How, value: Id): Id {
  const called = of === undefined ? "" : of === "area" ? areaName(String(value)) : names.get(nameKey({ noun: of, id: value }));
  if (called) return called;
  const chosen = metas.find((m) => m.options && Object.hasOwn(m.options, value))?.options?.[value];
  if (typeof value === "number") return kinds.has("codes") ? permissionLabel(value) : kinds.has("money") ? money(value) : (chosen ?? value);
  if (value.includes("*")) return value;
  if (ISO.test(value)) return time(value);
  return chosen ?? (kinds.has("date") ? date(value) : kinds.has("rich_text") ? plainOf(value) : value);
}

/** Codes of a role: what came and what went, not the whole list twice. */
function codeChanges(c: FieldChange): FieldChange[] {
  const list = (v: unknown): unknown[] => (Array.isArray(v) ? v : []);
  const [before, after] = [list(c.before), list(c.after)];
  const words = (codes: unknown[]): unknown[] => codes.map((v) => (typeof v === "number" ? permissionLabel(v) : v));
  const [came, gone] = [after.filter((v) => !before.includes(v)), before.filter((v) => !after.includes(v))];
  return [
    ...(came.length > 0 ? [{ field: c.field, label: `增加${c.label}`, before: null, after: words(came) }] : []),
    ...(gone.length > 0 ? [{ field: `${c.field}.gone`, label: `减少${c.label}`, before: words(gone), after: null }] : []),
  ];
}

/** Two masks that look alike say nothing of the change between them. */
const apart = (before: unknown, after: unknown): unknown =>
  typeof after === "string" && after === before && after.includes("*") ? `${after}（已改）` : after;

export function saidChanges(noun: string | null, changes: readonly FieldChange[], names: Names = new Map()): FieldChange[] {
  return changes.flatMap((c) => {
    if (c.field === "module_group") return codeChanges(c);
    const found = metasOf(noun, c.field);
    const how = { ...found, of: ofWhom(found.metas, c.field), names };
    const before = said(how, c.before);
    return [{ ...c, before, after: apart(before, said(how, c.after)) }];
  });
}

const isId = (v: unknown): v is Id => typeof v === "number" || typeof v === "string";
const idsIn = (value: unknown): Id[] => (Array.isArray(value) ? value : [value]).filter(isId);
const namedIn = (noun: string | null, c: FieldChange): Named[] => {
  const of = ofWhom(metasOf(noun, c.field).metas, c.field);
  return of === undefined ? [] : [...idsIn(c.before), ...idsIn(c.after)].map((id) => ({ noun: of, id }));
};

/** A page of rows as they are read; all names by one statement. */
export async function saidRows<R extends { noun: string | null; changes: readonly FieldChange[] }>(
  db: Db,
  page: readonly R[],
): Promise<R[]> {
  const names = await calledBy(
    db,
    page.flatMap((r) => r.changes.flatMap((c) => namedIn(r.noun, c))),
  );
  return page.map((r) => ({ ...r, changes: saidChanges(r.noun, r.changes, names) }));
}
