/** The file store as handlers see it; `LocalFiles` and `S3Files` implement it. Keys are made by the server and immutable. */
export interface FileStore {
  /** Stores the file at `path` under `key`; the same key is written once. */
  put(key: string, path: string, contentType: string): Promise<void>;
  /** Opens an object; null when missing. */
  get(key: string): Promise<{ stream: NodeJS.ReadableStream; size: number; contentType: string } | null>;
  remove(key: string): Promise<void>;
  /** Signed address of a private file, relative to this origin, good for `seconds`. Public keys need no signature. */
  link(key: string, seconds: number, now: Date): string;
}
