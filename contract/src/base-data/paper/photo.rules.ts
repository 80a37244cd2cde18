/** File and photo rules of a paper, judged alike in the browser and on the server. Facts come from the content, never from the name. */
import type { PhotoRule } from "../../product/snapshot.ts";

export interface FileFacts {
  /** jpg, png or pdf, as sniffed. */
  format: string;
  bytes: number;
  width?: number | null;
  height?: number | null;
}

const KB = 1024;
const named = (formats: readonly string[]): string => formats.join("、").toUpperCase();

/** Why a file does not fit a paper, or null. */
export function fileFault(rule: { formats: readonly string[]; max_mb: number }, file: FileFacts): string | null {
  if (!rule.formats.includes(file.format)) return `文件格式应为${named(rule.formats)}`;
  return file.bytes > rule.max_mb * KB * KB ? `文件超过${rule.max_mb}MB` : null;
}

/** Everything wrong with a photo, most telling first; empty when it passes. */
export function photoFaults(
  rule: Pick<PhotoRule, "w_px" | "h_px" | "px_max" | "min_kb" | "max_kb" | "formats">,
  file: FileFacts,
): string[] {
  const width = file.width ?? 0;
  const height = file.height ?? 0;
  const faults: string[] = [];
  if (!rule.formats.includes(file.format)) faults.push(`照片格式应为${named(rule.formats)}`);
  const off = height > 0 ? Math.abs(width / height / (rule.w_px / rule.h_px) - 1) : 1;
  if (off > 0.01) faults.push(rule.w_px === rule.h_px ? "应为正方形" : `宽高比例应为${rule.w_px}×${rule.h_px}`);
  if (width < rule.w_px || height < rule.h_px) faults.push(`像素不足，应不少于${rule.w_px}×${rule.h_px}`);
  if (rule.px_max > 0 && Math.max(width, height) > rule.px_max) faults.push(`像素过大，边长应不超过${rule.px_max}`);
  if (rule.max_kb > 0 && file.bytes > rule.max_kb * KB) faults.push(`超过${rule.max_kb}KB`);
  if (rule.min_kb > 0 && file.bytes < rule.min_kb * KB) faults.push(`小于${rule.min_kb}KB`);
  return faults;
}

/** How far a channel of a background pixel may be from the rule's colour. */
const BG_TOLERANCE = 24;
/** Share of the border that must be background. */
export const BG_EVEN = 0.92;
/** Below, shoulders reach the edge of every good photo. */
const ABOVE_SHOULDERS = 0.6;

/** Pixels row by row, `channels` bytes each. */
export interface Pixels {
  data: ArrayLike<number>;
  width: number;
  height: number;
  channels: number;
}

/** Share of border pixels, on top and along both sides down to the shoulders, that are close to `bg` (#RRGGBB). */
export function backgroundShare(p: Pixels, bg: string): number {
  const rgb = [1, 3, 5].map((i) => Number.parseInt(bg.slice(i, i + 2), 16));
  const depth = Math.max(1, Math.round(p.width * 0.02));
  const sides = Math.round(p.height * ABOVE_SHOULDERS);
  let border = 0;
  let close = 0;
  for (let y = 0; y < sides; y++)
    for (let x = 0; x < p.width; x++) {
      if (y >= depth && x >= depth && x < p.width - depth) continue;
      const at = (y * p.width + x) * p.channels;
      border++;
      if (rgb.every((c, i) => Math.abs((p.data[at + i] ?? 0) - c) <= BG_TOLERANCE)) close++;
    }
  return border === 0 ? 0 : close / border;
}

/** Chin to crown in mm; `top` and `bottom` are shares of the photo's height. */
export const headMm = (h_mm: number, top: number, bottom: number): number => Math.round(Math.abs(bottom - top) * h_mm * 10) / 10;

/** Whether a head is as high as the rule says; null when it says nothing. */
export const isHeadFit = (rule: Pick<PhotoRule, "head_min_mm" | "head_max_mm">, mm: number): boolean | null =>
  rule.head_max_mm === 0 ? null : mm >= rule.head_min_mm && mm <= rule.head_max_mm;
