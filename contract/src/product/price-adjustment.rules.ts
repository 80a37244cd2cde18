import { money } from "../kit/format.ts";
import type { ADJUST_KINDS } from "./price-adjustment.ts";

/** A cell's amount as a reader knows it: money, a share of ‱ in percent. */
export const adjustText = (kind: keyof typeof ADJUST_KINDS, amount: number | null): string =>
  kind === "rate" && amount !== null ? `${amount / 100}%` : money(amount);
