/**
 * Of the sheets that antd writes, tests read only what shows or hides: roles and names ask for `display` and `visibility`
 * of every element and those above it, and happy-dom would match each of some thousand rules for every answer.
 */
const SHOWS = /\b(?:display|visibility)\s*:/;
const STYLE = 1;
const GROUPS = new Set(["CSSMediaRule", "CSSSupportsRule", "CSSContainerRule", "CSSScopeRule"]);
/** The box every browser gives a text box; one that grows measures itself by it. */
const TEXT_BOX_ID = "text-box";
const TEXT_BOX = "textarea { display: inline-block; padding: 2px; border: 1px solid; }";

const shows = (rule: CSSRule): boolean => (rule.type === STYLE || GROUPS.has(rule.constructor.name)) && SHOWS.test(rule.cssText);

/** Once per document: a worker keeps it for many files. */
export function keepWhatShows(): void {
  if (document.getElementById(TEXT_BOX_ID)) return;
  const replace: (this: CSSStyleSheet, text: string) => void = Reflect.get(CSSStyleSheet.prototype, "replaceSync");
  CSSStyleSheet.prototype.replaceSync = function (this: CSSStyleSheet, text: string): void {
    replace.call(this, text);
    const rules = this.cssRules as unknown as CSSRule[];
    rules.splice(0, rules.length, ...rules.filter(shows));
  };
  const own = document.createElement("style");
  own.id = TEXT_BOX_ID;
  own.textContent = TEXT_BOX;
  document.head.prepend(own);
}
