import { photoFaults, type FileFacts } from "@visadesk/contract/base-data/paper/photo.rules.ts";
import type { PhotoRule } from "@visadesk/contract/product/snapshot.ts";

/** A file as it was stored: its type and size were read from its content. */
export interface StoredImage {
  content_type: string;
  size: number;
  width: number | null;
  height: number | null;
}
const FORMATS: Readonly<Record<string, string>> = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
  "application/pdf": "pdf",
};
const factsOf = (file: StoredImage): FileFacts => ({
  format: FORMATS[file.content_type] ?? "",
  bytes: file.size,
  width: file.width,
  height: file.height,
});

/** Everything wrong with a stored photo, most telling first; empty when it passes. */
export const photoCheck = (rule: PhotoRule, file: StoredImage): string[] => photoFaults(rule, factsOf(file));
