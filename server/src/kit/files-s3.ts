/** Files in an S3-compatible store, path style. Browsers never talk to it: `/storage` passes objects on. */
import { openAsBlob } from "node:fs";
import { Readable } from "node:stream";
import { AwsClient } from "aws4fetch";
import type { Config } from "./config.ts";
import type { FileStore } from "./files.ts";
import { isKey, LinkSigner, typeOfKey } from "./file-links.ts";

export type S3Options = NonNullable<Config["s3"]>;

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
    const answer = await this.#send("PUT", key, 300, await openAsBlob(from), { "content-type": contentType });
    if (!answer.ok) throw new Error(`object store refused PUT: ${answer.status}`);
    await answer.body?.cancel();
  }
  async get(key: string): ReturnType<FileStore["get"]> {
    const answer = await this.#send("GET", key, 300);
    if (answer.status === 404) {
      await answer.body?.cancel();
      return null;
    }
    if (!answer.ok || !answer.body) throw new Error(`object store refused GET: ${answer.status}`);
    return { stream: Readable.fromWeb(answer.body), size: Number(answer.headers.get("content-length") ?? 0), contentType: typeOfKey(key) };
  }
  async remove(key: string): Promise<void> {
    const answer = await this.#send("DELETE", key, 10);
    await answer.body?.cancel();
    if (!answer.ok && answer.status !== 404) throw new Error(`object store refused DELETE: ${answer.status}`);
  }
  link(key: string, seconds: number, now: Date): string {
    return this.#signer.link(key, seconds, now);
  }
  secondsLeft(key: string, e: unknown, s: unknown, now: Date): number {
    return this.#signer.secondsLeft(key, e, s, now);
  }
}
