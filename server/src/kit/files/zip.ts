/** A ZIP file as a stream: one entry after the other, nothing held but the list of entries. Entries stay below 4 GB. */
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { crc32, createDeflateRaw } from "node:zlib";

export interface ZipEntry {
  name: string;
  chunks: AsyncIterable<string> | Iterable<string>;
}
interface Written {
  name: Buffer;
  crc: number;
  packed: number;
  size: number;
  at: number;
}

const MAX = 0xffff_ffff;
/** Sizes follow the data; names are UTF-8. */
const FLAGS = 0x0808;
/** 1980-01-01: the same content gives the same file. */
const DOS_DATE = 0x0021;

/** The file's bytes in order. */
export async function* zip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const written: Written[] = [];
  let at = 0;
  for await (const entry of entries) {
    const w: Written = { name: Buffer.from(entry.name), crc: 0, packed: 0, size: 0, at };
    for await (const part of parts(w, entry)) {
      at += part.length;
      yield part;
    }
    written.push(w);
    if (Math.max(at, w.size) > MAX) throw new RangeError("zip is larger than 4 GB");
  }
  const directory = Buffer.concat(written.map(directoryEntry));
  yield directory;
  yield endOf(written.length, directory.length, at);
}

async function* parts(w: Written, entry: ZipEntry): AsyncGenerator<Buffer> {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(20, 4);
  head.writeUInt16LE(FLAGS, 6);
  head.writeUInt16LE(8, 8);
  head.writeUInt16LE(DOS_DATE, 12);
  head.writeUInt16LE(w.name.length, 26);
  yield Buffer.concat([head, w.name]);
  const deflate = createDeflateRaw({ level: 3 });
  const piped = pipeline(Readable.from(counted(w, entry.chunks)), deflate);
  piped.catch(() => undefined);
  for await (const chunk of deflate as AsyncIterable<Buffer>) {
    w.packed += chunk.length;
    yield chunk;
  }
  await piped;
  const tail = Buffer.alloc(16);
  tail.writeUInt32LE(0x08074b50, 0);
  tail.writeUInt32LE(w.crc, 4);
  tail.writeUInt32LE(w.packed, 8);
  tail.writeUInt32LE(w.size, 12);
  yield tail;
}

async function* counted(w: Written, chunks: ZipEntry["chunks"]): AsyncGenerator<Buffer> {
  for await (const text of chunks) {
    const bytes = Buffer.from(text);
    w.crc = crc32(bytes, w.crc);
    w.size += bytes.length;
    yield bytes;
  }
}

function directoryEntry(w: Written): Buffer {
  const b = Buffer.alloc(46);
  b.writeUInt32LE(0x02014b50, 0);
  b.writeUInt16LE(20, 4);
  b.writeUInt16LE(20, 6);
  b.writeUInt16LE(FLAGS, 8);
  b.writeUInt16LE(8, 10);
  b.writeUInt16LE(DOS_DATE, 14);
  b.writeUInt32LE(w.crc, 16);
  b.writeUInt32LE(w.packed, 20);
  b.writeUInt32LE(w.size, 24);
  b.writeUInt16LE(w.name.length, 28);
  b.writeUInt32LE(w.at, 42);
  return Buffer.concat([b, w.name]);
}

function endOf(count: number, size: number, at: number): Buffer {
  const b = Buffer.alloc(22);
  b.writeUInt32LE(0x06054b50, 0);
  b.writeUInt16LE(count, 8);
  b.writeUInt16LE(count, 10);
  b.writeUInt32LE(size, 12);
  b.writeUInt32LE(at, 16);
  return b;
}
