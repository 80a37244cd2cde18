/** Which files are taken: the content decides, and the extension must not say something else. */
import path from "node:path";
import { FILE_TYPES, type FileType } from "@visadesk/contract/kit/file-purposes.ts";

/** Extension under which a type is stored. */
export const extOf = (kind: FileType): string => FILE_TYPES[kind][0];

/** What a paper's file is called where nobody gave it a name on this record. */
export const neutralName = (label: string, key: string): string => `${label}${path.extname(key)}`;

/** What it is saved as: the paper and whose it is, never a name that somebody typed. */
export const savedName = (label: string, noun_no: string | undefined, key: string): string =>
  neutralName(
    [label, noun_no]
      .filter(Boolean)
      .join("-")
      .replace(/[\\/:*?"<>|\s]+/g, " "),
    key,
  );

/** Why a file of this content and name is refused, or null. `kind` is what its first bytes tell. */
export function fileFault(file: { filename: string; size: number }, kind: FileType | null, imageOnly: boolean): string | null {
  if (file.size === 0) return "文件是空的";
  if (!kind) return imageOnly ? "请上传 JPG、PNG 或 WebP 图片" : "请上传 PDF、JPG、PNG 或 WebP 文件";
  if (imageOnly && kind === "application/pdf") return "请上传 JPG、PNG 或 WebP 图片";
  const ext = path.extname(file.filename).slice(1).toLowerCase();
  return FILE_TYPES[kind].some((e) => e === ext) ? null : `文件内容是 ${extOf(kind).toUpperCase()}，与扩展名不符，请改名后再上传`;
}
