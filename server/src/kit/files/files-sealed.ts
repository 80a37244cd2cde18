/** What both stores share: private objects are sealed on their way in and opened on their way out, public ones pass. */
import { createReadStream, createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ByteRange, OpenFile } from "./files.ts";
import { isPrivate, typeOfKey } from "./file-links.ts";
import { HttpError } from "../http/refuse.ts";
import { newestSealKey } from "../seal/seal-keys.ts";
import { numbersInClear } from "../seal/seal-move.ts";
import { Bytes, HEAD_BYTES, headOf, opened, SealFault, sealed, sealedLength, spanOf, type SealHead } from "../seal/seal-stream.ts";

/** An object as it lies in the store, or bytes of it. */
export interface RawObject {
  stream: Readable;
  /** Of the whole object. */
  total: number;
  /** Another one after the object was replaced. */
  version: string;
}
/** Opens bytes `from` to `to` of an object, all without them; null when it is missing. */
export type OpenRaw = (from?: number, to?: number) => Promise<RawObject | null>;

/** Opened with the first byte asked for, closed with the last. */
async function* bytesOf(path: string): AsyncGenerator<Buffer> {
  yield* createReadStream(path) as AsyncIterable<Buffer>;
}
/** The bytes to store of the file at `path`. */
export const contentFor = async (key: string, path: string): Promise<AsyncIterable<Buffer>> =>
  isPrivate(key) ? sealed(key, (await stat(path)).size, bytesOf(path)) : bytesOf(path);

/** Writes a new file for us alone; on disk when it returns. */
export const writeWhole = (content: AsyncIterable<Buffer>, path: string): Promise<void> =>
  pipeline(content, createWriteStream(path, { flags: "wx", mode: 0o600, flush: true }));

/** A range as it lies in a content of this size. */
function partOf(size: number, { start, end }: ByteRange): { start: number; end: number } {
  const from = start < 0 ? Math.max(0, size + start) : start;
  if (from >= size || (end !== undefined && end < from))
    throw new HttpError(416, "请求的范围超出文件", null, { "content-range": `bytes */${size}` });
  return { start: from, end: Math.min(end ?? size - 1, size - 1) };
}

/** Content of a raw object; whoever does not read it to its end destroys it. */
function readable(raw: RawObject, content: AsyncIterable<Buffer>): Readable {
  const stream = Readable.from(content, { objectMode: false });
  stream.once("close", () => raw.stream.destroy());
  return stream;
}

interface Looked {
  raw: RawObject;
  /** What follows the head. */
  from: Bytes;
  /** Null for an object in clear, whose first bytes are then `start`. */
  head: SealHead | null;
  start: Buffer;
}

/** Reads the head of a private object. In clear lies only what is from before the sealing, and only until it is sealed. */
async function look(key: string, raw: RawObject): Promise<Looked> {
  try {
    const from = new Bytes(raw.stream);
    const start = await from.take(HEAD_BYTES);
    const head = headOf(start);
    if (head ? raw.total !== sealedLength(head.size) : !numbersInClear()) throw new SealFault(`${key} is not as it was stored`);
    return { raw, from, head, start };
  } catch (e) {
    raw.stream.destroy();
    throw e;
  }
}

async function* joined(start: Buffer, from: Bytes): AsyncGenerator<Buffer> {
  yield start;
  yield* from.rest();
}

const wholeOf = (key: string, { raw, from, head, start }: Looked): { content: AsyncIterable<Buffer>; size: number } =>
  head ? { content: opened(key, head, from, spanOf(head.size)), size: head.size } : { content: joined(start, from), size: raw.total };

/** Opens an object of a store. */
export async function openStored(key: string, open: OpenRaw, range?: ByteRange): Promise<OpenFile | null> {
  if (range) return openPart(key, open, range);
  const raw = await open();
  if (!raw) return null;
  const contentType = typeOfKey(key);
  if (!isPrivate(key)) return { stream: raw.stream, size: raw.total, contentType, part: null };
  const { content, size } = wholeOf(key, await look(key, raw));
  return { stream: readable(raw, content), size, contentType, part: null };
}

const TRIES = 3;
/** Head first, then the chunks of the part alone; anew when the object was replaced in between. */
async function openPart(key: string, open: OpenRaw, range: ByteRange): Promise<OpenFile | null> {
  const contentType = typeOfKey(key);
  for (let n = 0; n < TRIES; n++) {
    const first = await open(0, HEAD_BYTES - 1);
    if (!first) return null;
    const looked = isPrivate(key) ? await look(key, first) : null;
    first.stream.destroy();
    const size = looked?.head?.size ?? first.total;
    const part = partOf(size, range);
    const head = looked?.head;
    const span = head ? spanOf(size, part.start, part.end) : null;
    const raw = span ? await open(span.from, span.to) : await open(part.start, part.end);
    if (!raw) return null;
    if (raw.version === first.version && raw.total === first.total)
      return {
        stream: head && span ? readable(raw, opened(key, head, new Bytes(raw.stream), span)) : raw.stream,
        size,
        contentType,
        part,
      };
    raw.stream.destroy();
  }
  throw new Error(`${key} is replaced again and again`);
}

/** Has a private object written anew, unless it is sealed under the newest key or missing. */
export async function resealStored(key: string, open: OpenRaw, write: (content: AsyncIterable<Buffer>) => Promise<void>): Promise<void> {
  const raw = isPrivate(key) ? await open() : null;
  if (!raw) return;
  try {
    const looked = await look(key, raw);
    if (looked.head?.key_id === newestSealKey().id) return;
    const { content, size } = wholeOf(key, looked);
    await write(sealed(key, size, content));
  } finally {
    raw.stream.destroy();
  }
}
