/**
 * Sealed files: a head, then chunks of 64 KiB, each AES-256-GCM under a key of the file's own. A chunk opens only where it
 * was made: in this file, under this storage key, at this place, in a content of this length. So nothing can be changed,
 * left out, put elsewhere or cut off unseen, and a part of a file is opened without the rest of it.
 *
 *   head: magic 8, key id 4, salt 32, length of the content 8      chunk: sealed bytes, tag 16; an empty content is one chunk
 *
 *   pipeline(sealed("private/ab/abc.pdf", size, source), createWriteStream(place))
 *   const head = headOf(await from.take(HEAD_BYTES));   opened("private/ab/abc.pdf", head, from, spanOf(head.size))
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { newestSealKey, sealKeyOf, type SealKey } from "./seal-keys.ts";

const CHUNK = 65_536;
const TAG = 16;
const SALT = 32;
const PREFIX = 7;
/** No type of file that we take begins like this. */
const MAGIC = Buffer.from([0x89, 0x56, 0x44, 0x53, 0x45, 0x41, 0x4c, 0x01]);
export const HEAD_BYTES = MAGIC.length + 4 + SALT + 8;

/** What lies in the store is not what was put there. */
export class SealFault extends Error {}

export interface SealHead {
  readonly key_id: string;
  /** Length of the content. */
  readonly size: number;
  readonly bytes: Buffer;
}
/** Chunks that hold a part of a content, and where they lie in the sealed file; both ends included. */
export interface SealSpan {
  readonly first: number;
  readonly last: number;
  readonly from: number;
  readonly to: number;
  /** Bytes of the content that are wanted. */
  readonly start: number;
  readonly end: number;
}

const chunksOf = (size: number): number => Math.max(1, Math.ceil(size / CHUNK));
export const sealedLength = (size: number): number => HEAD_BYTES + size + TAG * chunksOf(size);

function newHead(size: number): SealHead {
  const { id } = newestSealKey();
  const length = Buffer.alloc(8);
  length.writeBigUInt64BE(BigInt(size));
  return { key_id: id, size, bytes: Buffer.concat([MAGIC, Buffer.from(id, "hex"), randomBytes(SALT), length]) };
}

/** Reads the head of a sealed file; null when the file is not sealed. */
export function headOf(bytes: Buffer): SealHead | null {
  if (!bytes.subarray(0, MAGIC.length).equals(MAGIC)) return null;
  if (bytes.length < HEAD_BYTES) throw new SealFault("the head of a sealed file is cut off");
  const size = Number(bytes.readBigUInt64BE(HEAD_BYTES - 8));
  if (!Number.isSafeInteger(size)) throw new SealFault("the head of a sealed file is damaged");
  return { key_id: bytes.toString("hex", MAGIC.length, MAGIC.length + 4), size, bytes: bytes.subarray(0, HEAD_BYTES) };
}

/** Where bytes `start` to `end` of a content of this length lie; all of it without them. */
export function spanOf(size: number, start = 0, end = size - 1): SealSpan {
  const first = Math.floor(start / CHUNK);
  const last = Math.max(first, Math.floor(end / CHUNK));
  const at = (chunk: number): number => HEAD_BYTES + chunk * (CHUNK + TAG);
  return { first, last, from: at(first), to: Math.min(at(last + 1), sealedLength(size)) - 1, start, end };
}

/** Key and nonces of one file: the salt is never used twice, so no nonce is. */
class FileKey {
  readonly #key: Buffer;
  readonly #prefix: Buffer;
  readonly #head: SealHead;
  readonly #place: Buffer;
  constructor(key: SealKey, head: SealHead, storageKey: string) {
    const salt = head.bytes.subarray(MAGIC.length + 4, MAGIC.length + 4 + SALT);
    const made = Buffer.from(hkdfSync("sha256", key.files, salt, "visadesk sealed file", 32 + PREFIX));
    this.#key = made.subarray(0, 32);
    this.#prefix = made.subarray(32);
    this.#head = head;
    this.#place = Buffer.from(storageKey);
  }
  #nonce(index: number): Buffer {
    const nonce = Buffer.alloc(PREFIX + 5);
    this.#prefix.copy(nonce);
    nonce.writeUInt32BE(index, PREFIX);
    nonce[PREFIX + 4] = index === chunksOf(this.#head.size) - 1 ? 1 : 0;
    return nonce;
  }
  #bound(index: number): Buffer {
    const number = Buffer.alloc(4);
    number.writeUInt32BE(index);
    return Buffer.concat([this.#head.bytes, number, this.#place]);
  }
  seal(index: number, plain: Buffer): Buffer {
    const cipher = createCipheriv("aes-256-gcm", this.#key, this.#nonce(index));
    cipher.setAAD(this.#bound(index));
    return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  }
  open(index: number, sealedChunk: Buffer): Buffer {
    const decipher = createDecipheriv("aes-256-gcm", this.#key, this.#nonce(index), { authTagLength: TAG });
    decipher.setAAD(this.#bound(index));
    decipher.setAuthTag(sealedChunk.subarray(-TAG));
    const plain = decipher.update(sealedChunk.subarray(0, -TAG));
    try {
      decipher.final();
    } catch {
      throw new SealFault(`chunk ${index} was not sealed here`);
    }
    return plain;
  }
}

/** Bytes taken from a stream in lengths of our choice. */
export class Bytes {
  readonly #from: AsyncIterator<Buffer>;
  #kept: Buffer = Buffer.alloc(0);
  constructor(from: AsyncIterable<Buffer>) {
    this.#from = from[Symbol.asyncIterator]();
  }
  /** So many bytes, fewer only at the end. */
  async take(length: number): Promise<Buffer> {
    const parts = [this.#kept];
    let have = this.#kept.length;
    while (have < length) {
      const next = await this.#from.next();
      if (next.done) break;
      parts.push(next.value);
      have += next.value.length;
    }
    const all = parts.length === 1 ? this.#kept : Buffer.concat(parts);
    this.#kept = all.subarray(length);
    return all.subarray(0, length);
  }
  /** Nothing more is wanted. */
  async end(): Promise<void> {
    await this.#from.return?.();
  }
  /** What is left. */
  async *rest(): AsyncGenerator<Buffer> {
    for (let part = this.#kept; ;) {
      if (part.length > 0) yield part;
      const next = await this.#from.next();
      if (next.done) return;
      part = next.value;
    }
  }
}

/** Seals a content of a known length for one storage key, under the newest key. */
export async function* sealed(storageKey: string, size: number, source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const head = newHead(size);
  const key = new FileKey(newestSealKey(), head, storageKey);
  const from = new Bytes(source);
  const count = chunksOf(size);
  try {
    yield head.bytes;
    for (let i = 0; i < count; i++) {
      const plain = await from.take(i === count - 1 ? size - i * CHUNK + 1 : CHUNK);
      if (plain.length !== Math.min(CHUNK, size - i * CHUNK)) throw new Error("the content changed while it was sealed");
      yield key.seal(i, plain);
    }
  } finally {
    await from.end();
  }
}

/** The wanted bytes of a content; `from` begins with the span's first chunk. Throws before a byte that is not ours. */
export async function* opened(storageKey: string, head: SealHead, from: Bytes, span: SealSpan): AsyncGenerator<Buffer> {
  const key = new FileKey(sealKeyOf(head.key_id), head, storageKey);
  for (let i = span.first; i <= span.last; i++) {
    const chunk = await from.take(Math.min(CHUNK, head.size - i * CHUNK) + TAG);
    if (chunk.length < TAG) throw new SealFault(`chunk ${i} is missing`);
    const plain = key.open(i, chunk);
    const at = i * CHUNK;
    yield plain.subarray(Math.max(0, span.start - at), span.end - at + 1);
  }
}
