import type { Db } from "#kit/db/db.ts";
import { likeOf } from "#kit/grams.ts";
import { nothing, q, raw, row, rows } from "#kit/db/sql.ts";
import type { RecordId } from "../doors.ts";

/** A record with all its columns; `title` is what messages call it. */
export interface RecordRow {
  id: RecordId;
  title: string;
  status: 0 | 1;
  version: number;
  [column: string]: unknown;
}

export const lockedRecord = (db: Db, table: string, title: string, id: RecordId): Promise<RecordRow | undefined> =>
  row<RecordRow>(db, q`select r.*, ${raw(`r.${title}`)}::text as title from ${raw(table)} r where r.id = ${id} for update`);

export const recordOf = (db: Db, table: string, title: string, id: RecordId): Promise<RecordRow | undefined> =>
  row<RecordRow>(db, q`select r.*, ${raw(`r.${title}`)}::text as title from ${raw(table)} r where r.id = ${id}`);

/** Enabled records whose title contains the keyword, by title. */
export const enabledRecords = (db: Db, table: string, title: string, keyword: string): Promise<RecordRow[]> =>
  rows<RecordRow>(
    db,
    q`select r.*, ${raw(`r.${title}`)}::text as title from ${raw(table)} r
      where r.status = 1 and lower(${raw(`r.${title}`)}::text) like ${likeOf(keyword)} order by r.sort, r.${raw(title)}, r.id`,
  );

/** `by`: who did it, where the table keeps that. */
export const setRecordStatus = async (db: Db, table: string, id: RecordId, status: 0 | 1, now: Date, by: number | null): Promise<void> =>
  void (await rows(
    db,
    q`update ${raw(table)} set status = ${status}, version = version + 1, updated_at = ${now} ${by === null ? nothing : q`, updated_by = ${by}`} where id = ${id}`,
  ));

/** The verification stamp: `editor` where the table says who changed it last, `source` where it keeps what was compared. */
export const stampRecord = async (
  db: Db,
  table: string,
  id: RecordId,
  stamp: { at: Date; by: number; editor: boolean; source: string | null },
): Promise<void> =>
  void (await rows(
    db,
    q`update ${raw(table)} set verified_at = ${stamp.at}, verified_by = ${stamp.by}, version = version + 1, updated_at = ${stamp.at}
      ${stamp.editor ? q`, updated_by = ${stamp.by}` : nothing} ${stamp.source === null ? nothing : q`, source = ${stamp.source}`} where id = ${id}`,
  ));

export const removeRecord = async (db: Db, table: string, id: RecordId): Promise<void> =>
  void (await rows(db, q`delete from ${raw(table)} where id = ${id}`));
