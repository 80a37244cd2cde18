/**
 * Rich text once more through a cleaner in the browser, before anything of it becomes part of the page. What DOMPurify
 * leaves is copied node by node, and only what is on the list is copied.
 */
import DOMPurify from "dompurify";
import { RICH_ALIASES, RICH_ELEMENTS, RICH_IMAGE, RICH_LINK, RICH_REL } from "@visadesk/contract/kit/rich-text.ts";

const purify = DOMPurify(window);
/** Says what was copied from an editor about itself. */
const SLICE = "data-pm-slice";

interface List {
  elements: Readonly<Record<string, readonly string[]>>;
  /** Elements that go while what they hold stays. */
  passed: readonly string[];
}
const STORED: List = { elements: RICH_ELEMENTS, passed: [] };
/** Other names of our elements stay for the editor to read. */
const PASTED: List = {
  elements: {
    ...Object.fromEntries(Object.keys(RICH_ALIASES).map((name) => [name, []])),
    ...Object.fromEntries(Object.entries(RICH_ELEMENTS).map(([name, attributes]) => [name, [...attributes, SLICE]])),
  },
  passed: ["div", "span"],
};

/** Null: the element goes, what it holds stays. */
function copyOf(from: Element, list: List): Element | null {
  const name = from.localName;
  const attributes = list.elements[name];
  if (!attributes) return null;
  // Before there is an element of this page: a picture is fetched as soon as it has an address.
  if (name === "img" && !RICH_IMAGE.test(from.getAttribute("src") ?? "")) return null;
  if (name === "a" && !RICH_LINK.test(from.getAttribute("href") ?? "")) return null;
  const to = document.createElement(name);
  for (const attribute of attributes) {
    const value = from.getAttribute(attribute);
    if (value !== null) to.setAttribute(attribute, value);
  }
  if (name === "a") to.setAttribute("rel", RICH_REL);
  return to;
}

function copy(from: Node, to: Node, list: List): void {
  for (const node of from.childNodes) {
    if (node.nodeType === Node.TEXT_NODE) to.appendChild(document.createTextNode(node.textContent ?? ""));
    if (!(node instanceof Element)) continue;
    const made = copyOf(node, list);
    if (made) to.appendChild(made);
    copy(node, made ?? to, list);
  }
}

const HANDLER = /([\s"'/])on(?=[a-z]+\s*=)/gi;
/** Elements with their quotes closed, and whatever else begins like one. */
const OPENINGS = [/<[a-z](?:"[^"]*"|'[^']*'|[^"'>])*>/gi, /<[a-z][^>]*>/gi];
/** A browser reports inline handlers and bases as soon as it parses them, although none takes effect: they get other names before. */
const quiet = (html: string): string =>
  OPENINGS.reduce((at, opening) => at.replace(opening, (tag) => tag.replace(HANDLER, "$1x-on").replace(/^<base/i, "<x-base")), html);

/** Nothing, rather than something unclean, in a browser in which the cleaner cannot work. */
function cleaned(html: string, list: List): DocumentFragment {
  const to = document.createDocumentFragment();
  if (!purify.isSupported) return to;
  const from = purify.sanitize(quiet(html), {
    // What is cleaned stands in a body, which is no part of it.
    ALLOWED_TAGS: [...Object.keys(list.elements), ...list.passed, "body"],
    ALLOWED_ATTR: [...new Set(Object.values(list.elements).flat())],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
  copy(from, to, list);
  return to;
}

const written = (nodes: DocumentFragment): string => {
  const box = document.createElement("div");
  box.append(nodes);
  return box.innerHTML;
};

/** As nodes, for drawing; links open beside the console. */
export function richNodes(html: string): DocumentFragment {
  const nodes = cleaned(html, STORED);
  for (const link of nodes.querySelectorAll("a")) link.setAttribute("target", "_blank");
  return nodes;
}

/** As text, as the server would store it. */
export const cleanHtml = (html: string): string => written(cleaned(html, STORED));

/** What is pasted, for the editor to read. */
export const cleanPasted = (html: string): string => written(cleaned(html, PASTED));
