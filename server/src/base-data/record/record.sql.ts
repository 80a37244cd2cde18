import type { Db } from "#kit/db/db.ts";
import { likeOf } from "#kit/grams.ts";
import { q, raw, row, rows } from "#kit/db/sql.ts";
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
