/** The file store as handlers see it; `LocalFiles` and `S3Files` implement it. Keys are made by the server and immutable. */

/** Bytes wanted: both ends included, to the last one without `end`; a negative `start` counts from the end. */
export interface ByteRange {
  readonly start: number;
  readonly end?: number;
}

export interface OpenFile {
  /** Fails before it gives a byte that was not put. */
  stream: NodeJS.ReadableStream;
  /** Of the whole content. */
  size: number;
  contentType: string;
  /** The bytes that the stream gives, both ends included; null for all of them. */
  part: { start: number; end: number } | null;
}

export interface FileStore {
  /** Stores the file at `path` under `key`, a private one sealed; the same key is written once. */
  put(key: string, path: string, contentType: string): Promise<void>;
  /** Opens an object; null when missing. A range beyond its end is refused with 416. */
  get(key: string, range?: ByteRange): Promise<OpenFile | null>;
  /** Seals a private object anew when it is in clear or under an older key. */
  reseal(key: string): Promise<void>;
  remove(key: string): Promise<void>;
  /** Signed address of a private file, relative to this origin, good for `seconds` and saved under `name`. Public keys need no signature. */
  link(key: string, seconds: number, now: Date, name?: string): string;
  /** Seconds a signed address is still good for, from its query `e`, `s` and `n`; 0 when it is not. */
  secondsLeft(key: string, e: unknown, s: unknown, now: Date, n?: unknown): number;
}
