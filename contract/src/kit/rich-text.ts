/**
 * Rich text: HTML of a few elements, cleaned by the server whenever it comes in and again wherever it is drawn. What was
 * written before there was rich text, such as the papers of a sold order, has no markup and means what it says.
 */

/** The elements there are, each with its attributes. Nothing else is stored or drawn. */
export const RICH_ELEMENTS: Readonly<Record<string, readonly string[]>> = {
  p: [],
  br: [],
  strong: [],
  em: [],
  u: [],
  s: [],
  ul: [],
  ol: [],
  li: [],
  h3: [],
  h4: [],
  blockquote: [],
  a: ["href", "rel"],
  img: ["src", "alt"],
  table: [],
  thead: [],
  tbody: [],
  tr: [],
  th: ["colspan", "rowspan"],
  td: ["colspan", "rowspan"],
};
/** Other names of the same things, as word processors and older pages write them. */
export const RICH_ALIASES: Readonly<Record<string, string>> = {
  b: "strong",
  i: "em",
  ins: "u",
  del: "s",
  strike: "s",
  h1: "h3",
  h2: "h3",
  h5: "h4",
  h6: "h4",
  div: "p",
};
export const RICH_LINK = /^https:\/\/[^\s"'<>\\]{1,500}$/i;
/** Pictures lie in our own store, where everybody may see them. */
export const RICH_IMAGE = /^\/storage\/public(\/[0-9a-z_-][0-9a-z._-]*){1,4}$/;
export const RICH_REL = "noopener noreferrer";
/** Markup and text together; what is longer has been refused. */
export const RICH_MAX = 100_000;

/** Blocks that a rich text begins with: the server sees to it that each does. */
const BLOCK = /^<(?:p|h3|h4|ul|ol|blockquote|table|img)[ >]/;
export const isRich = (value: string): boolean => BLOCK.test(value);

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "\u00a0": "&nbsp;" };
const escaped = (text: string): string => text.replace(/[&<>\u00a0]/g, (c) => ESCAPES[c] ?? c);

/** A text as rich text, whatever stands in it: its empty lines part paragraphs. */
export function paragraphs(value: string): string {
  const text = value.replace(/\r\n?/g, "\n").trim();
  if (text === "") return "";
  return `<p>${escaped(text)
    .replace(/\n[ \t]*\n[ \t\n]*/g, "</p><p>")
    .replaceAll("\n", "<br>")}</p>`;
}

/** Stored text as rich text; rich text stays as it is. */
export const richOf = (value: string): string => (isRich(value) ? value : paragraphs(value));

/** Equal as the reader sees them: a text and the same text as paragraphs are. */
export const sameRich = (a: string, b: string): boolean => richOf(a) === richOf(b);

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: "\u00a0" };
const decoded = (text: string): string => text.replace(/&(amp|lt|gt|quot|nbsp);/g, (all, name: string) => ENTITIES[name] ?? all);

/** What a rich text says, line by line: for cells, exports, logs and counting. */
export function plainOf(value: string): string {
  if (!isRich(value)) return value;
  const lines = value
    .replace(/<br>|<\/(?:p|h3|h4|li|tr|blockquote|table)>/g, "\n")
    .replace(/<\/t[dh]>/g, "\t")
    .replace(/<[^>]*>/g, "");
  return decoded(lines)
    .replace(/[ \t]*\n[ \t]*/g, "\n")
    .replace(/\n{2,}/g, "\n")
    .trim();
}

/** Nothing to read and nothing to see. */
export const isRichBlank = (value: string): boolean => plainOf(value).trim() === "" && !value.includes("<img ");

/** What a change of a rich text says in a log: its words; a change of form alone says so. */
export function richChange(before: string | null, after: string): { before: string | null; after: string } {
  const [was, is] = [before === null ? null : plainOf(before), plainOf(after)];
  return { before: was, after: was === is && before !== null && !sameRich(before, after) ? `${is}（仅调整了格式）` : is };
}
