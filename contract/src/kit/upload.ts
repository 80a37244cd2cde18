import { api, read, write } from "./endpoint.ts";
import { file, id, int, text, z } from "./field.ts";

export const storedFile = z.object({ key: file("文件"), filename: text("文件名"), size: int("大小"), content_type: z.string(), width: z.nullable(z.int()), height: z.nullable(z.int()), sha256: z.string() });
/** Records that may hold private files; the door of the record's area decides who may see them. */
export const FILE_OWNERS = ["applicant", "order", "export"] as const;

export const fileApi = api({
  file_upload: write("上传文件", "staff", { purpose: z.enum(["material", "proof", "result", "letter", "note", "public_image"], { error: "请选择文件用途" }) }, storedFile, { upload: true, log: "file" }),
  file_link_get: read("查看文件", "staff", { key: file("文件"), noun: z.enum(FILE_OWNERS), noun_id: id("记录") }, z.object({ url: z.string(), content_type: z.string(), filename: z.string() }), { log: "file" }),
});
