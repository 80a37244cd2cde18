/**
 * Field makers: each describes a value once, with its Chinese label, kind and rule. They are zod types with
 * `.meta({ label, kind })`, so the server validates with them and the console draws tables and forms from them.
 *
 *   const order = z.object({ id: id(), order_no: text("订单号"), amount_paid: money("实付"), status: choice("状态", labels) });
 */
import * as z from "zod";
import { isDay, isInstant, YEARS_TAKEN } from "./day.ts";
import type { FieldMeta } from "./field-meta.ts";
import { MAX_SAFE } from "./field-number.ts";
import type { FilePurpose } from "./file-purposes.ts";
import type { Personal, SealedKind } from "./mask.ts";
import { idCardFault, lengthOf, looksMasked, narrow, passportFault, patterns, phoneFault, type PatternName } from "./patterns.ts";
import { isRichBlank, plainOf, RICH_MAX } from "./rich-text.ts";

// A browser under our CSP has no `new Function`, which zod would try first.
z.config({ ...z.locales.zhCN(), jitless: "document" in globalThis });

type Z = z.core.$ZodType;
const PASS_THROUGH = new Set(["optional", "nullable", "default", "prefault", "readonly", "nonoptional"]);

/** The type inside optional, nullable and default. */
export function unwrap(type: Z): Z {
  let t = type;
  while (PASS_THROUGH.has(t._zod.def.type)) t = (t._zod.def as unknown as { innerType: Z }).innerType;
  if (t._zod.def.type === "pipe") return unwrap((t._zod.def as unknown as { out: Z }).out);
  return t;
}

/** Meta of a field maker, looking through optional, nullable and default. */
export function metaOf(type: Z): FieldMeta | undefined {
  for (let t: Z | undefined = type; t;) {
    const meta = z.globalRegistry.get(t) as FieldMeta | undefined;
    if (meta?.label !== undefined) return meta;
    const def = t._zod.def as unknown as { type: string; innerType?: Z; out?: Z };
    t = PASS_THROUGH.has(def.type) ? def.innerType : def.type === "pipe" ? def.out : undefined;
  }
  return undefined;
}

/** Fields of an object type by name. */
export const shapeOf = (type: Z): Readonly<Record<string, Z>> => {
  const t = unwrap(type);
  return t._zod.def.type === "object" ? (t as z.ZodObject).shape : {};
};

export const labelOf = (type: Z, name: string): string => metaOf(shapeOf(type)[name] ?? type)?.label ?? name;

const need = (label: string, verb: "请输入" | "请选择" | "请上传") => (iss: { input?: unknown; code?: string }) =>
  iss.input === undefined || iss.input === null || iss.input === "" ? `${verb}${label}` : `${label}格式不正确`;

const clean = (v: unknown): unknown => (typeof v === "string" ? v.trim() : v);
const cleanNarrow = (v: unknown): unknown => (typeof v === "string" ? narrow(v) : v);
/** PostgreSQL text holds neither NUL nor lone surrogates; refuse them as input, never as a 500. */
// eslint-disable-next-line no-control-regex
const storable = (v: string): boolean => !v.includes("\u0000") && v.isWellFormed();

export interface TextRule {
  min?: number;
  max?: number;
  pattern?: PatternName;
  personal?: Personal;
  hint?: string;
  long?: boolean;
  lookup?: readonly SealedKind[];
  /** Sentence for a wrong length or pattern. */
  message?: string;
  check?: (v: string) => string | null;
  /** Prose that holds what is checked: its full-width signs stay. */
  isProse?: boolean;
}

/** Numbers that orders and applicants are found by. */
export const PERSON_NUMBERS: readonly SealedKind[] = ["mobile", "passport", "id_card"];

/** Text, trimmed; `min` defaults to 1 (required), lengths in code points, `max` to 200 (2000 for long text). */
export function text(label: string, rule: TextRule = {}) {
  const min = rule.min ?? 1;
  const max = rule.max ?? (rule.long ? 2000 : 200);
  const base = z.string({ error: need(label, "请输入") }).check((c) => {
    const v = c.value;
    const fault = textFault(label, v, rule, min, max);
    if (fault) c.issues.push({ code: "custom", message: fault, input: v });
  });
  return z.preprocess((rule.pattern || rule.check) && !rule.isProse ? cleanNarrow : clean, base).meta({
    label,
    kind: rule.long ? "long_text" : "text",
    max,
    ...(rule.personal && { personal: rule.personal }),
    ...(rule.hint && { hint: rule.hint }),
    ...(rule.lookup && { lookup: rule.lookup }),
  } satisfies FieldMeta);
}

function textFault(label: string, v: string, rule: TextRule, min: number, max: number): string | null {
  const n = lengthOf(v);
  if (!storable(v)) return `${label}含有无法保存的字符`;
  if (n === 0) return min > 0 ? `请输入${label}` : null;
  if (n < min) return rule.message ?? `${label}至少${min}个字符`;
  if (n > max) return rule.message ?? `${label}最多${max}个字符`;
  if (rule.personal && looksMasked(v)) return `${label}是脱敏显示的内容，请输入完整内容`;
  if (rule.pattern && !patterns[rule.pattern].re.test(v)) return rule.message ?? patterns[rule.pattern].message;
  return rule.check?.(v) ?? null;
}

export const longText = (label: string, max = 2000, min = 1) => text(label, { long: true, max, min });

/** Rich text, required unless `min` is 0; its words are counted. The server cleans it before it is judged (server kit/rich-text.ts). */
export const richText = (label: string, { min = 1, max = 2000 }: { min?: 0 | 1; max?: number } = {}) =>
  z
    .preprocess(
      clean,
      z.string({ error: need(label, "请输入") }).check((c) => {
        const fault = richFault(label, c.value, min, max);
        if (fault) c.issues.push({ code: "custom", message: fault, input: c.value });
      }),
    )
    .meta({ label, kind: "rich_text", max } satisfies FieldMeta);

function richFault(label: string, v: string, min: number, max: number): string | null {
  if (v.length > RICH_MAX) return `${label}的格式过多，请清除格式后再保存`;
  if (!storable(v)) return `${label}含有无法保存的字符`;
  if (isRichBlank(v)) return min > 0 ? `请输入${label}` : null;
  const n = lengthOf(plainOf(v));
  return n > max ? `${label}最多${max}个字符，现有${n}个` : null;
}

export const mobile = (label = "手机号") => text(label, { pattern: "mobile", personal: "mobile" });
/** A number that is called and is nobody's own: landline, mobile or service number, may be blank. */
export const phone = (label = "电话", max = 60) => text(label, { min: 0, max, check: phoneFault });
export const email = (label = "邮箱") => text(label, { pattern: "email", personal: "email", max: 100 });
export const personName = (label = "姓名") =>
  text(label, { personal: "name", max: 30, check: (v) => (/^[\p{Script=Han}·]+$/u.test(v) ? null : "请输入中文") });
/** Somebody we write to or call, who need not be a Chinese: by characters or as in a passport. */
export const contactName = (label = "联系人") =>
  text(label, {
    personal: "name",
    max: 40,
    check: (v) => (/^(?:[\p{Script=Han}·]+|\p{Script=Latin}[\p{Script=Latin} .'’-]*)$/u.test(v) ? null : "请输入中文或英文姓名"),
  });
export const latinName = (label: string) =>
  text(label, { personal: "latin", max: 40, check: (v) => (/^[A-Z][A-Z ]*$/.test(v) ? null : "填写大写拼音，与护照一致") });
export const idCard = (label = "身份证号") => text(label, { personal: "id_card", max: 18, check: idCardFault });
export const passportNo = (label = "护照号") =>
  text(label, {
    personal: "passport",
    max: 12,
    check: (v) => (patterns.code.re.test(v) || !passportFault(v) ? null : "请输入正确的护照号"),
  });

/** Positive record id. */
export const id = (label = "编号", of?: string) =>
  z
    .int({ error: need(label, "请选择") })
    .positive({ error: `${label}不正确` })
    .max(MAX_SAFE, { error: `${label}不正确` })
    .meta({ label, kind: "id", ...(of && { of }) } satisfies FieldMeta);
export const ids = (label: string, max = 200, of?: string) =>
  z
    .array(id(label), { error: need(label, "请选择") })
    .max(max, { error: `${label}最多${max}项` })
    .meta({ label, kind: "ids", ...(of && { of }) } satisfies FieldMeta);
export const bool = (label: string) => z.boolean({ error: need(label, "请选择") }).meta({ label, kind: "bool" } satisfies FieldMeta);
/** What has the right form and is no day that is taken; one issue a value. */
const within = (takes: (v: string) => boolean, message: string) => (c: z.core.ParsePayload<string>) => {
  if (c.issues.length === 0 && !takes(c.value)) c.issues.push({ code: "custom", message, input: c.value });
};
/** UTC instant, ISO 8601. */
export const time = (label: string) =>
  z.iso
    .datetime({ offset: true, error: need(label, "请选择") })
    .check(within(isInstant, `${label}应在 ${YEARS_TAKEN}之间`))
    .meta({ label, kind: "time" } satisfies FieldMeta);
/** Plain date YYYY-MM-DD. */
export const date = (label: string, personal?: Personal) =>
  z.iso
    .date({ error: need(label, "请选择") })
    .check(within(isDay, `${label}应在 ${YEARS_TAKEN}之间`))
    .meta({ label, kind: "date", ...(personal && { personal }) } satisfies FieldMeta);
const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/;
/** Time of day as people write it. */
export const clock = (label: string) => text(label, { max: 5, check: (v) => (CLOCK.test(v) ? null : `${label}应为 09:00 这样的时间`) });
/** A personal date as an answer carries it once masked (`1990-**-**`); input goes through `date`. */
export const maskedDate = (label: string) => z.string().meta({ label, kind: "text", personal: "birth" } satisfies FieldMeta);

export const choice = <const O extends Record<string, string>>(label: string, options: O) =>
  z.enum(keysOf(options), { error: need(label, "请选择") }).meta({ label, kind: "choice", options } satisfies FieldMeta);
export const choices = <const O extends Record<string, string>>(label: string, options: O, max = 50) =>
  z
    .array(choice(label, options), { error: need(label, "请选择") })
    .max(max, { error: `${label}最多${max}项` })
    .meta({ label, kind: "choices", options } satisfies FieldMeta);
/** Keys of a table of words, as `z.enum` takes them. */
/** Labels by their keys, of words that have more to say than their label. */
export const labelsOf = <K extends string>(words: Readonly<Record<K, { readonly label: string }>>): Record<K, string> =>
  Object.fromEntries(Object.entries<{ readonly label: string }>(words).map(([key, { label }]) => [key, label])) as Record<K, string>;
export const keysOf = <O extends object>(words: O): [keyof O & string, ...(keyof O & string)[]] =>
  Object.keys(words) as [keyof O & string, ...(keyof O & string)[]];
/** 0 停用 / 1 启用. */
export const STATUS = { "0": "停用", "1": "启用" } as const;
export const status = (label = "状态") =>
  z.union([z.literal(0), z.literal(1)], { error: `请选择${label}` }).meta({ label, kind: "choice", options: STATUS } satisfies FieldMeta);

const FILE_KEY = /^(public|private)\/[0-9a-z/._-]{8,150}$/;
export const isFileKey = (v: unknown): v is string => typeof v === "string" && FILE_KEY.test(v);
const anyKey = (label: string, verb: "请上传" | "请选择" = "请上传") =>
  z.string({ error: need(label, verb) }).regex(FILE_KEY, { error: `${verb}${label}` });
/** Storage key of any stored file: told or asked for, never put on a record. */
export const fileKey = (label: string) => anyKey(label, "请选择").meta({ label, kind: "file" } satisfies FieldMeta);
/** Storage key of a file on a record; the server takes only what its caller may hand in there (server kit/files/file-keys.ts). */
export const file = (label: string, purpose: FilePurpose) => anyKey(label).meta({ label, kind: "file", purpose } satisfies FieldMeta);
export const files = (label: string, purpose: FilePurpose, max = 9) =>
  z
    .array(file(label, purpose), { error: need(label, "请上传") })
    .max(max, { error: `${label}最多${max}个` })
    .meta({ label, kind: "files", max, purpose } satisfies FieldMeta);
/** An answer whose kind a stored form decides; a storage key in it is a file of this purpose. */
export const formAnswer = (label: string, purpose: FilePurpose) => z.unknown().meta({ label, kind: "json", purpose } satisfies FieldMeta);

export interface Address {
  province_code: string;
  city_code: string;
  county_code: string;
  detail: string;
}
export const isAddress = (v: unknown): v is Address => typeof v === "object" && v !== null && "province_code" in v;
const areaCode = (label: string) => z.string({ error: `请选择${label}` }).regex(/^(\d{6})?$/, { error: "地址编码不存在" });
/** Address: codes are checked against the library by the server; the street line is personal. */
export const address = (label: string) =>
  z
    .strictObject({
      province_code: areaCode("省份"),
      city_code: areaCode("城市"),
      county_code: areaCode("区县"),
      detail: text("详细地址", { max: 100, min: 0, personal: "address" }),
    })
    .meta({ label, kind: "object" } satisfies FieldMeta);

/** Where a company is, told to whoever sends something there: nothing of it is personal. */
export const openAddress = (label: string) =>
  z.strictObject({ ...address(label).shape, detail: text("详细地址", { max: 100 }) }).meta({ label, kind: "object" } satisfies FieldMeta);

/** MD5 hex of what was typed. */
export const passwd = (label = "密码", message = `${label}格式不正确`) =>
  z
    .string({ error: `请输入${label}` })
    .regex(/^[0-9a-f]{32}$/, { error: message })
    .meta({ label, kind: "passwd" } satisfies FieldMeta);

/** Row version for compare-and-set saves. */
export const version = () =>
  z
    .int({ error: "缺少版本号" })
    .min(0)
    .meta({ label: "版本", kind: "int" } satisfies FieldMeta);

/** Values of one field, or several, in a filter. */
export const anyOf = <T extends Z>(of: T, max = 50) => z.array(of).min(1).max(max);
/** Range filter over times or dates: from inclusive, to exclusive for times, inclusive for dates. */
export const range = (label: string) => {
  const error = `${label}的起止应为 ${YEARS_TAKEN}的日期，如 2026-11-01`;
  const end = z
    .string({ error })
    .check(within((v) => isDay(v) || isInstant(v), error))
    .optional();
  return z.strictObject({ from: end, to: end }).meta({ label, kind: "object" } satisfies FieldMeta);
};

export type { FieldMeta, Kind, PercentOf } from "./field-meta.ts";
export { decimal, int, money, percent, rate, share } from "./field-number.ts";
export { z };
