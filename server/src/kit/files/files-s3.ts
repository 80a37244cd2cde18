/** Files in an S3-compatible store, path style. Browsers never talk to it: `/storage` passes objects on. */
import { openAsBlob } from "node:fs";
import { Readable } from "node:stream";
import { AwsClient } from "aws4fetch";
import type { Config } from "../config.ts";
import type { ByteRange, FileStore, OpenFile } from "./files.ts";
import { isKey, isPrivate, LinkSigner } from "./file-links.ts";
import { contentFor, openStored, resealStored, writeWhole, type RawObject } from "./files-sealed.ts";
import { withWorkFile } from "./work-files.ts";

export type S3Options = NonNullable<Config["s3"]>;

/** As the operating system says it, so that a full store answers as a full disk does. */
const storeFull = (): Error => Object.assign(new Error("object store is full"), { code: "ENOSPC" });

export class S3Files implements FileStore {
  readonly #client: AwsClient;
  readonly #base: string;
  readonly #signer: LinkSigner;
  constructor(options: S3Options, secret: string | Buffer) {
    this.#client = new AwsClient({
      accessKeyId: options.accessKey,
      secretAccessKey: options.secretKey,
      region: options.region,
      service: "s3",
      retries: 2,
    });
    this.#base = `${options.endpoint}/${options.bucket}`;
    this.#signer = new LinkSigner(secret);
  }
  async #send(method: string, key: string, seconds: number, body?: Blob, headers: Record<string, string> = {}): Promise<Response> {
    if (!isKey(key)) throw new RangeError("not a storage key");
    const signed = await this.#client.sign(`${this.#base}/${key}`, { method, headers });
    return fetch(signed.url, { method, headers: signed.headers, signal: AbortSignal.timeout(seconds * 1000), ...(body && { body }) });
  }
  async put(key: string, from: string, contentType: string): Promise<void> {
    const there = await this.#send("HEAD", key, 10);
    if (there.ok) return;
    if (isPrivate(key)) await this.#putSealed(key, await contentFor(key, from));
    else await this.#put(key, from, contentType);
  }
  async get(key: string, range?: ByteRange): Promise<OpenFile | null> {
    return openStored(key, (from, to) => this.#open(key, from, to), range);
  }
  async reseal(key: string): Promise<void> {
    await resealStored(
      key,
      () => this.#open(key),
      (content) => this.#putSealed(key, content),
    );
  }
  async remove(key: string): Promise<void> {
    const answer = await this.#send("DELETE", key, 10);
    await answer.body?.cancel();
    if (!answer.ok && answer.status !== 404) throw new Error(`object store refused DELETE: ${answer.status}`);
  }
  link(key: string, seconds: number, now: Date, name?: string): string {
    return this.#signer.link(key, seconds, now, name);
  }
  secondsLeft(key: string, e: unknown, s: unknown, now: Date, n?: unknown): number {
    return this.#signer.secondsLeft(key, e, s, now, n);
  }
  /** By way of a file: the store wants to know the length, and a broken connection must not leave half an object. */
  async #putSealed(key: string, content: AsyncIterable<Buffer>): Promise<void> {
    await withWorkFile(async (file) => {
      await writeWhole(content, file);
      await this.#put(key, file, "application/octet-stream");
    });
  }
  async #put(key: string, from: string, contentType: string): Promise<void> {
    const answer = await this.#send("PUT", key, 300, await openAsBlob(from), { "content-type": contentType });
    await answer.body?.cancel();
    if (answer.status === 507) throw storeFull();
    if (!answer.ok) throw new Error(`object store refused PUT: ${answer.status}`);
  }
  async #open(key: string, from?: number, to?: number): Promise<RawObject | null> {
    const ranged = from !== undefined && to !== undefined;
    const answer = await this.#send("GET", key, 300, undefined, ranged ? { range: `bytes=${from}-${to}` } : {});
    const version = answer.headers.get("etag") ?? "";
    if (answer.ok && answer.body) {
      const total = answer.headers.get("content-range")?.split("/")[1] ?? answer.headers.get("content-length");
      return { stream: Readable.fromWeb(answer.body), total: Number(total ?? 0), version };
    }
    await answer.body?.cancel();
    if (answer.status === 404) return null;
    // Of an empty object no range can be had.
    if (answer.status === 416) return { stream: Readable.from([]), total: 0, version };
    throw new Error(`object store refused GET: ${answer.status}`);
  }
}
