/** What is done with a parcel, as its buttons say it, and which of them comes next. */
import type { PARCEL_STAGES } from "@visadesk/contract/supplier/supplier.words.ts";

export const ACT_WORDS = {
  seal: "封箱",
  send: "寄出",
  sign: "签收",
  count: "清点",
  resolve: "差异处理",
  find: "找回",
  track: "物流更新",
  unseal: "重新装箱",
  lose: "登记遗失",
  cancel: "作废",
} as const;
export type Act = keyof typeof ACT_WORDS;
export const isAct = (act: string): act is Act => Object.hasOwn(ACT_WORDS, act);

/** Packing is no act: it happens at the desk. */
export const NEXT_ACT: Readonly<Partial<Record<keyof typeof PARCEL_STAGES, Act | "pack">>> = {
  packing: "pack",
  sealed: "send",
  in_transit: "sign",
  problem: "sign",
  signed: "count",
  exception: "resolve",
  lost: "find",
};

/** Why it cannot be printed; null where it can. What we send has a version once it is sealed. */
export function unprinted(p: { type: number; stage: string; list_version: number }): string | null {
  if (p.stage === "cancelled") return "交接单已作废";
  return p.type === 2 && p.list_version === 0 ? "请先封箱再打印" : null;
}
