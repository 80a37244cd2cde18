/** A number of a filter as it is seen. */
import { metaOf, shapeOf, type FieldMeta } from "@visadesk/contract/kit/field.ts";
import { money, percentText } from "@visadesk/contract/kit/format.ts";
import { inputMeta, type Zod } from "../form/field-kinds.ts";

/** Meta of what a pair of bounds holds, else of the field itself. */
function metaOfNumber(type: Zod): FieldMeta | undefined {
  const inside = Object.values(shapeOf(type)).map(metaOf);
  return [inputMeta(type), ...inside].find((m) => m?.kind === "money" || m?.percent !== undefined);
}

/** Places between what is seen and what is stored, and the sign beside it. */
export function numberUnit(type: Zod): { shift: number; before?: string; after?: string } {
  const meta = metaOfNumber(type);
  if (meta?.kind === "money") return { shift: 2, before: "¥" };
  return meta?.percent === undefined ? { shift: 0 } : { shift: meta.percent === 10_000 ? 2 : 0, after: "%" };
}

export function numberWord(type: Zod, value: number): string {
  const meta = metaOfNumber(type);
  return meta?.kind === "money" ? money(value) : meta?.percent ? percentText(value, meta.percent) : String(value);
}

/** The two ends as the address carries them: `100~500`. */
export function numberWords(type: Zod, value: string): string {
  const word = (end: string): string => numberWord(type, Number(end));
  const [from = "", to = ""] = value.split("~");
  return from && to ? `${word(from)} 至 ${word(to)}` : from ? `≥ ${word(from)}` : `≤ ${word(to)}`;
}
