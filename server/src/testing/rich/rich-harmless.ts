/** Judges stored rich text by a parser of its own, the way a browser reads it. */
import { parseFragment, serialize, type DefaultTreeAdapterTypes } from "parse5";
import { RICH_ELEMENTS, RICH_IMAGE, RICH_LINK } from "@visadesk/contract/kit/rich-text.ts";

type Node = DefaultTreeAdapterTypes.ChildNode;

function attributeFaults(tag: string, name: string, value: string): string[] {
  if (!RICH_ELEMENTS[tag]?.includes(name)) return [`${tag} has ${name}`];
  const fits = { href: RICH_LINK, src: RICH_IMAGE, rel: /^noopener noreferrer$/, colspan: /^\d+$/, rowspan: /^\d+$/ }[name];
  return fits && !fits.test(value) ? [`${tag} ${name}=${value}`] : [];
}

function faultsOf(node: Node): string[] {
  if (node.nodeName === "#text") return [];
  if (!("tagName" in node)) return [`holds ${node.nodeName}`];
  return [
    ...(node.tagName in RICH_ELEMENTS ? [] : [`holds <${node.tagName}>`]),
    ...(node.namespaceURI === "http://www.w3.org/1999/xhtml" ? [] : [`${node.tagName} is foreign`]),
    ...node.attrs.flatMap((a) => attributeFaults(node.tagName, a.name, a.value)),
    ...node.childNodes.flatMap(faultsOf),
  ];
}

const DIV = parseFragment("<div></div>").childNodes.find((n) => "tagName" in n) ?? null;
const read = (html: string) => parseFragment(DIV, html, {});

/** What a browser would find in it that is not on the list. */
export const browserFaults = (html: string): string[] => read(html).childNodes.flatMap(faultsOf);
/** Parsed and written once more, as an editor would. */
export const reread = (html: string): string => serialize(read(html));
