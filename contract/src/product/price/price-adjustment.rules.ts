import { money } from "../../kit/format.ts";
import { ADJUST_KINDS } from "./price-adjustment.words.ts";

/** A cell's amount as a reader knows it: money, a share of ‱ in percent, or that there is none. */
export const adjustText = (kind: keyof typeof ADJUST_KINDS, amount: number | null): string =>
  amount === null ? (kind === "override" ? "按产品定价" : "无") : kind === "rate" ? `${amount / 100}%` : money(amount);

const COST_PARTS: Readonly<Record<string, string>> = { embassy: "含使馆费", centre: "含中心费" };
/** A supplier's cost names its row first, which says nothing to a reader: `12`, `12:U1`, `12:embassy`. */
function refWord(ref: string): string {
  const [, part] = /^\d+(?::(.+))?$/.exec(ref) ?? [null, ref];
  return part === undefined ? "" : (COST_PARTS[part] ?? (part === ref ? part : `加急 ${part}`));
}
interface Worded {
  price_kind: keyof typeof ADJUST_KINDS;
  ref_id: string;
  /** Of a group or a peer. */
  ref_name?: string | null | undefined;
  band: "adult" | "child";
}
/** 等级价 V2 儿童, 分组价 华东同业 */
export const cellWord = (c: Worded): string =>
  [ADJUST_KINDS[c.price_kind], c.price_kind === "cost" ? refWord(c.ref_id) : (c.ref_name ?? c.ref_id), c.band === "child" ? "儿童" : ""]
    .filter(Boolean)
    .join(" ");
