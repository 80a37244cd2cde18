import { money } from "../../kit/format.ts";
import type { ADJUST_KINDS } from "./price-adjustment.ts";

/** A cell's amount as a reader knows it: money, a share of ‱ in percent, or that there is none. */
export const adjustText = (kind: keyof typeof ADJUST_KINDS, amount: number | null): string =>
  amount === null ? (kind === "override" ? "按产品定价" : "无") : kind === "rate" ? `${amount / 100}%` : money(amount);
