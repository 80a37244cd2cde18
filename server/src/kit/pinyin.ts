/**
 * Chinese texts as they are typed on a Latin keyboard, for search columns. One reading per character, the common one.
 *
 *   pinyinOf("日本单次") // "ribendanci"      initialsOf("日本单次") // "rbdc"
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { searchable } from "./grams.ts";

const file = path.resolve(import.meta.dirname, "../../seeds/gen/pinyin.json");
const groups = JSON.parse(readFileSync(file, "utf8")) as Readonly<Record<string, string>>;
const readings = new Map(Object.entries(groups).flatMap(([syllable, chars]) => [...chars].map((c) => [c, syllable] as const)));

const spelled = (text: string, length?: number): string =>
  [...searchable(text)].map((c) => readings.get(c)?.slice(0, length) ?? (/[a-z0-9]/.test(c) ? c : "")).join("");

export const pinyinOf = (text: string): string => spelled(text);
export const initialsOf = (text: string): string => spelled(text, 1);

/** Is one of the texts what somebody typed: its characters, its pinyin or its initials? */
export function typedAs(keyword: string, ...texts: readonly string[]): boolean {
  const word = searchable(keyword);
  return texts.some(
    (t) => searchable(t).includes(word) || (/^[a-z]+$/.test(word) && (pinyinOf(t).startsWith(word) || initialsOf(t).includes(word))),
  );
}
