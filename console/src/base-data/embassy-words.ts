/** How posts are put into words on their screens. */
import { EMBASSY_TYPES } from "@visadesk/contract/base-data/base-data.ts";
import { WEEKDAYS, type embassyApi } from "@visadesk/contract/base-data/embassy.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { keysOf } from "@visadesk/contract/kit/field.ts";

export type Embassy = Output<typeof embassyApi.embassy_get>;

export const typeName = (type: number): keyof typeof EMBASSY_TYPES => keysOf(EMBASSY_TYPES).find((k) => k === String(type)) ?? "1";

/** 周一至周五, 周二、周四; an unbroken run of days is said by its ends. */
export function weekdaysText(days: readonly number[]): string {
  const sorted = days.toSorted((a, b) => a - b);
  const word = (day: number | undefined): string => keysOf(WEEKDAYS).flatMap((k) => (k === String(day) ? [WEEKDAYS[k]] : []))[0] ?? "";
  const isRun = sorted.length > 2 && sorted.every((d, i) => i === 0 || d === (sorted[i - 1] ?? 0) + 1);
  if (sorted.length === 7) return "每天";
  return isRun ? `${word(sorted[0])}至${word(sorted.at(-1))}` : sorted.map(word).join("、");
}
