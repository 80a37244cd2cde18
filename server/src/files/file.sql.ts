import type { Db } from "#kit/db.ts";
import { q, row } from "#kit/sql.ts";

export interface StoredFile {
  id: number;
  key: string;
  filename: string;
  size: number;
  content_type: string;
  width: number | null;
  height: number | null;
  sha256: string;
}
interface NewFile extends Omit<StoredFile, "id"> {
  is_private: boolean;
  created_by: number;
  now: Date;
}

/** One row per content: the same bytes again answer the first row. */
export async function addFile(db: Db, f: NewFile): Promise<StoredFile> {
  const made = await row<StoredFile>(
    db,
    q`
    insert into files (key, is_private, sha256, size, content_type, filename, width, height, created_by, created_at)
    values (${f.key}, ${f.is_private}, ${f.sha256}, ${f.size}, ${f.content_type}, ${f.filename}, ${f.width}, ${f.height}, ${f.created_by}, ${f.now})
    on conflict (sha256, is_private, content_type) do update set sha256 = excluded.sha256
    returning id, key, filename, size, content_type, width, height, sha256`,
  );
  if (!made) throw new Error("file was not stored");
  return made;
}

export const fileByKey = (db: Db, key: string): Promise<StoredFile | undefined> =>
  row<StoredFile>(db, q`select id, key, filename, size, content_type, width, height, sha256 from files where key = ${key}`);

/** How much one worker stored since a time. */
export async function uploadsSince(db: Db, worker_id: number, since: Date): Promise<{ files: number; bytes: number }> {
  const sum = await row<{ files: number; bytes: number }>(
    db,
    q`
    select count(*)::int as files, coalesce(sum(size), 0)::int8 as bytes from files where created_by = ${worker_id} and created_at > ${since}`,
  );
  return sum ?? { files: 0, bytes: 0 };
}
