/** What makes the fields of a paper fit together, judged alike by the form, the import and the server. No zod. */
import { CATEGORIES } from "../base-data.ts";

/** Every sub-type by key; a key that stands in several categories means the same in all. */
export const SUB_TYPE_LABELS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.values(CATEGORIES).flatMap((c) => Object.entries(c.sub_types)),
);

/** [R] sub-types of a category; empty for one that has none. */
export const subTypesOf = (category: number | null | undefined): Readonly<Record<string, string>> =>
  Object.entries(CATEGORIES).find(([k]) => Number(k) === category)?.[1].sub_types ?? {};

export const PAPER_FORMATS = { jpg: "JPG", png: "PNG", pdf: "PDF" } as const;

/** Pages a paper of several pages may have at least. */
export const MULTI_MIN = 2;
/** How far the ratio of the pixels may be from that of the millimetres. */
const RATIO_OFF = 0.01;

export interface Fault {
  path: string;
  message: string;
}
interface PhotoSizes {
  w_mm: number;
  h_mm: number;
  w_px: number;
  h_px: number;
  px_max: number;
  head_min_mm: number;
  head_max_mm: number;
  min_kb: number;
  max_kb: number;
}
/** The fields that judge each other; those a kind does not have are absent. */
export interface PaperFacts {
  category?: number | null | undefined;
  sub_type?: string | null | undefined;
  page_type?: number | undefined;
  max_pages?: number | undefined;
  photo_rule?: PhotoSizes | null | undefined;
  fill_mode?: string | undefined;
  pdf_file?: string | null | undefined;
  official_url?: string | null | undefined;
}

function subTypeFault(category: number, subType: string | null): string | null {
  const known = subTypesOf(category);
  if (Object.keys(known).length === 0) return subType === null ? null : "同行人资料没有子类，请清空";
  if (subType === null) return "请选择子类";
  return Object.hasOwn(known, subType) ? null : "子类不属于所选的资料分类，请重新选择";
}

/** What is wrong with a photo's sizes among themselves. */
export function photoSizeFaults(p: PhotoSizes): Fault[] {
  const faults: Fault[] = [];
  const add = (field: string, message: string): unknown => faults.push({ path: `photo_rule.${field}`, message });
  if (Math.abs(p.w_px / p.h_px / (p.w_mm / p.h_mm) - 1) > RATIO_OFF) add("w_px", "像素比例与毫米比例不一致");
  if (p.px_max > 0 && p.px_max < Math.max(p.w_px, p.h_px)) add("px_max", "最大边长不能小于宽和高的像素");
  if (p.head_max_mm > 0 && p.head_max_mm >= p.h_mm) add("head_max_mm", "头部最大须小于照片的高");
  if (p.head_max_mm > 0 && p.head_min_mm > p.head_max_mm) add("head_min_mm", "头部最小不能大于头部最大");
  if (p.max_kb > 0 && p.min_kb > p.max_kb) add("min_kb", "最小KB不能大于最大KB");
  return faults;
}

/** Everything wrong with a paper that its single fields cannot tell; empty when it may be kept. */
export function paperFaults(paper: PaperFacts): Fault[] {
  const faults: Fault[] = [];
  const add = (path: string, message: string | null): unknown => message !== null && faults.push({ path, message });
  if (typeof paper.category === "number") add("sub_type", subTypeFault(paper.category, paper.sub_type ?? null));
  if (paper.page_type === 1 && (paper.max_pages ?? 0) < MULTI_MIN) add("max_pages", "多页资料的最多页数为2至50");
  if (paper.page_type === 0 && (paper.max_pages ?? 1) > 1) add("max_pages", "单页资料只有1页，请填1，或把页数改为多页");
  if (paper.photo_rule) faults.push(...photoSizeFaults(paper.photo_rule));
  if (paper.fill_mode === "pdf" && !paper.pdf_file) add("pdf_file", "请上传PDF表格");
  if (paper.fill_mode === "official" && !paper.official_url) add("official_url", "请输入官网地址");
  return faults;
}

const start = {
  identities: [],
  country_ids: [],
  samples_good: [],
  samples_bad: [],
  check_points: [],
  reason_ids: [],
  max_age_days: 0,
  default_owner: "must",
  sort: 0,
  remark: "",
} as const;
/** What a new paper starts with, and what a row of an import need not say. */
export const PAPER_START = {
  elec: { ...start, sub_type: null, max_pages: 1, pattern: "plain", formats: ["jpg", "png", "pdf"], max_mb: 5, template_file: null },
  mail: { ...start, sub_type: null, is_original: true, copies: 1, return_needed: false, template_file: null },
  bring: { ...start, sub_type: null, is_original: true, copies: 1, print_on_notice: true },
  photo: start,
  application: { ...start, fill_mode: "online", pdf_file: null, official_url: null },
} as const;

/** Personal documents and papers of companions; a foreign residence card is no less one. */
const IDENTITY_CATEGORIES: readonly number[] = [2, 8];
const IDENTITY_SUB_TYPES: readonly string[] = ["residence_status"];
/**
 * Does the paper show who somebody is: passport, ID card, household, visa page, photo? What nobody classified may be any of
 * them, and so may a file that answers a question of a form.
 */
export const isIdentityPaper = (p: { kind: number; category: number | null; sub_type: string | null }): boolean =>
  p.kind === 4 ||
  p.kind === 5 ||
  p.category === null ||
  IDENTITY_CATEGORIES.includes(p.category) ||
  (p.sub_type !== null && IDENTITY_SUB_TYPES.includes(p.sub_type));
