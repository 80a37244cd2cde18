/**
 * `GET /storage/{key}`: stored files, whole or one range of bytes. Public ones may be cached for ever, private ones need
 * their signature and live as long. `?x-oss-process=image/info` answers size and format, `image/resize,w_N` a smaller picture.
 */
import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "../clock.ts";
import type { ByteRange, FileStore } from "./files.ts";
import { isKey, isPrivate } from "./file-links.ts";
import { madeWidth, resized, shownFacts } from "./images.ts";
import { HttpError } from "../http/refuse.ts";

export interface StorageParts {
  files: FileStore;
  clock: Clock;
  onFault?(error: unknown, what: string): void;
}
type Query = Readonly<Record<string, unknown>>;

const YEAR = 31_536_000;
const MAX_IMAGE_BYTES = 20 * 1_048_576;
const noFile = (): HttpError => new HttpError(404, "文件不存在");

/** The route. */
export function storageRoutes(parts: StorageParts): (app: FastifyInstance) => void {
  const small = new SmallImages(16 * 1_048_576);
  return (app) =>
    void app.get("/storage/*", async (req, reply) => {
      const key = (req.params as { "*": string })["*"];
      const query = req.query as Query;
      if (!isKey(key)) throw noFile();
      secure(reply, key, seconds(parts, key, query), isPrivate(key) ? query["n"] : undefined);
      const process = query["x-oss-process"];
      if (process === undefined || process === "") return sendFile(parts, key, rangeOf(req.headers), reply);
      if (process === "image/info") return reply.type("application/json; charset=utf-8").send(await infoOf(parts.files, key));
      const width = typeof process === "string" ? /^image\/resize,w_([1-9]\d{0,3})$/.exec(process)?.[1] : undefined;
      if (width === undefined) throw new HttpError(400, "不支持的图片处理参数");
      const made = madeWidth(Number(width));
      const image = await small.of(`${key} ${made}`, () => resized(() => bytesOf(parts.files, key), made));
      if (!image) throw new HttpError(400, "文件不是图片");
      return reply.type(`image/${image.format}`).send(image.data);
    });
}

/** How long the answer may be kept; refuses a private file without a good signature. */
function seconds(parts: StorageParts, key: string, query: Query): number {
  if (!isPrivate(key)) return YEAR;
  const left = parts.files.secondsLeft(key, query["e"], query["s"], parts.clock.now(), query["n"]);
  if (left <= 0) throw new HttpError(403, "链接无效或已过期，请重新打开");
  return left;
}

/** RFC 5987: what a URL may hold unescaped and a header may not is escaped too. */
const encodedName = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

function secure(reply: FastifyReply, key: string, maxAge: number, name: unknown): void {
  const shown = /\.(jpg|png|webp|json)$/.test(key);
  reply
    .header("cache-control", isPrivate(key) ? `private, max-age=${maxAge}` : `public, max-age=${maxAge}, immutable`)
    .header("x-content-type-options", "nosniff")
    .header(
      "content-disposition",
      `${shown ? "inline" : "attachment"}${typeof name === "string" ? `; filename*=UTF-8''${encodedName(name)}` : ""}`,
    )
    .header("content-security-policy", "default-src 'none'; sandbox");
}

/** One range of bytes as asked for. Several, other units and a condition on a version, of which we tell none, mean the whole. */
function rangeOf(headers: FastifyRequest["headers"]): ByteRange | undefined {
  const [, first = "", last = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.range ?? "") ?? [];
  if (headers["if-range"] !== undefined || (!first && !last)) return undefined;
  if (!first) return { start: last === "0" ? Infinity : -Number(last) };
  if (last && Number(last) < Number(first)) return undefined;
  return { start: Number(first), ...(last && { end: Number(last) }) };
}

async function sendFile(parts: StorageParts, key: string, range: ByteRange | undefined, reply: FastifyReply): Promise<FastifyReply> {
  const found = await parts.files.get(key, range);
  if (!found) throw noFile();
  const { stream, size, part } = found;
  // Before the first byte it is answered like any fault; afterwards the connection ends short of its length.
  stream.once("error", (e: Error) => reply.raw.headersSent && parts.onFault?.(e, key));
  if (part) reply.code(206).header("content-range", `bytes ${part.start}-${part.end}/${size}`);
  return reply
    .type(found.contentType)
    .header("accept-ranges", "bytes")
    .header("content-length", part ? part.end - part.start + 1 : size)
    .send(stream);
}

async function bytesOf(files: FileStore, key: string): Promise<Buffer> {
  if (!/\.(jpg|png|webp)$/.test(key)) throw new HttpError(400, "文件不是图片");
  const found = await files.get(key);
  if (!found) throw noFile();
  if (found.size > MAX_IMAGE_BYTES) {
    (found.stream as Readable).destroy();
    throw new HttpError(400, "图片过大");
  }
  // Into one buffer of its length: parts put together would take the room twice.
  const bytes = Buffer.allocUnsafeSlow(found.size);
  let at = 0;
  for await (const part of found.stream as AsyncIterable<Buffer>) at += part.copy(bytes, at);
  return bytes.subarray(0, at);
}

async function infoOf(files: FileStore, key: string): Promise<string> {
  const { facts, size } = await shownFacts(() => bytesOf(files, key));
  if (!facts) throw new HttpError(400, "文件不是图片");
  const value = (v: string | number): { value: string } => ({ value: String(v) });
  return JSON.stringify({
    FileSize: value(size),
    Format: value(facts.format === "jpeg" ? "jpg" : facts.format),
    ImageHeight: value(facts.height),
    ImageWidth: value(facts.width),
  });
}

type Small = Awaited<ReturnType<typeof resized>>;
/** The last resized pictures, up to a number of bytes; the same one is made once at a time. */
class SmallImages {
  readonly #kept = new Map<string, Small>();
  readonly #making = new Map<string, Promise<Small>>();
  readonly #max: number;
  #bytes = 0;
  constructor(max: number) {
    this.#max = max;
  }
  async of(name: string, make: () => Promise<Small>): Promise<Small> {
    const kept = this.#kept.get(name);
    if (kept) return kept;
    const making = this.#making.get(name) ?? make().finally(() => this.#making.delete(name));
    this.#making.set(name, making);
    const made = await making;
    if (made && !this.#kept.has(name)) this.#keep(name, made);
    return made;
  }
  #keep(name: string, made: NonNullable<Small>): void {
    this.#kept.set(name, made);
    this.#bytes += made.data.length;
    for (const [old, image] of this.#kept) {
      if (this.#bytes <= this.#max) break;
      this.#kept.delete(old);
      this.#bytes -= image?.data.length ?? 0;
    }
  }
}
