/** What the fitting room says about a photo: the rule exactly as the server judges it, background and head as advice. */
import { backgroundShare, BG_EVEN, headMm, isHeadFit, photoFaults } from "@visadesk/contract/base-data/paper/photo.rules.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { baseDataApi } from "@visadesk/contract/base-data/base-data.ts";
import type { PaperForm } from "@visadesk/contract/base-data/paper/document.ts";
import type { ReadPhoto } from "./photo-read.ts";

export type Rule = NonNullable<PaperForm["photo_rule"]>;
export type Reason = Output<typeof baseDataApi.reject_reason_pick>["list"][number];
/** Crown and chin as shares of the photo's height. */
export interface Head {
  top: number;
  bottom: number;
}
export interface Check {
  text: string;
  /** False breaks the rule or goes against the advice. */
  ok: boolean;
  /** Not judged by the server: a person decides. */
  isAdvice: boolean;
}

const KB = 1024;
/** The usual reason against photos, found by the code it came with. */
const USUAL = "photo";

/** Which reason a reviewer would give. */
export const reasonOf = (reasons: readonly Reason[]): string | null =>
  (reasons.find((r) => r.code === USUAL) ?? reasons.find((r) => r.kinds.includes(4)))?.text ?? null;

/** Where a head of the right height would be; a usual one when the rule says nothing. */
export function startHead(rule: Pick<Rule, "h_mm" | "head_min_mm" | "head_max_mm">): Head {
  const height = rule.head_max_mm > 0 ? (rule.head_min_mm + rule.head_max_mm) / 2 / rule.h_mm : 0.7;
  const top = Math.max(0, Math.min(0.1, 1 - height));
  return { top, bottom: Math.min(1, top + height) };
}

const factText = ({ facts }: ReadPhoto): string =>
  `${facts.format.toUpperCase() || "未知格式"}，${facts.width ?? 0}×${facts.height ?? 0} 像素，${Math.ceil(facts.bytes / KB)} KB`;

/** Everything the room has to say, broken rules first. */
export function checksOf(rule: Rule, photo: ReadPhoto, head: Head): Check[] {
  const faults = photoFaults(rule, photo.facts);
  const hard =
    faults.length === 0
      ? [{ text: `格式、比例、像素与大小符合：${factText(photo)}`, ok: true, isAdvice: false }]
      : faults.map((text) => ({ text, ok: false, isAdvice: false }));
  const share = backgroundShare(photo.pixels, rule.bg);
  const even = share >= BG_EVEN;
  const background = {
    text: `背景与 ${rule.bg} 接近的占 ${Math.floor(share * 100)}%${even ? "" : `，应不低于 ${BG_EVEN * 100}%`}`,
    ok: even,
    isAdvice: true,
  };
  const mm = headMm(rule.h_mm, head.top, head.bottom);
  const fit = isHeadFit(rule, mm);
  const range = `${rule.head_min_mm}–${rule.head_max_mm} mm`;
  const size = fit === null ? [] : [{ text: `头部高 ${mm} mm${fit ? `，在 ${range} 内` : `，应为 ${range}`}`, ok: fit, isAdvice: true }];
  return [...hard, background, ...size];
}
