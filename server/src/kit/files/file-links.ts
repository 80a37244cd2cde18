/** Keys of stored files and the short-lived signatures of the private ones. */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Config } from "../config.ts";

const KEY = /^(public|private)(\/[0-9a-z_-][0-9a-z._-]*){1,4}$/;
/** Keys are made by the server; anything else, `..` included, names no file. */
export const isKey = (key: string): boolean => key.length <= 150 && KEY.test(key);
export const isPrivate = (key: string): boolean => key.startsWith("private/");

const TYPES: Readonly<Record<string, string>> = {
  jpg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
  pdf: "application/pdf",
  json: "application/json",
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};
export const typeOfKey = (key: string): string => TYPES[path.extname(key).slice(1)] ?? "application/octet-stream";

export class LinkSigner {
  readonly #secret: string | Buffer;
  constructor(secret: string | Buffer) {
    this.#secret = secret;
  }
  #sign(key: string, until: number, name: string): string {
    return createHmac("sha256", this.#secret).update(`${key}\n${until}\n${name}`).digest("base64url");
  }
  /** Address of a file on this origin; a private one is good for `seconds`, and is saved under `name`. */
  link(key: string, seconds: number, now: Date, name = ""): string {
    if (!isPrivate(key)) return `/storage/${key}`;
    const until = Math.floor(now.getTime() / 1000) + seconds;
    return `/storage/${key}?e=${until}&s=${this.#sign(key, until, name)}${name && `&n=${encodeURIComponent(name)}`}`;
  }
  /** Seconds a signed address is still good for; 0 when it is not. */
  secondsLeft(key: string, e: unknown, s: unknown, now: Date, n?: unknown): number {
    if (typeof e !== "string" || typeof s !== "string" || !/^\d{1,12}$/.test(e)) return 0;
    const wanted = Buffer.from(this.#sign(key, Number(e), typeof n === "string" ? n : ""));
    const given = Buffer.from(s);
    if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return 0;
    return Math.max(0, Number(e) - Math.floor(now.getTime() / 1000));
  }
}

/** One secret for all processes that share the files: of the object store's key, else kept beside the local files. */
export function linkSecret(config: Pick<Config, "s3" | "dataDir">): string {
  if (config.s3) return createHmac("sha256", config.s3.secretKey).update("visadesk links").digest("hex");
  const file = path.join(config.dataDir, "link-secret");
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  try {
    writeFileSync(file, randomBytes(32).toString("hex"), { flag: "wx", mode: 0o600 });
  } catch (e) {
    if (!(e instanceof Error && "code" in e && e.code === "EEXIST")) throw e;
  }
  return readFileSync(file, "utf8");
}
