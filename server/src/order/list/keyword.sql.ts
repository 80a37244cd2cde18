/** The one search box of the order area as conditions: each kind of keyword has its index. */
import { likeText, or, q, raw, type Sql } from "#kit/db/sql.ts";
import { waybillMatch } from "../../supplier/index.ts";
import { keywordOf, type Keyword } from "./search.ts";

type NumberWord = Extract<Keyword, { kind: "number" }>;
const reversed = (text: string): string => [...text].reverse().join("");

/** Condition over `alias` (orders o or applicants a); null for an empty keyword. Run such queries unnamed. */
export function keywordMatch(alias: "o" | "a", input: string | undefined): Sql | null {
  const word = keywordOf(input ?? "");
  const a = raw(alias);
  switch (word.kind) {
    case "empty":
      return null;
    case "none":
      return q`false`;
    case "name":
    case "latin":
      return q`${a}.search @> ${word.tokens}::text[] and ${a}.search_text like ${word.like}`;
    case "number":
      return or([...tokenMatches(a, word), ...(alias === "o" ? orderNumbers : applicantNumbers)(word, input ?? "")]);
  }
}

/** `&&` over a list of tokens is the union of single ones; one each keeps the plan simple. */
const tokenMatches = (a: Sql, { personal: p }: NumberWord): Sql[] => [
  ...[...p.mobile, ...p.passport, ...p.id_card].map((token) => q`${a}.search @> ${[token]}::text[]`),
  ...(p.clear_passport === null ? [] : [clearPassport(a, p.clear_passport)]),
];
const clearPassport = (a: Sql, no: string): Sql =>
  q`${a}.search @> ${[`@${no.slice(-4)}`]}::text[] and ${a}.search_text like ${`%|${likeText(no)}|%`}`;

const byPassport = (word: NumberWord): NumberWord => ({ ...word, personal: { ...word.personal, mobile: [], id_card: [] } });
/** Applicants of this whole passport number, or of its last four. */
export function passportMatch(a: Sql, input: string): Sql {
  const word = keywordOf(input);
  return word.kind === "number" ? or(tokenMatches(a, byPassport(word))) : q`false`;
}

/**
 * Applicants beside their originals, whoever's order they are in: found by what the label of the box says, never by a
 * mobile or card that the row does not show, nor letter by letter by the sound of a masked name.
 */
export function deskMatch(input: string): Sql | null {
  const word = keywordOf(input);
  if (word.kind === "latin") return q`false`;
  return word.kind === "number"
    ? or([...tokenMatches(raw("a"), byPassport(word)), ...applicantNumbers(word, input)])
    : keywordMatch("a", input);
}

/** Beginnings of an order number a keyword may stand for: `V2609…` as typed, `2609…` without its letter, `…-01` of a person. */
function heads(alias: "o" | "a", word: NumberWord): string[] {
  const body = word.digits ?? (/^v\d/.test(word.text) ? word.text.slice(1) : null);
  if (body === null) return [];
  const order = `V${body.slice(0, NUMBER_DIGITS).toUpperCase()}`;
  const seq = body.slice(NUMBER_DIGITS);
  return [alias === "a" && seq ? `${order}-${seq}%` : `${order}%`];
}
const NUMBER_DIGITS = 12;
const upper = (word: NumberWord): string => word.text.toUpperCase();

function orderNumbers(word: NumberWord, input: string): Sql[] {
  return [
    ...heads("o", word).map((head) => q`o.order_no like ${head}`),
    ...(word.digits ? [q`reverse(o.order_no) like ${`${reversed(word.digits)}%`}`] : []),
    q`o.partner_order_no is not null and upper(o.partner_order_no) like ${`${upper(word)}%`}`,
    ...(word.text.length < 8
      ? []
      : [
          q`o.id = any(array(select e.order_id from expresses e where ${waybillMatch("e", input)} and e.order_id is not null))`,
          q`o.id = any(array(select p.order_id from applicants p where upper(p.application_no) = ${upper(word)}))`,
        ]),
  ];
}

function applicantNumbers(word: NumberWord, input: string): Sql[] {
  return [
    ...heads("a", word).map((head) => q`a.applicant_no like ${head}`),
    ...(word.digits
      ? [q`a.order_id = any(array(select n.id from orders n where reverse(n.order_no) like ${`${reversed(word.digits)}%`}))`]
      : []),
    q`a.order_id = any(array(select n.id from orders n where n.partner_order_no is not null and upper(n.partner_order_no) like ${`${upper(word)}%`}))`,
    ...(word.text.length < 8
      ? []
      : [
          q`a.order_id = any(array(select e.order_id from expresses e where ${waybillMatch("e", input)} and e.order_id is not null))`,
          q`upper(a.application_no) = ${upper(word)}`,
        ]),
  ];
}
