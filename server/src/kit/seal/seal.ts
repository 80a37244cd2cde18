/**
 * Sealed numbers: passport, ID card, mobile, bank account. A field `x` of this kind is four columns: `x` the mask in clear,
 * which lists and pages read; `x_sealed` the number (AES-256-GCM, bound to table, column and row); `x_hash` and `x_tail`
 * keyed hashes (HMAC-SHA-256) of the whole and of the last four, by which it is found. The number stands nowhere else.
 *
 *   export const sealedOrder = sealedTable({ table: "orders", row: "order_no", fields: { contact_mobile: "mobile" } });
 *   insert … values({ order_no, ...sealFields(sealedOrder, order_no, { contact_mobile: "13800138000" }) })
 *   openField(sealedOrder, row, "contact_mobile")                                  // "13800138000"
 *   where o.contact_mobile_hash = any(${hashesOf("mobile", "13800138000")}::text[])
 *
 * A row from before the sealing holds the number in `x` and nothing beside it until the job `seal_move` has been there.
 */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";
import { mask, type SealedKind } from "@visadesk/contract/kit/mask.ts";
import { looksMasked, narrow } from "@visadesk/contract/kit/patterns.ts";
import { newestSealKey, sealKeyOf, sealKeys, type SealKey } from "./seal-keys.ts";
import type { Tables } from "../db/tables.gen.ts";

export interface SealedTable<T extends keyof Tables = keyof Tables, F extends string = string> {
  readonly table: T;
  /** Column of the row's own number: known before the row is written and never changed. */
  readonly row: keyof Tables[T] & string;
  readonly fields: Readonly<Record<F, SealedKind>>;
}
/** What opening needs of it, whichever table it is. */
export interface SealedColumns<F extends string = string> {
  readonly table: string;
  readonly row: string;
  readonly fields: Readonly<Record<F, SealedKind>>;
}
type FieldOf<T extends keyof Tables> = {
  [K in keyof Tables[T] & string]: `${K}_sealed` extends keyof Tables[T] ? K : never;
}[keyof Tables[T] & string];

export const sealedTable = <T extends keyof Tables, F extends FieldOf<T>>(def: SealedTable<T, F>): SealedTable<T, F> => def;

const NONCE = 12;
const TAG = 16;
const placeOf = (table: string, column: string, row: string | number): string => `${table}.${column}.${row}`;

/** Seals a text for one place; another place does not open it. `keyid.base64url(nonce, text, tag)`. */
export function sealText(place: { table: string; column: string; row: string | number }, text: string): string {
  const key = newestSealKey();
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv("aes-256-gcm", key.values, nonce);
  cipher.setAAD(Buffer.from(placeOf(place.table, place.column, place.row)));
  const body = Buffer.concat([nonce, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return `${key.id}.${body.toString("base64url")}`;
}

/** Opens what `sealText` made; throws for another place, a changed text or a missing key. */
export function openText(place: { table: string; column: string; row: string | number }, sealed: string): string {
  const dot = sealed.indexOf(".");
  const body = Buffer.from(sealed.slice(dot + 1), "base64url");
  const decipher = createDecipheriv("aes-256-gcm", sealKeyOf(sealed.slice(0, dot)).values, body.subarray(0, NONCE));
  decipher.setAAD(Buffer.from(placeOf(place.table, place.column, place.row)));
  decipher.setAuthTag(body.subarray(-TAG));
  // A stream cipher: all of the text comes at once, the end only judges the tag.
  const text = decipher.update(body.subarray(NONCE, -TAG));
  decipher.final();
  return text.toString();
}

/** What a number is compared by: half width, lower case, without blanks and hyphens. */
export const bareNumber = (text: string): string =>
  narrow(text)
    .toLowerCase()
    .replace(/[\s\-－—]/g, "");

const WHOLE = 16;
const TAIL = 11;
const digest = (key: SealKey, kind: SealedKind, what: string, text: string, length: number): string =>
  createHmac("sha256", key.hashes).update(`${kind} ${what} ${text}`).digest("base64url").slice(0, length);
const wholeHash = (key: SealKey, kind: SealedKind, bare: string): string => digest(key, kind, "whole", bare, WHOLE);
const tailHash = (key: SealKey, kind: SealedKind, four: string): string => digest(key, kind, "tail", four, TAIL);

/** Hashes a whole number may be stored under, one per key. */
export const hashesOf = (kind: SealedKind, number: string): string[] => sealKeys().map((k) => wholeHash(k, kind, bareNumber(number)));
/** Hashes the last four may be stored under, one per key. */
export const tailsOf = (kind: SealedKind, four: string): string[] => sealKeys().map((k) => tailHash(k, kind, bareNumber(four)));

/** What a text of one place is known again by, one hash per key, the newest first; it tells nothing of the text, nor of another place. */
export const textHashes = (place: string, text: string): string[] =>
  sealKeys().map((k) => createHmac("sha256", k.hashes).update(`text ${place} ${text}`).digest("base64url").slice(0, WHOLE));

/** ID cards are found whole alone; of the others the mask shows the last four, so they are found by them too. */
const hasTail = (kind: SealedKind, bare: string): boolean => kind !== "id_card" && mask(kind, bare).endsWith(bare.slice(-4));

type Sealed<V> = {
  [K in keyof V]: V[K] extends string ? string : string | null;
} & { [K in keyof V & string as `${K}_sealed` | `${K}_hash` | `${K}_tail`]: string | null };

/** The four columns of each given field; undefined ones are left out, null and blank empty all four. */
export function sealFields<T extends keyof Tables, F extends string, V extends Partial<Record<F, string | null | undefined>>>(
  def: SealedTable<T, F>,
  row: string | number,
  values: V,
): Sealed<V> {
  const key = newestSealKey();
  const columns: Record<string, string | null> = {};
  for (const [field, value] of Object.entries(values) as [F, string | null | undefined][]) {
    if (value === undefined) continue;
    const kind = def.fields[field];
    const bare = bareNumber(value ?? "");
    columns[field] = value && mask(kind, value);
    columns[`${field}_sealed`] = value ? sealText({ table: def.table, column: field, row }, value) : null;
    columns[`${field}_hash`] = bare ? wholeHash(key, kind, bare) : null;
    columns[`${field}_tail`] = hasTail(kind, bare) ? tailHash(key, kind, bare.slice(-4)) : null;
  }
  return columns as Sealed<V>;
}

/** A row as it was read: with the columns of the field and its own number. */
type SealedRow = object;
const cell = (row: SealedRow, name: string): unknown => (row as Readonly<Record<string, unknown>>)[name];

/** The number itself. A row from before the sealing still holds it in clear. */
export function openField<F extends string>(def: SealedColumns<F>, row: SealedRow, field: F): string | null {
  const sealed = cell(row, `${field}_sealed`);
  const own = cell(row, def.row);
  if (typeof sealed === "string" && (typeof own === "string" || typeof own === "number"))
    return openText({ table: def.table, column: field, row: own }, sealed);
  const shown = cell(row, field);
  if (sealed === undefined) throw new Error(`${def.table}.${field} was read without its sealed column`);
  return typeof shown === "string" && shown !== "" && !looksMasked(shown) ? shown : null;
}

/** All numbers of a row by their fields. */
export const openFields = <F extends string>(def: SealedColumns<F>, row: SealedRow): Record<F, string | null> =>
  Object.fromEntries(Object.keys(def.fields).map((f) => [f, openField(def, row, f as F)])) as Record<F, string | null>;

/** Hash and hash of the last four of a field as the row holds them; made anew for a row from before the sealing. */
export function keysOfField<T extends keyof Tables, F extends string>(
  def: SealedTable<T, F>,
  row: SealedRow,
  field: F,
): { whole: string | null; tail: string | null } {
  if (typeof cell(row, `${field}_sealed`) === "string")
    return { whole: (cell(row, `${field}_hash`) as string | null) ?? null, tail: (cell(row, `${field}_tail`) as string | null) ?? null };
  const number = openField(def, row, field);
  const made = sealFields(def, "", { [field]: number } as Partial<Record<F, string | null>>) as Record<string, string | null>;
  return { whole: made[`${field}_hash`] ?? null, tail: made[`${field}_tail`] ?? null };
}

/** True when the row must be sealed anew: it holds a number in clear, or one under an older key. */
export const isStale = <T extends keyof Tables, F extends string>(def: SealedTable<T, F>, row: SealedRow): boolean =>
  (Object.keys(def.fields) as F[]).some((f) => {
    const sealed = cell(row, `${f}_sealed`);
    return typeof sealed === "string" ? !sealed.startsWith(`${newestSealKey().id}.`) : openField(def, row, f) !== null;
  });

/** Sealed anew: every number of the row under the newest key. */
export const resealed = <T extends keyof Tables, F extends string>(def: SealedTable<T, F>, row: SealedRow): Record<string, string | null> =>
  sealFields(def, cell(row, def.row) as string | number, openFields(def, row)) as Record<string, string | null>;
