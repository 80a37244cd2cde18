/** Which private files hang on an order or an applicant: asked before an address is given out, and before a key is taken again. */
import { isIdentityPaper } from "@visadesk/contract/base-data/paper/document.rules.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import type { HeldFiles } from "#kit/files/file-keys.ts";
import { and, q, row, rows, type Sql } from "#kit/db/sql.ts";
import type { FileAccess } from "../../files/index.ts";
import { orderScope } from "../list/scope.ts";

type Caller = Pick<Ctx, "db" | "me">;
type Noun = "order" | "applicant";

/** One place where a record names a file. A paper of the list says by its kind and category whether it shows who somebody is. */
interface Naming {
  noun_no: string;
  people: number[];
  file: string;
  /** Null: it may speak of anybody of the order. */
  person: number | null;
  label: string;
  filename: string | null;
  is_identity: boolean | null;
  kind: number;
  category: number | null;
  sub_type: string | null;
}

/** Visa pages, pages with a refusal, letters and the papers of the people `p`. */
const ofPeople = (which: Sql): Sql => q`
  select f.key as file, p.id as person, '签证文件' as label, null as filename, true as is_identity, 0 as kind, null::int as category, null as sub_type
    from applicants p, unnest(p.result_files) f(key) where ${which}
  union all select f.key, p.id, '拒签文件', null, true, 0, null, null from applicants p, unnest(p.refusal_files) f(key) where ${which}
  union all select f.key, p.id, '拒签证明', null, true, 0, null, null
    from applicants p join refuse_claims c on c.applicant_id = p.id, unnest(c.proof_files) f(key) where ${which}
  union all select v.letter, p.id, '赴馆函件', null, false, 0, null, null from applicants p join visits v on v.applicant_id = p.id where ${which}
  union all select f.file, p.id, m.name, f.filename, null, m.kind, m.category, m.sub_type
    from applicants p join applicant_materials m on m.applicant_id = p.id join material_files f on f.material_id = m.id where ${which}`;

/** What hangs on the order `o` itself. */
const OF_ORDER = q`
  select f.key as file, null::int8 as person, '付款凭证' as label, null as filename, false as is_identity, 0 as kind, null::int as category, null as sub_type
    from order_payments x, unnest(x.proof) f(key) where x.order_id = o.id
  union all select f.key, null, '备注附件', null, false, 0, null, null from order_notes x, unnest(x.files) f(key) where x.order_id = o.id
  union all select f.key, null, '评价图片', null, false, 0, null, null from order_evaluates x, unnest(x.files) f(key) where x.order_id = o.id`;

const FROM: Readonly<Record<Noun, Sql>> = {
  applicant: q`select a.applicant_no as noun_no, array[a.id] as people, u.* from applicants a, lateral (${ofPeople(q`p.id = a.id`)}) u`,
  order: q`
  select o.order_no as noun_no, array(select a.id from applicants a where a.order_id = o.id order by a.seq) as people, u.*
  from orders o, lateral (${ofPeople(q`p.order_id = o.id`)} union all ${OF_ORDER}) u`,
};
const ALIAS = { applicant: "a", order: "o" } as const;

/** Where a record in the caller's sight names these files. */
const namings = (ctx: Caller, noun: Noun, id: number, keys: readonly string[]): Promise<Naming[]> => {
  const mine = noun === "order" ? q`o.id = ${id}` : q`a.id = ${id}`;
  return rows<Naming>(ctx.db, q`${FROM[noun]} where ${and([mine, orderScope(ctx, ALIAS[noun]), q`u.file = any(${[...keys]}::text[])`])}`);
};
const isIdentity = (n: Omit<Naming, "noun_no" | "people">): boolean => n.is_identity ?? isIdentityPaper(n);

/** Null: no such file there, or the record is out of the caller's sight. One content may be several papers, the strictest counts. */
export async function mayReadFile(ctx: Caller, noun: Noun, id: number, key: string): Promise<FileAccess | null> {
  const found = await namings(ctx, noun, id, [key]);
  const ranked = found.toSorted((a, b) => Number(isIdentity(b)) - Number(isIdentity(a)) || a.label.localeCompare(b.label));
  const [first] = ranked;
  if (!first) return null;
  const people = found.some((n) => n.person === null) ? first.people : first.people.filter((p) => found.some((n) => n.person === p));
  return {
    noun_no: first.noun_no,
    subject_ids: people,
    label: first.label,
    is_identity: isIdentity(first),
    filename: ranked.find((n) => n.filename)?.filename ?? null,
  };
}

/** Whoever hangs the file elsewhere: whether any place of orders shows somebody by it, and whose papers it is. No scope. */
export async function identityOf(db: Db, key: string): Promise<{ is_identity: boolean; people: number[] }> {
  const his = q`p.id in (
    select m.applicant_id from material_files f join applicant_materials m on m.id = f.material_id where f.file = ${key}
    union select x.id from applicants x where ${key} = any(x.result_files) or ${key} = any(x.refusal_files)
    union select c.applicant_id from refuse_claims c where ${key} = any(c.proof_files)
    union select v.applicant_id from visits v where v.letter = ${key})`;
  const found = await rows<Omit<Naming, "noun_no" | "people">>(db, q`select u.* from (${ofPeople(his)}) u where u.file = ${key}`);
  return { is_identity: found.some((n) => isIdentity(n)), people: [...new Set(found.flatMap((n) => n.person ?? []))] };
}

const heldBy = async (ctx: Ctx, noun: Noun, id: number | undefined, keys: readonly string[]): Promise<Naming[]> =>
  id === undefined ? [] : namings(ctx, noun, id, keys);
const numberOf = (v: unknown): number | undefined => (typeof v === "number" ? v : undefined);

/** Files of the person whose id the input has. */
export const heldByApplicant: HeldFiles = async (ctx, input, keys) =>
  (await heldBy(ctx, "applicant", numberOf(input["id"]), keys)).map((n) => n.file);
/** Files of the person whose paper the input names. */
export const heldByMaterialOwner: HeldFiles = async (ctx, input, keys) => {
  const paper = await row<{ applicant_id: number }>(ctx.db, q`select applicant_id from applicant_materials where id = ${input["id"]}`);
  return (await heldBy(ctx, "applicant", paper?.applicant_id, keys)).map((n) => n.file);
};
/** Files of the order itself, not of its people. */
export const heldByOrder: HeldFiles = async (ctx, input, keys) =>
  (await heldBy(ctx, "order", numberOf(input["order_id"] ?? input["id"]), keys)).flatMap((n) => (n.person === null ? [n.file] : []));
export const heldByDiffOrder: HeldFiles = async (ctx, input, keys) => {
  const diff = await row<{ order_id: number }>(ctx.db, q`select order_id from order_diffs where id = ${input["id"]}`);
  return heldByOrder(ctx, { order_id: diff?.order_id }, keys);
};
