/**
 * Cleans rich text on its way in, wherever a contract's input has a field of that kind, so that no handler can forget
 * it. What is stored has only the listed elements, begins with a block, is written as a browser would write it, and comes
 * out of a second cleaning unchanged.
 */
import { parseFragment, serialize, type DefaultTreeAdapterTypes } from "parse5";
import sanitizeHtml, { type Attributes, type Tag } from "sanitize-html";
import { metaOf, unwrap, type z } from "@visadesk/contract/kit/field.ts";
import {
  isRichBlank,
  paragraphs,
  RICH_ALIASES,
  RICH_ELEMENTS,
  RICH_IMAGE,
  RICH_LINK,
  RICH_MAX,
  RICH_REL,
} from "@visadesk/contract/kit/rich-text.ts";

type Z = z.core.$ZodType;
type Child = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

/** Longer than this is not even read: the contract refuses it by its length. */
const READ_MAX = 4 * RICH_MAX;
/** Anything that a parser might take for an element; all else is plain text. */
const MARKUP = /<[a-z/!?][^]*>/i;
/** Only numbers span cells. */
const SPAN = /^[1-9]\d?$/;

const renamed = (to: string) => (): Tag => ({ tagName: to, attribs: {} });
const cell = (tagName: string, given: Attributes): Tag => ({
  tagName,
  attribs: Object.fromEntries(Object.entries(given).filter(([name, v]) => /^(col|row)span$/.test(name) && SPAN.test(v))),
});
const link = (_: string, { href }: Attributes): Tag => {
  const to = href?.trim() ?? "";
  return RICH_LINK.test(to) ? { tagName: "a", attribs: { href: to, rel: RICH_REL } } : { tagName: "span", attribs: {} };
};
const picture = (_: string, { src, alt }: Attributes): Tag => ({
  tagName: "img",
  attribs: { ...(src && RICH_IMAGE.test(src) && { src }), ...(alt && { alt: alt.slice(0, 100) }) },
});

const OPTIONS: sanitizeHtml.IOptions = {
  // A div only parts lines; it is taken out afterwards.
  allowedTags: [...Object.keys(RICH_ELEMENTS), "div"],
  allowedAttributes: { ...RICH_ELEMENTS, "*": [] },
  allowedSchemes: ["https"],
  allowProtocolRelative: false,
  nestingLimit: 40,
  nonTextTags: ["script", "style", "textarea", "option", "noscript", "title", "template", "xmp", "noembed", "noframes", "iframe"],
  transformTags: {
    ...Object.fromEntries(Object.entries(RICH_ALIASES).map(([from, to]) => [from, renamed(to)])),
    a: link,
    img: picture,
    th: cell,
    td: cell,
  },
  exclusiveFilter: ({ tag, attribs }) => tag === "img" && !attribs["src"],
  // Lines of the source are no lines of the text.
  textFilter: (text) => text.replace(/\s*\n\s*/g, " "),
};

const BLOCKS = new Set(["p", "h3", "h4", "ul", "ol", "blockquote", "table"]);
/** Outside any block they only part what stands beside them. */
const PARTING = new Set(["div", "li"]);

const DIV = parseFragment("<div></div>").childNodes.find((n) => "tagName" in n) ?? null;
/** As inside a div of a page, where cells without a table are only words. */
const parsed = (html: string): Child[] => parseFragment(DIV, html, {}).childNodes;

const isElement = (n: Child): n is Element => "tagName" in n;
const holdsBlock = (e: Element): boolean =>
  e.childNodes.some((n) => isElement(n) && (BLOCKS.has(n.tagName) || n.tagName === "div" || holdsBlock(n)));
const isBlank = (run: readonly Child[]): boolean => isRichBlank(`<p>${written(run)}</p>`);
const written = (nodes: readonly Child[]): string => {
  const holder = parseFragment("");
  holder.childNodes = [...nodes];
  return serialize(holder);
};

/** The blocks of these nodes, one after another; what stands outside any block comes into paragraphs. */
function blocks(nodes: readonly Child[]): string {
  let out = "";
  let loose: Child[] = [];
  const flush = (): void => {
    if (!isBlank(loose)) out += `<p>${written(loose).trim()}</p>`;
    loose = [];
  };
  for (const n of nodes) {
    if (isElement(n) && BLOCKS.has(n.tagName)) {
      flush();
      inBlock(n);
      out += written([n]);
    } else if (isElement(n) && (PARTING.has(n.tagName) || holdsBlock(n))) {
      flush();
      out += blocks(n.childNodes);
    } else if (isElement(n) && n.tagName === "img" && isBlank(loose)) out += written([n]);
    else loose.push(n);
  }
  flush();
  return out;
}

/** Inside a block a div is a paragraph, or nothing but what it holds. */
function inBlock(block: Element): void {
  block.childNodes = block.childNodes.flatMap((n): Child[] => {
    if (!isElement(n)) return [n];
    inBlock(n);
    if (n.tagName !== "div") return [n];
    if (holdsBlock(n)) return n.childNodes;
    return [Object.assign(n, { tagName: "p", nodeName: "p" })];
  });
}

/** The stored form of a rich text; a text without any element is taken as plain. */
export function cleanRich(value: string): string {
  if (value.length > READ_MAX) return value;
  // Parsers drop it anyway, and PostgreSQL cannot hold it.
  const text = value.replaceAll("\u0000", "").trim();
  if (!MARKUP.test(text)) return paragraphs(text);
  const clean = blocks(parsed(sanitizeHtml(text, OPTIONS)));
  return isRichBlank(clean) ? "" : clean;
}

export type Clean = (value: unknown) => unknown;
const same: Clean = (v) => v;

interface Def {
  type: string;
  shape?: Record<string, Z>;
  element?: Z;
  valueType?: Z;
  options?: readonly Z[];
}

/** A function that cleans every rich text in a value of this type; the value itself when the type has none. */
export function cleanOf(type: Z): Clean {
  if (metaOf(type)?.kind === "rich_text") return (v) => (typeof v === "string" ? cleanRich(v) : v);
  const def = unwrap(type)._zod.def as Def;
  if (def.type === "object" && def.shape) return cleanObject(def.shape);
  if (def.type === "array" && def.element) {
    const each = cleanOf(def.element);
    return each === same ? same : (v) => (Array.isArray(v) ? v.map(each) : v);
  }
  if (def.type === "record" && def.valueType) {
    const each = cleanOf(def.valueType);
    return each === same ? same : (v) => (isRecord(v) ? Object.fromEntries(Object.entries(v).map(([k, x]) => [k, each(x)])) : v);
  }
  if (def.type === "union" && def.options) {
    const all = def.options.map(cleanOf).filter((c) => c !== same);
    return all.length === 0 ? same : (v) => all.reduce((at, c) => c(at), v);
  }
  return same;
}

const isRecord = (v: unknown): v is Record<string, unknown> => typeof v === "object" && v !== null && !Array.isArray(v);

function cleanObject(shape: Record<string, Z>): Clean {
  const rich = Object.entries(shape).flatMap(([name, type]) => {
    const clean = cleanOf(type);
    return clean === same ? [] : [[name, clean] as const];
  });
  if (rich.length === 0) return same;
  return (v) => {
    if (!isRecord(v)) return v;
    const to = { ...v };
    for (const [name, clean] of rich) if (name in to) to[name] = clean(to[name]);
    return to;
  };
}
