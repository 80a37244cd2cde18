/** What the editor of rich text knows: the elements of the contract's list, read from cleaned markup and written as such. */
import { Editor, getSchema, type AnyExtension } from "@tiptap/core";
import { Image } from "@tiptap/extension-image";
import { TableKit } from "@tiptap/extension-table";
import { Placeholder } from "@tiptap/extensions";
import { DOMParser } from "@tiptap/pm/model";
import { StarterKit } from "@tiptap/starter-kit";
import { isRichBlank, RICH_IMAGE, RICH_LINK, RICH_REL, richOf } from "@visadesk/contract/kit/rich-text.ts";
import { cleanHtml, richNodes } from "../rich-text/rich-clean.ts";

const Picture = Image.extend({
  parseHTML: () => [{ tag: "img", getAttrs: (img) => (RICH_IMAGE.test(img.getAttribute("src") ?? "") ? null : false) }],
});

const EXTENSIONS: AnyExtension[] = [
  StarterKit.configure({
    heading: { levels: [3, 4] },
    code: false,
    codeBlock: false,
    horizontalRule: false,
    trailingNode: false,
    link: {
      openOnClick: false,
      defaultProtocol: "https",
      HTMLAttributes: { rel: RICH_REL, target: null },
      isAllowedUri: (address) => RICH_LINK.test(address),
      shouldAutoLink: (address) => RICH_LINK.test(address),
    },
  }),
  Picture,
  TableKit.configure({ table: { resizable: false } }),
];
const schema = getSchema(EXTENSIONS);

/** Stored text as a document of the editor. */
export const docOf = (value: string) =>
  DOMParser.fromSchema(schema)
    .parse(richNodes(richOf(value)))
    .toJSON() as Record<string, unknown>;

/** What the editor holds as it is stored; empty when there is nothing to read or see. */
export function htmlOf(editor: Editor): string {
  const html = cleanHtml(editor.getHTML());
  return isRichBlank(html) ? "" : html;
}

/** Word processors have headings of their own sizes; ours are two. */
const ourHeadings = (html: string): string => html.replace(/<(\/?)h[12](?=[\s>])/gi, "<$1h3").replace(/<(\/?)h[56](?=[\s>])/gi, "<$1h4");

export function makeEditor(value: string, words: { label: string; placeholder: string; id: string | undefined }): Editor {
  return new Editor({
    element: null,
    extensions: [...EXTENSIONS, Placeholder.configure({ placeholder: words.placeholder })],
    content: docOf(value),
    injectCSS: false,
    editorProps: {
      attributes: {
        class: "vd-rich",
        role: "textbox",
        "aria-multiline": "true",
        "aria-label": words.label,
        ...(words.id && { id: words.id }),
      },
      transformPastedHTML: ourHeadings,
    },
  });
}
