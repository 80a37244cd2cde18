/** A country's flag as a picture: Windows draws its emoji as two letters. Served beside the build, loaded when seen. */
import "../kit.css";

/** The two letters that a flag emoji is made of. */
const codeOf = (emoji: string): string => [...emoji].map((c) => String.fromCodePoint((c.codePointAt(0) ?? 0) - 0x1f1e6 + 0x41)).join("");

export function Flag({ emoji }: { emoji: string }) {
  const code = codeOf(emoji);
  if (!/^[A-Z]{2}$/.test(code)) return null;
  return <img className="vd-flag" src={`/flags/${code}.svg`} alt="" width={18} height={12} loading="lazy" decoding="async" />;
}
