import type { FormSection } from "@visadesk/contract/product/snapshot.ts";
import type { z } from "@visadesk/contract/kit/field.ts";
import type { applicationVersion, applicationVersionHead } from "@visadesk/contract/base-data/paper/application-version.ts";
import type { PastVersion } from "@visadesk/contract/base-data/paper/application.rules.ts";
import type { Db } from "#kit/db/db.ts";
import { q, raw, row, rows } from "#kit/db/sql.ts";

export type VersionHead = z.output<typeof applicationVersionHead>;
export type VersionRow = z.output<typeof applicationVersion>;

const head = raw(`
  v.id, v.application_id, v.version_no, v.state, v.note, v.version, v.created_at, v.updated_at, v.previewed_at, v.published_at, v.retired_at,
  nullif(c.nickname, '') as created_by_name, nullif(u.nickname, '') as updated_by_name, nullif(p.nickname, '') as published_by_name,
  n.questions, n.required`);
const people = raw(`
  left join workers c on c.id = v.created_by left join workers u on u.id = v.updated_by left join workers p on p.id = v.published_by
  cross join lateral (
    select count(k.question)::int as questions, count(*) filter (where (k.question ->> 'required')::boolean)::int as required
    from jsonb_array_elements(v.sections) s (part), jsonb_array_elements(s.part -> 'questions') k (question)) n`);

/** Every version of a form, the newest first. */
export const versionHeads = (db: Db, applicationId: number): Promise<VersionHead[]> =>
  rows(db, q`select ${head} from application_versions v ${people} where v.application_id = ${applicationId} order by v.version_no desc`);

export const versionOf = (db: Db, id: number): Promise<VersionRow | undefined> =>
  row(db, q`select ${head}, v.sections from application_versions v ${people} where v.id = ${id}`);

/** The form itself under a lock: whoever saves or publishes a version of it goes one after another. */
export const lockedForm = (db: Db, applicationId: number): Promise<{ id: number; name: string; country_ids: string[] } | undefined> =>
  row(db, q`select id, name, country_ids from documents where id = ${applicationId} and kind = 5 for update`);

export const formOf = (db: Db, applicationId: number): Promise<{ id: number; name: string; country_ids: string[] } | undefined> =>
  row(db, q`select id, name, country_ids from documents where id = ${applicationId} and kind = 5`);

export const draftOf = (db: Db, applicationId: number): Promise<{ id: number } | undefined> =>
  row(db, q`select id from application_versions where application_id = ${applicationId} and state = 'draft'`);

export const liveOf = (db: Db, applicationId: number): Promise<{ id: number; sections: FormSection[] } | undefined> =>
  row(db, q`select id, sections from application_versions where application_id = ${applicationId} and state = 'published'`);

/** What was ever asked of customers, the latest first. */
export const publishedVersions = (db: Db, applicationId: number): Promise<PastVersion[]> =>
  rows(
    db,
    q`select version_no, sections from application_versions where application_id = ${applicationId} and state <> 'draft' order by version_no desc`,
  );

export interface DraftText {
  sections: string;
  note: string;
  by: number;
  now: Date;
}
/** Starts the draft of a form; answers its id. */
export const startDraft = async (db: Db, applicationId: number, text: DraftText): Promise<number> => {
  const made = await row<{ id: number }>(
    db,
    q`
    insert into application_versions (application_id, version_no, state, sections, note, created_by, created_at, updated_by, updated_at)
    select ${applicationId}, coalesce(max(version_no), 0) + 1, 'draft', ${text.sections}::jsonb, ${text.note}, ${text.by}, ${text.now}, ${text.by}, ${text.now}
    from application_versions where application_id = ${applicationId} returning id`,
  );
  if (!made) throw new Error("no draft was made");
  return made.id;
};

/** A trial is no change of the draft: its version stays, whoever edits it meanwhile saves as before. */
export const markTried = async (db: Db, seen: { id: number; version: number }, now: Date): Promise<void> =>
  void (await rows(
    db,
    q`update application_versions set previewed_at = ${now} where id = ${seen.id} and version = ${seen.version} and state = 'draft'`,
  ));
