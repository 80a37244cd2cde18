/** Upload and signed addresses of stored files. What a file is, its content says; where it lies, the server decides. */
import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { fileTypeFromFile } from "file-type";
import { keysOf } from "@visadesk/contract/kit/field.ts";
import {
  FILE_PURPOSES,
  FILE_TYPES,
  isPublicPurpose,
  takesOnlyPictures,
  type FilePurpose,
  type FileType,
} from "@visadesk/contract/kit/file-purposes.ts";
import { FILE_OWNERS, fileApi, IDENTITY_MAY, type FileOwner } from "@visadesk/contract/kit/upload.ts";
import { allows, may, missingCode } from "@visadesk/contract/permissions.ts";
import type { Ctx, Upload } from "#kit/call/context.ts";
import { cleaned, imageFacts, imageFault } from "#kit/files/images.ts";
import { Denied, found, HttpError, Refusal, refuse } from "#kit/http/refuse.ts";
import { serve, staged } from "#kit/call/serve.ts";
import { addFile, fileByKey, uploadsSince } from "./file.sql.ts";
import { extOf, fileFault, neutralName, savedName } from "./file.rules.ts";

/** What an area answers for a record that may hold files: null when the caller may not see this file of it. */
export interface FileAccess {
  noun_no?: string;
  subject_ids?: readonly number[];
  /** What is seen, in words; a file's own name may hold personal data and is not written down. */
  label: string;
  /** It shows who somebody is: passport, ID card, household, visa page, photo. */
  is_identity: boolean;
  /** The name under which it was handed in on this record. */
  filename: string | null;
}
export type MayReadFile = (ctx: Ctx, noun_id: number, key: string) => Promise<FileAccess | null>;
export type FileDoors = Readonly<Record<FileOwner, MayReadFile>>;

const LINK_SECONDS = 60;
const DAY_MS = 86_400_000;
const DAY_FILES = 2_000;
const DAY_BYTES = 2 * 1024 ** 3;

interface Checked extends Upload {
  kind: FileType;
  width: number | null;
  height: number | null;
  key: string;
}

/** The type that the first bytes tell, or null when it is none we take. */
async function kindOf(file: string): Promise<FileType | null> {
  const mime = (await fileTypeFromFile(file))?.mime;
  return keysOf(FILE_TYPES).find((type) => type === mime) ?? null;
}

/** Checks and stores the bytes; runs outside any transaction. An object without a row harms nobody. */
async function takeIn(purpose: FilePurpose, ctx: Ctx): Promise<Checked> {
  const upload = ctx.upload;
  const { label, mb, may: uploaders } = FILE_PURPOSES[purpose];
  if (!allows(uploaders, ctx.me.codes)) throw new Denied(`上传${label}`);
  if (!upload) throw new Refusal("bad_file", "请选择文件");
  if (upload.size > mb * 1_048_576) throw new HttpError(413, `文件过大，${label}最大${mb}MB`);
  const kind = await kindOf(upload.path);
  const fault = fileFault(upload, kind, takesOnlyPictures(purpose)) ?? (kind?.startsWith("image/") ? await imageFault(upload.path) : null);
  if (fault || !kind) throw new HttpError(415, `文件不符合要求：${fault}`, { code: "bad_file" });
  const ready = isPublicPurpose(purpose) ? await withoutMetadata(upload) : upload;
  const facts = kind.startsWith("image/") ? await imageFacts(ready.path) : null;
  const key = `${isPublicPurpose(purpose) ? "public" : "private"}/${ready.sha256.slice(0, 2)}/${ready.sha256}.${extOf(kind)}`;
  await ctx.files.put(key, ready.path, kind);
  return { ...ready, kind, key, width: facts?.width ?? null, height: facts?.height ?? null };
}

/** What everybody may see carries no place and no camera. The cleaned file goes with the one beside which it lies. */
async function withoutMetadata(upload: Upload): Promise<Upload> {
  const facts = await imageFacts(upload.path);
  if (!facts) return upload;
  const data = await cleaned(upload.path, facts);
  const path = `${upload.path}.clean`;
  await writeFile(path, data, { mode: 0o600 });
  return { path, filename: upload.filename, size: data.length, sha256: createHash("sha256").update(data).digest("hex") };
}

/** The endpoints; `doors` are asked who may see a record's files. */
export const fileServer = (doors: FileDoors) =>
  serve(fileApi, {
    file_upload: staged(
      ({ purpose }, ctx) => takeIn(purpose, ctx),
      async (_input, ctx, file) => {
        const today = await uploadsSince(ctx.db, ctx.me.worker_id, new Date(ctx.now.getTime() - DAY_MS));
        if (today.files >= DAY_FILES || today.bytes + file.size > DAY_BYTES) refuse("limit_exceeded", "24小时内上传过多，请明天再传");
        const stored = await addFile(ctx.db, {
          ...file,
          is_private: file.key.startsWith("private/"),
          content_type: file.kind,
          worker_id: ctx.me.worker_id,
          now: ctx.now,
        });
        ctx.note({ noun: "file", noun_id: stored.id });
        return { ...stored, filename: file.filename };
      },
    ),
    file_link_get: async ({ key, noun, noun_id }, ctx) => {
      const missing = missingCode(FILE_OWNERS[noun], ctx.me.codes);
      if (missing !== undefined) throw new Denied(missing);
      const access = found(await doors[noun](ctx, noun_id, key));
      if (access.is_identity && !allows(IDENTITY_MAY, ctx.me.codes)) throw new Denied(may.personal_reveal);
      const file = found(await fileByKey(ctx.db, key));
      const seen = { field: "file", label: access.label, before: null, after: null };
      ctx.note({ noun, noun_id, noun_no: access.noun_no ?? null, subject_ids: access.subject_ids ?? [], changes: [seen] });
      const filename = access.filename ?? neutralName(access.label, key);
      const url = ctx.files.link(key, LINK_SECONDS, ctx.now, savedName(access.label, access.noun_no, key));
      return { url, content_type: file.content_type, filename };
    },
  });
