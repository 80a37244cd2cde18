/** Files under DATA_DIR/files. An object appears whole or not at all, is read by its owner alone, and is never written again. */
import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { copyFile, mkdir, open, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { FileStore } from "./files.ts";
import { isKey, typeOfKey, LinkSigner } from "./file-links.ts";

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
    const place = this.#place(key);
    if ((await sizeOf(place)) !== null) return;
    await mkdir(path.dirname(place), { recursive: true });
    const part = `${place}.${randomUUID()}.part`;
    await copyFile(from, part);
    const handle = await open(part, "r+");
    try {
      // A copy has the mode of what it was made from.
      await handle.chmod(0o600);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(part, place);
  }
  async get(key: string): ReturnType<FileStore["get"]> {
    const place = this.#place(key);
    const size = await sizeOf(place);
    return size === null ? null : { stream: createReadStream(place), size, contentType: typeOfKey(key) };
  }
  async remove(key: string): Promise<void> {
    await rm(this.#place(key), { force: true });
  }
  link(key: string, seconds: number, now: Date): string {
    return this.#signer.link(key, seconds, now);
  }
  secondsLeft(key: string, e: unknown, s: unknown, now: Date): number {
    return this.#signer.secondsLeft(key, e, s, now);
  }
}

async function sizeOf(file: string): Promise<number | null> {
  const found = await stat(file).catch(() => null);
  return found?.isFile() ? found.size : null;
}
