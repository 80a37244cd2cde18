/**
 * What an order and its people are found by. One `text[]` holds tokens of every kind, so one GIN index answers names,
 * pinyin, mobiles and passports alike; `search_text` holds names and pinyin between bars for the confirming `like`. Numbers
 * are there as keyed hashes alone (kit/seal/seal.ts): of the whole, and of the last four, which the mask shows.
 *
 *   张伟 → 张 伟 张伟 · ZHANG WEI → ~zh ~zha ~zhan ~zhangw ~we ~wei · mobile → #hash #tail · passport → @hash @tail · ID card → !hash
 */
import { gramsOf, searchable } from "#kit/grams.ts";
import { numberForms } from "#kit/db/lookup.ts";
import { bareNumber, hashesOf, keysOfField, tailsOf } from "#kit/seal/seal.ts";
import { numbersInClear } from "#kit/seal/seal-move.ts";
import { likeText } from "#kit/db/sql.ts";
import { sealedApplicant, sealedOrder } from "../applicant/sealed.ts";

/** A person's row, with the sealed columns of his numbers. */
export interface SearchPerson {
  applicant_no: string;
  name_cn: string | null;
  surname_en: string | null;
  given_name_en: string | null;
  passport_no_sealed: string | null;
  id_card_no_sealed: string | null;
  mobile_sealed: string | null;
}
/** An order's row, likewise. */
export interface SearchContact {
  order_no: string;
  contact_name: string;
  contact_mobile_sealed: string | null;
}
export interface SearchColumns {
  search: string[];
  search_text: string;
}

/** Lengths of the kept pinyin beginnings; longer keywords use the longest and are confirmed by `like`. */
const HEADS = [2, 3, 4, 6] as const;

const heads = (latin: string): string[] => HEADS.filter((n) => n <= latin.length).map((n) => `~${latin.slice(0, n)}`);
const marked = (mark: string, keys: { whole: string | null; tail: string | null }): string[] =>
  [keys.whole, keys.tail].flatMap((k) => (k === null ? [] : [mark + k]));

function tokensOfPerson(p: SearchPerson): { tokens: string[]; texts: string[] } {
  const given = searchable(p.given_name_en ?? "");
  const latin = searchable(p.surname_en ?? "") + given;
  return {
    tokens: [
      ...gramsOf([p.name_cn]),
      ...heads(latin),
      ...heads(given),
      ...marked("@", keysOfField(sealedApplicant, p, "passport_no")),
      ...marked("!", keysOfField(sealedApplicant, p, "id_card_no")),
      ...marked("#", keysOfField(sealedApplicant, p, "mobile")),
    ],
    texts: [p.name_cn ?? "", latin, given],
  };
}

const columns = (tokens: readonly string[], texts: readonly string[]): SearchColumns => ({
  search: [...new Set(tokens)],
  search_text: `|${[...new Set(texts.map(searchable).filter(Boolean))].join("|")}|`,
});
const mobileTokens = (c: SearchContact): string[] => marked("#", keysOfField(sealedOrder, c, "contact_mobile"));

/** Columns of an order: its contact and all its people. */
export function orderSearch(contact: SearchContact, people: readonly SearchPerson[]): SearchColumns {
  const each = people.map(tokensOfPerson);
  return columns(
    [...gramsOf([contact.contact_name]), ...mobileTokens(contact), ...each.flatMap((p) => p.tokens)],
    [contact.contact_name, ...each.flatMap((p) => p.texts)],
  );
}

/** Columns of an applicant: the person, and the contact's mobile. */
export function applicantSearch(contact: SearchContact, person: SearchPerson): SearchColumns {
  const own = tokensOfPerson(person);
  return columns([...own.tokens, ...mobileTokens(contact)], own.texts);
}

/** Kinds of a keyword, in the words the answer says it matched by. */
export type Keyword =
  | { kind: "empty" }
  /** Nothing can match: shorter than its kind allows. */
  | { kind: "none" }
  | { kind: "name"; tokens: string[]; like: string }
  | { kind: "latin"; tokens: string[]; like: string }
  | { kind: "number"; text: string; digits: string | null; personal: PersonalTokens };

/** Tokens a number may be kept under, by what it would be; several where several keys are loaded. */
export type PersonalTokens = Readonly<Record<"mobile" | "passport" | "id_card", readonly string[]>> & {
  /** Only while numbers in clear are left: a whole passport number, whose row then holds its last four as a token. */
  readonly clear_passport: string | null;
};

/** A personal number answers to its whole or to its last four, to nothing else (docs/security.md). */
function personalTokens(text: string): PersonalTokens {
  const forms = numberForms(text);
  const four = text.length === 4;
  const clear = numbersInClear();
  const of = (mark: string, keys: readonly string[], old: string): string[] => [
    ...keys.map((k) => mark + k),
    ...(clear && old ? [old] : []),
  ];
  const mobile = forms.includes("mobile") ? hashesOf("mobile", text) : four && /^\d+$/.test(text) ? tailsOf("mobile", text) : [];
  const passport = forms.includes("passport") ? hashesOf("passport", text) : four ? tailsOf("passport", text) : [];
  const id_card = forms.includes("id_card") ? hashesOf("id_card", text) : [];
  return {
    mobile: of("#", mobile, mobile.length > 0 ? `#${text}` : ""),
    passport: of("@", passport, four ? `@${text}` : ""),
    id_card: of("!", id_card, id_card.length > 0 ? `@${text}` : ""),
    clear_passport: clear && forms.includes("passport") ? text : null,
  };
}

/** Trimmed, half width, no blanks or hyphens, lower case: how every keyword is read. */
export const keywordText = bareNumber;

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
  return { kind: "number", text, digits: /^\d+$/.test(text) ? text : null, personal: personalTokens(text) };
}
