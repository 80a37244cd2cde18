/** Logged values as a reader knows them: the words, amounts and times of the contract's fields, whatever record they were changed on. */
import { allEndpoints } from "@visadesk/contract/index.ts";
import { metaOf, shapeOf, unwrap, type FieldMeta, z } from "@visadesk/contract/kit/field.ts";
import { money, time } from "@visadesk/contract/kit/format.ts";
import { plainOf } from "@visadesk/contract/kit/rich-text.ts";
import { permissionLabel } from "@visadesk/contract/permissions.ts";
import { LOG_NOUNS } from "@visadesk/contract/setting/log-words.ts";
import type { FieldChange } from "#kit/call/context.ts";

type Z = z.core.$ZodType;
type Metas = Map<string, FieldMeta[]>;
interface Fields {
  /** Of one noun, and of any. */
  own: Map<string, Metas>;
  all: Metas;
}

const nouns = Object.keys(LOG_NOUNS).toSorted((a, b) => b.length - a.length);
const nounOf = (endpoint: string): string => nouns.find((n) => endpoint.startsWith(`${n}_`)) ?? "";

function collect(type: Z, into: readonly Metas[], seen: Set<Z>): void {
  if (seen.has(type)) return;
  seen.add(type);
  const inner = unwrap(type);
  if (inner instanceof z.ZodArray) collect(inner.element, into, seen);
  for (const [name, t] of Object.entries(shapeOf(type))) {
    const meta = metaOf(t);
    if (meta) for (const m of into) m.set(name, [...(m.get(name) ?? []), meta]);
    collect(t, into, seen);
  }
}

function fieldsOfContract(): Fields {
  const made: Fields = { own: new Map(), all: new Map() };
  for (const e of allEndpoints) {
    const noun = nounOf(e.name);
    const own = made.own.get(noun) ?? new Map<string, FieldMeta[]>();
    made.own.set(noun, own);
    for (const type of [e.output, e.input]) collect(type, [own, made.all], new Set());
  }
  return made;
}
let known: Fields | undefined;

const ISO = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;
const wordIn = (metas: readonly FieldMeta[], value: string): string | undefined =>
  metas.find((m) => m.options && Object.hasOwn(m.options, value))?.options?.[value];

/** One value by what its field may be; words that were logged as words stay. */
function said(metas: readonly FieldMeta[], value: unknown): unknown {
  if (Array.isArray(value)) return value.map((v) => said(metas, v));
  if (typeof value === "number")
    return metas.some((m) => m.kind === "codes")
      ? permissionLabel(value)
      : metas.some((m) => m.kind === "money")
        ? money(value)
        : (wordIn(metas, String(value)) ?? value);
  if (typeof value === "boolean") return value ? "是" : "否";
  if (typeof value !== "string") return value;
  if (ISO.test(value)) return time(value);
  return wordIn(metas, value) ?? (metas.some((m) => m.kind === "rich_text") ? plainOf(value) : value);
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

/** The one way from stored changes to what lists, sheets, drawers and records' logs show. */
export function saidChanges(noun: string | null, changes: readonly FieldChange[]): FieldChange[] {
  known ??= fieldsOfContract();
  const { own, all } = known;
  return changes.flatMap((c) => {
    if (c.field === "module_group") return codeChanges(c);
    const metas = [...(own.get(noun ?? "")?.get(c.field) ?? []), ...(all.get(c.field) ?? [])];
    return [{ ...c, before: said(metas, c.before), after: said(metas, c.after) }];
  });
}
