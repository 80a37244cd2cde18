/**
 * Logged values as a reader knows them: names for ids, the words, amounts and times of the contract's fields. The one way
 * from stored changes to lists, sheets, drawers, records' logs and an order's timeline; the stored row keeps what was
 * chained: ids, codes, cents and instants.
 */
import { allEndpoints } from "@visadesk/contract/index.ts";
import { isAddress, metaOf, shapeOf, unwrap, type FieldMeta, type Kind, type PercentOf, z } from "@visadesk/contract/kit/field.ts";
import { date, money, percentText, time } from "@visadesk/contract/kit/format.ts";
import { plainOf } from "@visadesk/contract/kit/rich-text.ts";
import { PAY_METHODS } from "@visadesk/contract/order/words.ts";
import { permissionLabel } from "@visadesk/contract/permissions.ts";
import type { FieldChange } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { calledBy, nameKey, type Id, type Named } from "#kit/noun/called.ts";
import { nounNamed } from "#kit/noun/noun.ts";
import { areaName, placeText, plainCity } from "../../base-data/index.ts";

type Z = z.core.$ZodType;
type Metas = Map<string, FieldMeta[]>;
type Names = ReadonlyMap<string, string>;

/** The values of a field whose keys are data. */
const eachOf = (field: string): string => `${field}.*`;

function collect(type: Z, into: Metas, seen: Set<Z>): Metas {
  if (seen.has(type)) return into;
  seen.add(type);
  const inner = unwrap(type);
  if (inner instanceof z.ZodArray) collect(inner.element, into, seen);
  for (const [name, t] of Object.entries(shapeOf(type))) {
    const meta = metaOf(t);
    if (meta) into.set(name, [...(into.get(name) ?? []), meta]);
    const held = unwrap(t);
    const each = held instanceof z.ZodRecord ? metaOf(held.valueType) : undefined;
    if (each) into.set(eachOf(name), [...(into.get(eachOf(name)) ?? []), each]);
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
interface How {
  readonly noun: string | null;
  readonly field: string;
  readonly kinds: ReadonlySet<Kind>;
  readonly metas: readonly FieldMeta[];
  readonly percent: PercentOf | undefined;
  /** Whose id it is, of those whose records have names: as its own field says, else as it is called, else as any field says. */
  readonly of: string | undefined;
}
const AREA = /^(province|city|county)_code$|^(only|except)_cities$/;
/** Records that are picked under another name. */
const PICKED: Readonly<Record<string, string>> = { cash_account: "company_account", insurer: "supplier" };
const isCalled = (of: string | undefined): boolean => of !== undefined && (of === "area" || Boolean(nounNamed(of)?.title));

/** What a field may be: of its noun, else of any; words and owners of ids that the noun leaves out may come from any. */
function howOf(noun: string | null, field: string): How {
  const [mine, others] = [ownFields(noun ?? "").get(field) ?? [], anyFields().get(field) ?? []];
  const near = Object.hasOwn(PAY_METHODS, field) ? CASH : mine.length > 0 ? mine : others;
  const metas = [...mine, ...others];
  const percent = near.every((m) => m.percent === near[0]?.percent) ? near[0]?.percent : undefined;
  const whom = (m: FieldMeta): string | undefined => PICKED[m.of ?? ""] ?? m.of;
  const whose = AREA.test(field) ? ["area"] : [...mine.map(whom), /^(.+)_ids?$/.exec(field)?.[1], ...others.map(whom)];
  return { noun, field, kinds: new Set(near.map((m) => m.kind)), metas, percent, of: whose.find(isCalled) };
}
const isThing = (v: unknown): v is Readonly<Record<string, unknown>> => typeof v === "object" && v !== null && !Array.isArray(v);
/** What stands in a field that holds several: a field of its own, or one of the values whose keys are data. */
const partOf = ({ noun, field }: How, key: string): How => {
  const named = howOf(noun, key);
  return named.metas.length > 0 || named.of !== undefined ? named : howOf(noun, eachOf(field));
};

/** 市辖区 says nothing without its province. */
const placeName = (code: string): string => plainCity(areaName(code)) || areaName(`${code.slice(0, 2)}0000`);

/** Where a file is kept is nobody's word; a number in it may have been masked. */
const STORED = /^(\/storage\/)?(public|private)\/\S+$/;
const isStored = (v: unknown): v is string => typeof v === "string" && STORED.test(v);
const holdsFile = (v: unknown): boolean => isStored(v) || (typeof v === "object" && v !== null && Object.values(v).some(holdsFile));

const ISO = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

/** One value by what its field may be; words that were logged as words stay. */
function said(how: How, value: unknown, names: Names): Id | null {
  if (value === null || value === undefined || value === "") return null;
  if (isStored(value)) return "已上传";
  if (Array.isArray(value)) {
    if (value.length > 0 && value.every(isStored)) return `${value.length} 个文件`;
    const words = value.map((v) => said(how, v, names)).filter((w) => w !== null);
    return words.length === 0 ? null : words.join(value.some(isThing) ? "；" : "、");
  }
  if (isAddress(value) && "detail" in value) return placeText(value) || null;
  if (isThing(value)) return thing(how, value, names);
  if (typeof value === "boolean") return value ? "是" : "否";
  return typeof value === "string" || typeof value === "number" ? word(how, value, names) : null;
}

/** The parts of one thing, one after the other: a figure or a yes with its label, an id that nobody knows not at all. */
function thing(how: How, value: Readonly<Record<string, unknown>>, names: Names): string | null {
  const parts = Object.entries(value).flatMap(([key, v]) => {
    const part = partOf(how, key);
    const label = part.field === key ? (part.metas[0]?.label ?? "") : `${key} `;
    const text = said(part, v, names);
    if (text === null || v === false || (text === v && part.kinds.has("id"))) return [];
    if (Array.isArray(v)) return [`${label}：${text}`];
    return v === true ? [label] : [typeof v === "number" && part.of === undefined ? `${label}${text}` : String(text)];
  });
  return parts.length === 0 ? null : parts.join(" ");
}

function word({ kinds, metas, percent, of }: How, value: Id, names: Names): Id {
  const called = of === undefined ? "" : of === "area" ? placeName(String(value)) : names.get(nameKey({ noun: of, id: value }));
  if (called) return called;
  const chosen = metas.find((m) => m.options && Object.hasOwn(m.options, value))?.options?.[value];
  if (typeof value === "number") {
    if (percent !== undefined) return percentText(value, percent);
    return kinds.has("codes") ? permissionLabel(value) : kinds.has("money") ? money(value) : (chosen ?? value);
  }
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

/** Two masks, and two files, that look alike say nothing of the change between them. */
function apart(c: FieldChange, before: Id | null, after: Id | null): Id | null {
  if (typeof after !== "string" || after !== before) return after;
  if (isStored(c.after)) return c.before === c.after ? after : "已更换";
  if (after.includes("*")) return `${after}（已改）`;
  return holdsFile(c.after) && JSON.stringify(c.before) !== JSON.stringify(c.after) ? `${after}（已更换）` : after;
}

const isBareId = ({ kinds, of }: How): boolean => kinds.has("id") && of === undefined;
/** An id whose record has no name says nothing to a reader. */
export function saidChanges(noun: string | null, changes: readonly FieldChange[], names: Names = new Map()): FieldChange[] {
  return changes.flatMap((c) => {
    if (c.field === "module_group") return codeChanges(c);
    const how = howOf(noun, c.field);
    if (isBareId(how) && typeof (c.after ?? c.before) === "number") return [];
    const before = said(how, c.before, names);
    return [{ ...c, before, after: apart(c, before, said(how, c.after, names)) }];
  });
}

/** Everything a value names, at any depth. */
function namedIn(how: How, value: unknown): Named[] {
  if (Array.isArray(value)) return value.flatMap((v) => namedIn(how, v));
  if (isThing(value)) return Object.entries(value).flatMap(([key, v]) => namedIn(partOf(how, key), v));
  const isId = typeof value === "number" || (typeof value === "string" && value !== "");
  return how.of === undefined || !isId ? [] : [{ noun: how.of, id: value }];
}

/** A page of rows as they are read; all names by one statement. */
export async function saidRows<R extends { noun: string | null; changes: readonly FieldChange[] }>(
  db: Db,
  page: readonly R[],
): Promise<R[]> {
  const names = await calledBy(
    db,
    page.flatMap((r) => r.changes.flatMap((c) => namedIn(howOf(r.noun, c.field), [c.before, c.after]))),
  );
  return page.map((r) => ({ ...r, changes: saidChanges(r.noun, r.changes, names) }));
}
