/**
 * Chinese substring search without an extension: every row keeps the one- and two-character grams of its texts in a
 * `text[]` column (GIN), a query is cut the same way, and a `like` over `search_text` confirms the order of characters.
 *
 *   search: gramsOf([name, sku_no]), search_text: searchText([name, sku_no])
 *   where o.search @> ${searchTokens(keyword)} and o.search_text like ${likeOf(keyword)}
 */
import { narrow } from "@visadesk/contract/kit/patterns.ts";
import { likeText } from "./db/sql.ts";

const SEPARATOR = "\u0001";
/** Narrowed, lower-cased, without white space: how a text is compared. */
export const searchable = (text: string): string => narrow(text).toLowerCase().replace(/\s+/g, "");

function cut(text: string, into: Set<string>, alone: boolean): void {
  const letters = [...searchable(text)];
  letters.forEach((letter, i) => {
    const next = letters[i + 1];
    if (alone || letters.length === 1) into.add(letter);
    if (next !== undefined) into.add(letter + next);
  });
}

/** All one- and two-character grams of the texts, each once; null and undefined are skipped. */
export function gramsOf(texts: readonly (string | null | undefined)[]): string[] {
  const grams = new Set<string>();
  for (const text of texts) if (text) cut(text, grams, true);
  return [...grams];
}

/** Grams a row must hold to match: the pairs of a keyword, or its only character. Empty for a blank keyword. */
export function searchTokens(keyword: string): string[] {
  const grams = new Set<string>();
  cut(keyword, grams, false);
  return [...grams];
}

/** The texts as one column for the confirming `like`; no keyword can match across two of them. */
export const searchText = (texts: readonly (string | null | undefined)[]): string =>
  texts
    .filter((t): t is string => !!t)
    .map(searchable)
    .join(SEPARATOR);

/** The `like` pattern of a keyword. */
export const likeOf = (keyword: string): string => `%${likeText(searchable(keyword))}%`;
