import { api, read, write } from "./endpoint.ts";
import { file, id, int, text, z } from "./field.ts";

/** What a file is for: its name and its largest size in MB. */
export const FILE_PURPOSES = {
  material: { label: "资料", mb: 5 },
  proof: { label: "凭证", mb: 5 },
  result: { label: "签证文件", mb: 10 },
  letter: { label: "函件", mb: 10 },
  note: { label: "附件", mb: 5 },
  public_image: { label: "公开图片", mb: 2 },
  public_product: { label: "商品图片", mb: 5 },
  public_file: { label: "公开文件", mb: 10 },
} as const;
export type FilePurpose = keyof typeof FILE_PURPOSES;
const purposes = Object.keys(FILE_PURPOSES) as [FilePurpose, ...FilePurpose[]];

/** Content types that are stored, with the extensions each may carry. */
export const FILE_TYPES = {
  "image/jpeg": ["jpg", "jpeg"],
  "image/png": ["png"],
  "image/webp": ["webp"],
  "application/pdf": ["pdf"],
} as const;
export type FileType = keyof typeof FILE_TYPES;
export const fileTypes = Object.keys(FILE_TYPES) as FileType[];

export const storedFile = z.object({
  key: file("文件"),
  filename: text("文件名"),
  size: int("大小"),
  content_type: z.string(),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  sha256: z.string(),
});
/** Records that may hold private files; the door of the record's area decides who may see them. */
export const FILE_OWNERS = ["applicant", "order"] as const;

export const fileApi = api({
  file_upload: write("上传文件", "staff", { purpose: z.enum(purposes, { error: "请选择文件用途" }) }, storedFile, {
    upload: true,
  }),
  file_link_get: read(
    "查看文件",
    "staff",
    { key: file("文件"), noun: z.enum(FILE_OWNERS), noun_id: id("记录") },
    z.object({ url: z.string(), content_type: z.string(), filename: z.string() }),
    { log: "file" },
  ),
});
