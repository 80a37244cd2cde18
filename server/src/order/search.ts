/**
 * What an order and its people are found by. One `text[]` holds tokens of every kind, so one GIN index answers names,
 * pinyin, mobiles and passports alike; `search_text` holds the same texts between bars for the confirming `like`.
 *
 *   张伟 → 张 伟 张伟 · ZHANG WEI → ~zh ~zha ~zhan ~zhangw ~we ~wei · 13800138000 → #13800138000 #8000 · E12345678 → @5678
 */
import { gramsOf, searchable } from "#kit/grams.ts";
import { likeText } from "#kit/sql.ts";

export interface SearchPerson {
  name_cn: string | null;
  surname_en: string | null;
  given_name_en: string | null;
  mobile: string | null;
  passport_no: string | null;
  id_card_no: string | null;
}
export interface SearchContact {
  contact_name: string;
  contact_mobile: string;
}
export interface SearchColumns {
  search: string[];
  search_text: string;
}

/** Lengths of the kept pinyin beginnings; longer keywords use the longest and are confirmed by `like`. */
const HEADS = [2, 3, 4, 6] as const;

const heads = (latin: string): string[] => HEADS.filter((n) => n <= latin.length).map((n) => `~${latin.slice(0, n)}`);
const tail = (mark: string, no: string): string[] => (no.length >= 4 ? [`${mark}${no.slice(-4)}`] : []);

function tokensOfPerson(p: SearchPerson): { tokens: string[]; texts: string[] } {
  const given = searchable(p.given_name_en ?? "");
  const latin = searchable(p.surname_en ?? "") + given;
  const passport = searchable(p.passport_no ?? "");
  const card = searchable(p.id_card_no ?? "");
  const mobile = searchable(p.mobile ?? "");
  return {
    tokens: [
      ...gramsOf([p.name_cn]),
      ...heads(latin),
      ...heads(given),
      ...tail("@", passport),
      ...(card ? [`@${card}`] : []),
      ...(mobile ? [`#${mobile}`, ...tail("#", mobile)] : []),
    ],
    texts: [p.name_cn ?? "", latin, given, passport, mobile],
  };
}

const columns = (tokens: readonly string[], texts: readonly string[]): SearchColumns => ({
  search: [...new Set(tokens)],
  search_text: `|${[...new Set(texts.map(searchable).filter(Boolean))].join("|")}|`,
});
const contactTokens = (c: SearchContact): string[] => [
  ...gramsOf([c.contact_name]),
  `#${c.contact_mobile}`,
  ...tail("#", c.contact_mobile),
];

/** Columns of an order: its contact and all its people. */
export function orderSearch(contact: SearchContact, people: readonly SearchPerson[]): SearchColumns {
  const each = people.map(tokensOfPerson);
  return columns(
    [...contactTokens(contact), ...each.flatMap((p) => p.tokens)],
    [contact.contact_name, contact.contact_mobile, ...each.flatMap((p) => p.texts)],
  );
}

/** Columns of an applicant: the person, and the contact's mobile. */
export function applicantSearch(contact: SearchContact, person: SearchPerson): SearchColumns {
  const own = tokensOfPerson(person);
  return columns(
    [...own.tokens, `#${contact.contact_mobile}`, ...tail("#", contact.contact_mobile)],
    [...own.texts, contact.contact_mobile],
  );
}

/** Kinds of a keyword, in the words the answer says it matched by. */
export type Keyword =
  | { kind: "empty" }
  /** Nothing can match: shorter than its kind allows. */
  | { kind: "none" }
  | { kind: "name"; tokens: string[]; like: string }
  | { kind: "latin"; tokens: string[]; like: string }
  | { kind: "number"; text: string; digits: string | null; passport: string | null; mobile: boolean; id_card: boolean };

/** Trimmed, half width, no blanks or hyphens, lower case: how every keyword is read. */
export const keywordText = (input: string): string => searchable(input).replace(/[-－—]/g, "");

/** Reads what a keyword looks like; the queries follow its kind. */
export function keywordOf(input: string): Keyword {
  const text = keywordText(input);
  if (!text) return { kind: "empty" };
  if (/\p{Script=Han}/u.test(text)) {
    const tokens = gramsOf([text]).filter((g) => [...text].length === 1 || [...g].length === 2);
    return { kind: "name", tokens, like: `%${likeText(text)}%` };
  }
  if (/^[a-z]+$/.test(text) && text.length >= 2) {
    const n = HEADS.findLast((h) => h <= text.length) ?? 2;
    return { kind: "latin", tokens: [`~${text.slice(0, n)}`], like: `%|${likeText(text)}%` };
  }
  if (!/^[a-z0-9]{4,64}$/.test(text)) return { kind: "none" };
  const digits = /^\d+$/.test(text) ? text : null;
  return {
    kind: "number",
    text,
    digits,
    passport: text.length <= 12 ? text : null,
    mobile: digits !== null && (digits.length === 4 || /^1\d{10}$/.test(digits)),
    id_card: /^(\d{15}|\d{17}[0-9x])$/.test(text),
  };
}
