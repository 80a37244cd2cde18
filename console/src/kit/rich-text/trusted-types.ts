/**
 * Under `require-trusted-types-for 'script'` a plain string may not become HTML. antd writes its style sheets
 * through innerHTML, so text without any tag passes. Markup does not, but for what is pasted into an open editor of
 * rich text, which comes through cleaned.
 */
interface TrustedTypes {
  createPolicy(name: string, rules: { createHTML: (text: string) => string }): unknown;
}

type Clean = (markup: string) => string;
const open: Clean[] = [];

/** While an editor is open markup passes through its cleaner. Answers the way to end it. */
export function allowMarkup(clean: Clean): () => void {
  open.push(clean);
  return () => void open.splice(open.indexOf(clean), 1);
}

export const safeHtml = (text: string): string => {
  if (!text.includes("<")) return text;
  const clean = open.at(-1);
  if (!clean) throw new TypeError("markup may not be inserted as text");
  return clean(text);
};

export function allowStyleText(): void {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  trustedTypes?.createPolicy("default", { createHTML: safeHtml });
}
