/** Answers of an application form as it was opened, as they are stored now, and as they were typed: brought together on a 409. */
import { ApiError } from "#kit/app/api.ts";
import { merge, type Merged } from "#kit/form/save/merge.ts";

export type Answers = Readonly<Record<string, unknown>>;
/** What the form was opened with: the version belongs to these answers and to no later ones. */
export interface Opened {
  version: number;
  answers: Answers;
}

const isRecord = (v: unknown): v is Answers => typeof v === "object" && v !== null && !Array.isArray(v);

/** What is stored now, where a 409 tells it. */
export function storedIn(error: unknown): Opened | null {
  const current = error instanceof ApiError && error.status === 409 ? error.body["current"] : undefined;
  if (!isRecord(current) || !isRecord(current["form_answers"])) return null;
  return { version: Number(current["version"]), answers: current["form_answers"] };
}

/** Question by question; one that a side has no answer to is blank there. */
export function mergeAnswers(then: Answers, now: Answers, mine: Answers): Merged {
  const keys = [...new Set([...Object.keys(then), ...Object.keys(now), ...Object.keys(mine)])];
  const full = (a: Answers): Answers => Object.fromEntries(keys.map((k) => [k, a[k] ?? null]));
  const { values, clashes } = merge(full(then), full(now), full(mine));
  return { values: Object.fromEntries(Object.entries(values).filter(([, v]) => v !== null)), clashes };
}
