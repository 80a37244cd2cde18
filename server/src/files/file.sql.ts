import type { Db } from "#kit/db/db.ts";
import { q, row, rows } from "#kit/db/sql.ts";

export interface StoredFile {
  id: number;
  key: string;
  size: number;
  content_type: string;
  width: number | null;
  height: number | null;
  sha256: string;
}
interface NewFile extends Omit<StoredFile, "id"> {
  is_private: boolean;
  filename: string;
  worker_id: number;
  now: Date;
}

/** One row per content, and one per content and uploader: the same bytes again are the first file, handed in by him too. */
export async function addFile(db: Db, f: NewFile): Promise<StoredFile> {
  const made = await row<StoredFile>(
    db,
    q`
    with f as (
      insert into files (key, is_private, sha256, size, content_type, width, height, created_at)
      values (${f.key}, ${f.is_private}, ${f.sha256}, ${f.size}, ${f.content_type}, ${f.width}, ${f.height}, ${f.now})
      on conflict (sha256, is_private, content_type) do update set sha256 = excluded.sha256
      returning id, key, size, content_type, width, height, sha256
    ), u as (
      insert into file_uploads (file_id, worker_id, filename, created_at) select f.id, ${f.worker_id}::int8, ${f.filename}, ${f.now} from f
      on conflict (file_id, worker_id) do update set filename = excluded.filename, created_at = excluded.created_at
    )
    select id, key, size, content_type, width, height, sha256 from f`,
  );
  if (!made) throw new Error("file was not stored");
  return made;
}

export const fileByKey = (db: Db, key: string): Promise<StoredFile | undefined> =>
  row<StoredFile>(db, q`select id, key, size, content_type, width, height, sha256 from files where key = ${key}`);

export interface HandedIn {
  key: string;
  /** The name this worker gave it; null when it is not his. */
  filename: string | null;
  size: number;
  content_type: string;
  width: number | null;
  height: number | null;
}
/** Private files by key, under the name that this worker uploaded them with. */
export const handedIn = (db: Db, worker_id: number | null, keys: readonly string[]): Promise<HandedIn[]> =>
  rows<HandedIn>(
    db,
    q`
    select f.key, u.filename, f.size, f.content_type, f.width, f.height
    from files f left join file_uploads u on u.file_id = f.id and u.worker_id = ${worker_id}::int8
    where f.key = any(${[...keys]}::text[]) and f.is_private`,
  );

/** How much one worker stored since a time. */
export async function uploadsSince(db: Db, worker_id: number, since: Date): Promise<{ files: number; bytes: number }> {
  const sum = await row<{ files: number; bytes: number }>(
    db,
    q`
    select count(*)::int as files, coalesce(sum(f.size), 0)::int8 as bytes
    from file_uploads u join files f on f.id = u.file_id where u.worker_id = ${worker_id} and u.created_at > ${since}`,
  );
  return sum ?? { files: 0, bytes: 0 };
}
