/**
 * Keys of stored files in a call's input. A record takes a public file that there is, or a private one that the caller
 * uploaded himself or that hangs on this very record already; `serve` asks it of every change whose contract has a file.
 */
import { isFileKey, metaOf, unwrap, type z } from "@visadesk/contract/kit/field.ts";
import { isPublicPurpose, takesOnlyPictures, type FilePurpose } from "@visadesk/contract/kit/file-purposes.ts";
import type { Ctx } from "../call/context.ts";
import { badInput } from "../http/refuse.ts";
import { or, q, raw, rows } from "../db/sql.ts";

type Z = z.core.$ZodType;
export interface Taken {
  readonly path: string;
  readonly label: string;
  readonly purpose: FilePurpose;
  readonly key: string;
}
type Find = (value: unknown, path: string) => readonly Taken[];
type Input = Readonly<Record<string, unknown>>;

/** Which of these keys hang on the record that the input names. */
export type HeldFiles = (ctx: Ctx, input: Input, keys: readonly string[]) => Promise<readonly string[]>;

interface Def {
  type: string;
  shape?: Record<string, Z>;
  element?: Z;
  items?: readonly Z[];
  valueType?: Z;
  options?: readonly Z[];
}
/** Types that hold no other type. */
const LEAVES = new Set(["never", "string", "number", "int", "boolean", "enum", "literal", "null", "unknown"]);
const none: Find = () => [];
const isRecord = (v: unknown): v is Input => typeof v === "object" && v !== null && !Array.isArray(v);
const under = (path: string, name: string): string => (path === "" ? name : `${path}.${name}`);

/** A list of files is one field of a form. */
const each = (find: Find, isFile: boolean): Find =>
  find === none ? none : (v, path) => (Array.isArray(v) ? v.flatMap((x, i) => find(x, isFile ? path : under(path, String(i)))) : []);

/** By name of a field or place of a tuple. */
function byName(all: readonly (readonly [string, Find])[]): Find {
  const finds = all.filter(([, find]) => find !== none);
  if (finds.length === 0) return none;
  return (v, path) =>
    typeof v === "object" && v !== null
      ? finds.flatMap(([name, find]) => find((v as Readonly<Record<string, unknown>>)[name], under(path, name)))
      : [];
}

/** Everything inside an answer that looks like a key. */
const inAnswer =
  (label: string, purpose: FilePurpose): Find =>
  (v, path) =>
    isFileKey(v)
      ? [{ path, label, purpose, key: v }]
      : typeof v === "object" && v !== null
        ? Object.values(v).flatMap((x) => inAnswer(label, purpose)(x, path))
        : [];

/** Finds the files in a value of this type. What it cannot look into, or judge, is refused when the server starts. */
export function filesIn(type: Z): Find {
  const def = unwrap(type)._zod.def as Def;
  const meta = metaOf(type);
  if (meta?.purpose !== undefined && def.type !== "array") return inAnswer(meta.label, meta.purpose);
  if (meta?.kind === "file") throw new Error(`${meta.label}: a file that is taken says what it is for`);
  if (def.type === "object" && def.shape) return byName(Object.entries(def.shape).map(([name, t]) => [name, filesIn(t)] as const));
  if (def.type === "tuple" && def.items) return byName(def.items.map((t, i) => [String(i), filesIn(t)] as const));
  if (def.type === "array" && def.element) return each(filesIn(def.element), metaOf(def.element)?.kind === "file");
  if (def.type === "record" && def.valueType) {
    const find = filesIn(def.valueType);
    return find === none ? none : (v, path) => (isRecord(v) ? Object.entries(v).flatMap(([name, x]) => find(x, under(path, name))) : []);
  }
  if (def.type === "union" && def.options) {
    const finds = def.options.map(filesIn).filter((f) => f !== none);
    return finds.length === 0 ? none : (v, path) => finds.flatMap((find) => find(v, path));
  }
  if (!LEAVES.has(def.type)) throw new Error(`files inside a ${def.type} are not looked for`);
  return none;
}

interface Stored {
  key: string;
  is_private: boolean;
  content_type: string;
  is_mine: boolean;
}

/** Why a key may not be taken, or null; `isHere`: it hangs on this record already. */
function faultOf(t: Taken, file: Stored | undefined, isHere: boolean): string | null {
  const name = t.label.endsWith("文件") ? t.label : `${t.label}文件`;
  const missing = `${name}不存在，请重新上传`;
  if (t.key.startsWith("public/") !== isPublicPurpose(t.purpose)) return missing;
  if (isHere) return null;
  if (!file || (file.is_private && !file.is_mine)) return missing;
  if (takesOnlyPictures(t.purpose) && !file.content_type.startsWith("image/")) return `${name}须为 JPG、PNG 或 WebP 图片`;
  return null;
}

/** Refuses keys that the caller may not put on the record; a foreign key and a missing one answer alike. */
export async function checkFileKeys(ctx: Ctx, taken: readonly Taken[], input: Input, held: HeldFiles | undefined): Promise<void> {
  if (taken.length === 0) return;
  const keys = [...new Set(taken.map((t) => t.key))];
  const stored = await rows<Stored>(
    ctx.db,
    q`
    select f.key, f.is_private, f.content_type,
      exists (select from file_uploads u where u.file_id = f.id and u.worker_id = ${ctx.principal?.worker_id ?? null}) as is_mine
    from files f where f.key = any(${keys}::text[])`,
  );
  const byKey = new Map(stored.map((s) => [s.key, s]));
  const wrong = (here: ReadonlySet<string>) =>
    taken.flatMap((t) => {
      const message = faultOf(t, byKey.get(t.key), here.has(t.key));
      return message === null ? [] : [{ ...t, message }];
    });
  const open = wrong(new Set());
  if (open.length === 0) return;
  const here = held ? await held(ctx, input, [...new Set(open.map((t) => t.key))]) : [];
  const issues = wrong(new Set(here)).map(({ path, message }) => ({ path, message }));
  if (issues.length > 0) throw badInput(...issues);
}

/** Keys that these columns, files or lists of files, of the record with the input's id name. */
export const heldIn =
  (table: string, ...columns: readonly string[]): HeldFiles =>
  async (ctx, input, keys) =>
    (
      await rows<{ key: string }>(
        ctx.db,
        q`
        select k.key from ${raw(table)} t, unnest(${[...keys]}::text[]) k(key)
        where t.id = ${input["id"]} and (${or(columns.map((c) => q`k.key = any(array[t.${raw(c)}])`))})`,
      )
    ).map((r) => r.key);
