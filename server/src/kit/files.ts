/** The file store as handlers see it; `LocalFiles` and `S3Files` implement it. Keys are made by the server and immutable. */
export interface FileStore {
  /** Stores the file at `path` under `key`; the same key is written once. */
  put(key: string, path: string, contentType: string): Promise<void>;
  /** Opens an object; null when missing. */
  get(key: string): Promise<{ stream: NodeJS.ReadableStream; size: number; contentType: string } | null>;
  remove(key: string): Promise<void>;
  /** Signed address of a private file, relative to this origin, good for `seconds`. Public keys need no signature. */
  link(key: string, seconds: number, now: Date): string;
  /** Seconds a signed address is still good for, from its query `e` and `s`; 0 when it is not. */
  secondsLeft(key: string, e: unknown, s: unknown, now: Date): number;
}
