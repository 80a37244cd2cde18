/** Receives one multipart file into a temporary place, counting and hashing while it streams; nothing is kept in memory. */
import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { MultipartFile } from "@fastify/multipart";
import type { FastifyRequest } from "fastify";
import type { Upload } from "../call/context.ts";
import { HttpError, Refusal } from "../http/refuse.ts";
import type { WorkFolder } from "./work-files.ts";

/** No purpose takes more; each purpose's own limit is checked when it is known. */
export const UPLOAD_MAX_BYTES = 10 * 1_048_576;
const LIMITS = { files: 1, fileSize: UPLOAD_MAX_BYTES, fields: 20, fieldSize: 10_000, parts: 21, headerPairs: 50 };

/** Reads the request's fields and its one file into `folder`, which its caller removes. */
export async function receiveUpload(req: FastifyRequest, folder: WorkFolder): Promise<{ fields: Record<string, unknown>; upload: Upload }> {
  const fields = new Map<string, unknown>();
  let upload: Upload | null = null;
  try {
    for await (const part of req.parts({ limits: LIMITS })) {
      if (part.type === "field") fields.set(part.fieldname, part.value);
      else upload = await receiveFile(await folder.file("upload"), part);
    }
  } catch (e) {
    // What is still coming is read off: the caller reads no answer before he has sent it, and his connection would hang.
    req.raw.unpipe().resume();
    throw e;
  }
  if (!upload) throw new Refusal("bad_file", "请选择文件");
  return { fields: Object.fromEntries(fields), upload };
}

async function receiveFile(file: string, part: MultipartFile): Promise<Upload> {
  const hash = createHash("sha256");
  let size = 0;
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      hash.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(part.file, count, createWriteStream(file, { mode: 0o600 }));
  if (part.file.truncated) throw new HttpError(413, `文件过大，最大${UPLOAD_MAX_BYTES / 1_048_576}MB，请压缩后再上传`);
  return { path: file, filename: cleanName(part.filename), size, sha256: hash.digest("hex") };
}

/** The name as it may be shown and stored: no folders, no control characters, at most 100 characters with its extension. */
export function cleanName(name: string): string {
  const last = name.toWellFormed().normalize("NFC").split(/[\\/]/).at(-1) ?? "";
  const clean = last.replace(/[\p{Cc}\p{Cf}<>:"|?*]/gu, "").replace(/^[.\s]+|[.\s]+$/g, "");
  const dot = clean.lastIndexOf(".");
  const [stem, ext] = dot > 0 ? [clean.slice(0, dot), clean.slice(dot)] : [clean, ""];
  return [...stem].slice(0, 90).join("") + ext.slice(0, 10) || "未命名";
}
