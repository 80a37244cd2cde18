/** Pickers find 法国 by "fg": initials by the collation order of Han characters, no dictionary. */
const BOUNDS = "阿八嚓哒妸发旮哈讥咔垃痳拏噢妑七呥仨它穵夕丫帀";
const LETTERS = "ABCDEFGHJKLMNOPQRSTWXYZ";
const collator = new Intl.Collator("zh-Hans-CN-u-co-pinyin");

function initialOf(char: string): string {
  if (!/\p{Script=Han}/u.test(char)) return char.toUpperCase();
  for (let i = BOUNDS.length - 1; i >= 0; i--) {
    if (collator.compare(char, BOUNDS.charAt(i)) >= 0) return LETTERS.charAt(i);
  }
  return "";
}

const cache = new Map<string, string>();

/** 法国 → FG. */
export function initials(text: string): string {
  let found = cache.get(text);
  if (found === undefined) {
    found = [...text].map(initialOf).join("");
    cache.set(text, found);
  }
  return found;
}

/** Does `text` hold the typed word, by its characters or by pinyin initials? */
export function matches(text: string, typed: string): boolean {
  const word = typed.trim().toUpperCase();
  return word === "" || text.toUpperCase().includes(word) || (/^[A-Z0-9]+$/.test(word) && initials(text).includes(word));
}
