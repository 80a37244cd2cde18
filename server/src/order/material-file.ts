/** Files that are attached to orders: uploaded before, of an allowed type and size. */
import type { Ctx } from "#kit/context.ts";
import { refuse } from "#kit/refuse.ts";
import type { PhotoRule } from "@visadesk/contract/product/snapshot.ts";
import { photoCheck } from "../base-data/index.ts";

export interface StoredFile {
  key: string;
  filename: string;
  size: number;
  content_type: string;
  width: number | null;
  height: number | null;
}
const TYPES: Readonly<Record<string, string>> = { jpg: "image/jpeg", png: "image/png", pdf: "application/pdf", webp: "image/webp" };
export const MAX_MB = 5;

/** The stored rows of uploaded keys; an unknown key is refused. */
export async function checkFiles(
  ctx: Ctx,
  keys: readonly string[],
  rule: { formats?: readonly string[]; max_mb?: number } = {},
): Promise<Map<string, StoredFile>> {
  if (keys.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom("files")
    .select(["key", "filename", "size", "content_type", "width", "height"])
    .where("key", "in", [...keys])
    .where("is_private", "=", true)
    .execute();
  const byKey = new Map(rows.map((r) => [r.key, r]));
  const formats = rule.formats ?? ["jpg", "png", "pdf"];
  const max = Math.min(rule.max_mb ?? MAX_MB, MAX_MB);
  for (const key of keys) {
    const file = byKey.get(key);
    if (!file) refuse("bad_file", "文件不存在，请重新上传");
    if (!formats.some((f) => TYPES[f] === file.content_type))
      refuse("bad_file", `文件不符合要求：${file.filename} 须为 ${formats.join("、")}`);
    if (file.size > max * 1_048_576) refuse("bad_file", `文件不符合要求：${file.filename} 超过 ${max} MB`);
  }
  return byKey;
}

/** Refuses photos that break the rule they were sold with. A file whose pixels were never read is left to the reviewer. */
export function checkPhotos(rule: PhotoRule, files: Iterable<StoredFile>): void {
  for (const file of files) {
    const faults = file.width === null ? [] : photoCheck(rule, file);
    if (faults.length > 0) refuse("bad_file", `照片不符合要求：${file.filename} ${faults.join("，")}`);
  }
}
