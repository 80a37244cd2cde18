/** Files under DATA_DIR/files. An object appears whole or not at all, and is only ever replaced by itself sealed anew. */
import { mkdir, open, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { ByteRange, FileStore, OpenFile } from "./files.ts";
import { isKey, LinkSigner } from "./file-links.ts";
import { contentFor, openStored, resealStored, writeWhole, type RawObject } from "./files-sealed.ts";
import { leftoverName } from "./work-files.ts";

/** Where objects are written before they are renamed; no key leads there. */
export const PARTS = "parts";

export class LocalFiles implements FileStore {
  readonly #root: string;
  readonly #signer: LinkSigner;
  constructor(root: string, secret: string | Buffer) {
    this.#root = root;
    this.#signer = new LinkSigner(secret);
  }
  #place(key: string): string {
    if (!isKey(key)) throw new RangeError("not a storage key");
    return path.join(this.#root, key);
  }
  async put(key: string, from: string): Promise<void> {
    const there = await stat(this.#place(key)).catch(() => null);
    if (!there?.isFile()) await this.#write(key, await contentFor(key, from));
  }
  async get(key: string, range?: ByteRange): Promise<OpenFile | null> {
    return openStored(key, (from, to) => this.#open(key, from, to), range);
  }
  async reseal(key: string): Promise<void> {
    await resealStored(
      key,
      () => this.#open(key),
      (content) => this.#write(key, content),
    );
  }
  async remove(key: string): Promise<void> {
    await rm(this.#place(key), { force: true });
  }
  link(key: string, seconds: number, now: Date, name?: string): string {
    return this.#signer.link(key, seconds, now, name);
  }
  secondsLeft(key: string, e: unknown, s: unknown, now: Date, n?: unknown): number {
    return this.#signer.secondsLeft(key, e, s, now, n);
  }
  async #write(key: string, content: AsyncIterable<Buffer>): Promise<void> {
    const place = this.#place(key);
    await mkdir(path.dirname(place), { recursive: true, mode: 0o700 });
    await mkdir(path.join(this.#root, PARTS), { recursive: true, mode: 0o700 });
    const part = path.join(this.#root, PARTS, leftoverName());
    try {
      await writeWhole(content, part);
      await rename(part, place);
    } catch (e) {
      await rm(part, { force: true });
      throw e;
    }
  }
  async #open(key: string, from?: number, to?: number): Promise<RawObject | null> {
    const handle = await open(this.#place(key)).catch((e: unknown) => {
      if (e instanceof Error && "code" in e && (e.code === "ENOENT" || e.code === "ENOTDIR")) return null;
      throw e;
    });
    if (!handle) return null;
    const found = await handle.stat();
    if (!found.isFile()) {
      await handle.close();
      return null;
    }
    const stream = handle.createReadStream({ ...(from !== undefined && { start: from }), ...(to !== undefined && { end: to }) });
    return { stream, total: found.size, version: `${found.ino} ${found.mtimeMs}` };
  }
}
