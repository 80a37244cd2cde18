/** Fields of an input that ask for a right of their own. */
import { allows, mayWords } from "../permissions.ts";
import type { Endpoint } from "./endpoint.ts";
import { labelOf } from "./field.ts";

/** Names of the fields that somebody with these codes may not fill in. */
export const lockedFields = (e: Pick<Endpoint, "field_may">, codes: ReadonlySet<number>): string[] =>
  Object.entries(e.field_may ?? {})
    .filter(([, rule]) => !allows(rule, codes))
    .map(([name]) => name);

/** What is said when locked fields are sent all the same: which ones, and what they ask for. */
export function lockedWords(e: Pick<Endpoint, "field_may" | "field_acts" | "input">, names: readonly string[]): string {
  const rules = [...new Set(names.map((n) => mayWords(e.field_may?.[n] ?? "staff")))];
  const acts = names.flatMap((n) => e.field_acts?.[n] ?? []);
  const changed = names.filter((n) => !e.field_acts?.[n]).map((n) => labelOf(e.input, n));
  return `${[...acts, ...(changed.length > 0 ? [`修改${changed.join("、")}`] : [])].join("、")}须有${rules.join("、")}`;
}
