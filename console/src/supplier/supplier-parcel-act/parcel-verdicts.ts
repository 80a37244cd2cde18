/** What is told of each item of a parcel that arrived, and what is still to be said of it. */
import { piecesOf } from "@visadesk/contract/supplier/pieces.ts";
import type { VERDICTS } from "@visadesk/contract/supplier/supplier.words.ts";
import type { ParcelItem } from "../supplier-parcel/parcel-cells.tsx";

/** What is extra is no item of the list. */
export type Verdict = Exclude<keyof typeof VERDICTS, "extra">;
export interface Told {
  verdict: Verdict | null;
  issue_note: string;
  issue_files: readonly string[];
}
export interface Extra {
  name: string;
  count: number;
  issue_note: string;
}
export const UNTOLD: Told = { verdict: null, issue_note: "", issue_files: [] };
const MIN_NOTE = 2;

export const isShort = (note: string): boolean => note.trim().length < MIN_NOTE;

/** The sentence that stands against one item. */
export function itemFault(t: Told): string | null {
  if (t.verdict === null || t.verdict === "ok") return null;
  if (isShort(t.issue_note)) return "请填写说明";
  return t.verdict === "damaged" && t.issue_files.length === 0 ? "请上传照片" : null;
}

/** The first item that something is still to be said of, as the sentence below names it. */
export function wrongItem(items: readonly ParcelItem[], told: ReadonlyMap<number, Told>): ParcelItem | undefined {
  const of = (i: ParcelItem): Told => told.get(i.id) ?? UNTOLD;
  return items.find((i) => of(i).verdict === null) ?? items.find((i) => itemFault(of(i)));
}

/** The first sentence that stands against the count. */
export function countFault(items: readonly ParcelItem[], told: ReadonlyMap<number, Told>, extras: readonly Extra[]): string | null {
  const of = (i: ParcelItem): Told => told.get(i.id) ?? UNTOLD;
  const open = piecesOf(items.filter((i) => of(i).verdict === null));
  if (open > 0) return `还有 ${open} 件未清点`;
  const wrong = items.find((i) => itemFault(of(i)));
  if (wrong) return `${wrong.name_cn ?? wrong.applicant_no ?? ""}的${wrong.name}：${itemFault(of(wrong))}`;
  return extras.some((e) => !e.name.trim() || isShort(e.issue_note)) ? "请填写多出物品的名称和说明" : null;
}
