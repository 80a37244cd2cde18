/** Rows of the five papers: one table, one select, told apart by `kind`. */
import type { PaperNoun } from "@visadesk/contract/base-data/paper/document.ts";
import { PAPERS } from "@visadesk/contract/base-data/paper/document.ts";
import type { PhotoRule } from "@visadesk/contract/product/snapshot.ts";
import type { Db } from "#kit/db/db.ts";
import type { ListDef } from "#kit/db/page.ts";
import { and, likeText, q, raw, row, rows, type Sql } from "#kit/db/sql.ts";
import type { ProductDoor } from "../doors.ts";
import { verifyDue } from "../country/country.sql.ts";

/** A paper with the fields of every kind; those of another kind hold their defaults. */
export interface PaperRow {
  id: number;
  kind: number;
  name: string;
  category: number | null;
  sub_type: string | null;
  status: 0 | 1;
  version: number;
  page_type: number;
  max_pages: number;
  photo_rule: Omit<PhotoRule, "document_id"> | null;
  fill_mode: string | null;
  pdf_file: string | null;
  official_url: string | null;
  requirement: string;
  reason_ids: number[];
  country_ids: string[];
  [column: string]: unknown;
}

export interface PaperFilter {
  ids?: number[] | undefined;
  keyword?: string | undefined;
  category?: number[] | undefined;
  sub_type?: string[] | undefined;
  identity?: string[] | undefined;
  country_id?: string[] | undefined;
  status?: 0 | 1 | undefined;
  is_used?: boolean | undefined;
  first_pass_below?: number | undefined;
  page_type?: number | undefined;
  is_original?: boolean | undefined;
  is_verify_due?: boolean | undefined;
  fill_mode?: string[] | undefined;
}

const LIVE = raw("(select x.id from application_versions x where x.application_id = d.id and x.state = 'published')");

const columns = (noun: PaperNoun, product: ProductDoor, now: Date): Sql => q`
  d.id, d.kind, d.name, d.category, d.sub_type, d.identities, d.country_ids, d.requirement, d.samples_good, d.samples_bad, d.check_points,
  d.reason_ids, d.max_age_days, d.default_owner, d.page_type, d.max_pages, d.pattern, d.formats, d.max_mb, d.template_file, d.is_original,
  d.copies, d.return_needed, d.print_on_notice, d.photo_rule, d.fill_mode, d.pdf_file, d.official_url, d.sort, d.status, d.remark, d.version,
  d.updated_at, coalesce(nullif(w.nickname, ''), w.account) as updated_by_name,
  array(select c.name_zh from countries c where c.id = any(d.country_ids) order by array_position(d.country_ids, c.id)) as country_names,
  ${product.usedCountOf(noun, raw("d.id"))} as used_count, st.first_pass_rate, coalesce(st.reviewed_90, 0) as reviewed_90,
  d.verified_at, coalesce(nullif(v.nickname, ''), v.account) as verified_by_name, ${verifyDue("d", now)} as is_verify_due
  ${noun === "application" ? VERSION_COLUMNS : raw("")}`;
const VERSION_COLUMNS = q`,
  (select x.version_no from application_versions x where x.id = ${LIVE}) as version_no,
  coalesce((select sum(jsonb_array_length(s -> 'questions'))::int from application_versions x, jsonb_array_elements(x.sections) s where x.id = ${LIVE}), 0) as questions,
  exists (select from application_versions x where x.application_id = d.id and x.state = 'draft') as has_draft`;
const WHO = raw(
  "left join workers w on w.id = d.updated_by left join workers v on v.id = d.verified_by left join document_stats st on st.document_id = d.id",
);

/** Empty means all: a paper without identities or countries suits each of them. */
const suits = (column: string, wanted: readonly string[]): Sql => q`${raw(column)} = '{}' or ${raw(column)} && ${[...wanted]}::text[]`;

function where(noun: PaperNoun, f: PaperFilter, product: ProductDoor, now: Date): Sql {
  const used = product.isUsedBySku(noun, raw("d.id"));
  return and([
    q`d.kind = ${PAPERS[noun].kind}`,
    f.ids && q`d.id = any(${f.ids}::int8[])`,
    f.keyword && q`d.name ilike ${`%${likeText(f.keyword)}%`}`,
    f.category && q`d.category = any(${f.category}::int4[])`,
    f.sub_type && q`d.sub_type = any(${f.sub_type}::text[])`,
    f.identity && suits("d.identities", f.identity),
    f.country_id && suits("d.country_ids", f.country_id),
    f.status !== undefined && q`d.status = ${f.status}`,
    f.is_used !== undefined && (f.is_used ? used : q`not ${used}`),
    f.first_pass_below !== undefined &&
      q`exists (select from document_stats s where s.document_id = d.id and s.first_pass_rate < ${f.first_pass_below / 100}::float8)`,
    f.page_type !== undefined && q`d.page_type = ${f.page_type}`,
    f.is_original !== undefined && q`d.is_original = ${f.is_original}`,
    f.is_verify_due !== undefined && q`${verifyDue("d", now)} = ${f.is_verify_due}`,
    f.fill_mode && q`d.fill_mode = any(${f.fill_mode}::text[])`,
  ]);
}

/** Rows of a list, in the order the staff keep. */
export const paperList = (noun: PaperNoun, f: PaperFilter, product: ProductDoor, now: Date): ListDef => ({
  from: raw("documents d"),
  where: where(noun, f, product, now),
  id: "d.id",
  select: columns(noun, product, now),
  joins: WHO,
  sort: "sort",
  sorts: {
    sort: { by: "d.sort", order: "asc" },
    id: { by: "d.id", order: "asc" },
    name: { by: "d.name", order: "asc" },
    updated_at: { by: "d.updated_at", order: "desc" },
  },
});

/** A paper of the noun's kind; one of another kind is like none. */
export const paperView = <T>(db: Db, noun: PaperNoun, id: number, product: ProductDoor, now: Date): Promise<T | undefined> =>
  row<T>(db, q`select ${columns(noun, product, now)} from documents d ${WHO} where d.id = ${id} and d.kind = ${PAPERS[noun].kind}`);

export const lockedPaper = (db: Db, kind: number, id: number): Promise<PaperRow | undefined> =>
  row<PaperRow>(db, q`select d.* from documents d where d.id = ${id} and d.kind = ${kind} for update`);

/** The same without a lock, for who only reads it. */
export const storedPaper = (db: Db, kind: number, id: number): Promise<PaperRow | undefined> =>
  row<PaperRow>(db, q`select d.* from documents d where d.id = ${id} and d.kind = ${kind}`);

/** One at a time per kind: two people never find the same name free. */
export const lockKind = (db: Db, kind: number): Promise<unknown> => rows(db, q`select pg_advisory_xact_lock(100900, ${kind}::int4)`);

/** Those of the names that an enabled paper of the kind bears. */
export async function namesTaken(db: Db, kind: number, names: readonly string[], except: number | null = null): Promise<Set<string>> {
  const taken = await rows<{ name: string }>(
    db,
    q`select d.name from documents d where d.kind = ${kind} and d.status = 1 and d.name = any(${[...names]}::text[]) and d.id is distinct from ${except}::int8`,
  );
  return new Set(taken.map((t) => t.name));
}

export interface KnownIds {
  countries: Set<string>;
  /** Enabled reasons that suit the kind. */
  reasons: Set<number>;
  /** Stored files that everybody may see. */
  files: Set<string>;
}
/** Which of the records that papers name there are. */
export async function knownIds(
  db: Db,
  kind: number,
  asked: { countries: readonly string[]; reasons: readonly number[]; files: readonly string[] },
): Promise<KnownIds> {
  const found = await row<{ countries: string[]; reasons: number[]; files: string[] }>(
    db,
    q`
    select array(select c.id from countries c where c.id = any(${[...asked.countries]}::text[])) as countries,
      array(select r.id from reject_reasons r where r.id = any(${[...asked.reasons]}::int8[]) and r.status = 1 and ${kind} = any(r.kinds)) as reasons,
      array(select f.key from files f where f.key = any(${[...asked.files]}::text[]) and not f.is_private) as files`,
  );
  return { countries: new Set(found?.countries), reasons: new Set(found?.reasons), files: new Set(found?.files) };
}

/** The form in force of an application as the first draft of its copy. */
export const copyForm = (db: Db, from: number, to: number, by: { me: { worker_id: number }; now: Date }): Promise<unknown> =>
  rows(
    db,
    q`
    insert into application_versions (application_id, version_no, state, sections, created_by, created_at, updated_by, updated_at)
    select ${to}, 1, 'draft', v.sections, ${by.me.worker_id}, ${by.now}, ${by.me.worker_id}, ${by.now} from application_versions v where v.application_id = ${from} and v.state = 'published'`,
  );

export interface DocumentPick {
  id: number;
  kind: number;
  name: string;
  category: number | null;
  sub_type: string | null;
  default_owner: "must" | "optional" | "ours";
}
/** Enabled papers for pickers; those of a country include the ones for all. */
export const documentPicks = (
  db: Db,
  f: { kind?: number[] | undefined; country_id?: string | undefined; keyword?: string | undefined },
): Promise<DocumentPick[]> =>
  rows<DocumentPick>(
    db,
    q`
    select d.id, d.kind, d.name, d.category, d.sub_type, d.default_owner from documents d
    where ${and([q`d.status = 1`, f.kind && q`d.kind = any(${f.kind}::int4[])`, f.country_id && suits("d.country_ids", [f.country_id]), f.keyword && q`d.name ilike ${`%${likeText(f.keyword)}%`}`])}
    order by d.kind, d.sort, d.id limit 300`,
  );
