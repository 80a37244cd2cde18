/** The questions of a form while they are being written: every change makes a new list, nothing here draws. */
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { applicationVersionApi } from "@visadesk/contract/base-data/paper/application-version.ts";

export type Sections = Parsed<typeof applicationVersionApi.application_version_save>["sections"];
export type Section = Sections[number];
export type Question = Section["questions"][number];
/** A section, or with `q` one of its questions. */
export interface Place {
  s: number;
  q: number | null;
}

const replaced = <T>(list: readonly T[], at: number, by: (was: T) => T): T[] => list.map((x, i) => (i === at ? by(x) : x));
const inserted = <T>(list: readonly T[], at: number, item: T): T[] => [...list.slice(0, at), item, ...list.slice(at)];
const without = <T>(list: readonly T[], at: number): T[] => list.filter((_, i) => i !== at);

export const questionAt = (all: Sections, at: Place): Question | undefined => (at.q === null ? undefined : all[at.s]?.questions[at.q]);
/** All places from top to bottom, sections among their questions. */
export const placesOf = (all: Sections): Place[] =>
  all.flatMap((section, s) => [{ s, q: null }, ...section.questions.map((_, q) => ({ s, q }))]);
export const isSame = (a: Place, b: Place): boolean => a.s === b.s && a.q === b.q;

/** A key nobody has: question_1, question_2 … */
export function freeKey(all: Sections, stem = "question"): string {
  const taken = new Set(all.flatMap((s) => s.questions.map((q) => q.key)));
  for (let n = 1; ; n++) if (!taken.has(`${stem}_${n}`)) return `${stem}_${n}`;
}

const blank = (key: string): Question => ({
  key,
  label: "",
  label_en: "",
  help: "",
  kind: "text",
  options: [],
  required: true,
  source: "customer",
  pattern: "",
  max_length: 100,
  upper: false,
  translate_en: false,
  default: "",
  show_if: null,
});

interface Edited {
  all: Sections;
  at: Place;
}
export const addSection = (all: Sections): Edited => ({ all: [...all, { title: "", questions: [] }], at: { s: all.length, q: null } });

/** A new question behind the chosen place; without any section one is made. */
export function addQuestion(all: Sections, behind: Place): Edited {
  const home = all.length === 0 ? [{ title: "个人信息", questions: [] }] : all;
  const s = Math.min(behind.s, home.length - 1);
  const q = behind.q === null ? (home[s]?.questions.length ?? 0) : behind.q + 1;
  return {
    all: replaced(home, s, (x) => ({ ...x, questions: inserted(x.questions, q, blank(freeKey(all))) })),
    at: { s, q },
  };
}

export function duplicate(all: Sections, at: Place): Edited {
  const was = questionAt(all, at);
  if (!was || at.q === null) return { all, at };
  const q = at.q + 1;
  const copy = { ...was, key: freeKey(all, was.key.slice(0, 34) || "question") };
  return { all: replaced(all, at.s, (x) => ({ ...x, questions: inserted(x.questions, q, copy) })), at: { s: at.s, q } };
}

/** Takes a question or a whole section out; what stands there next is chosen. */
export function removeAt(all: Sections, at: Place): Edited {
  if (at.q === null) return { all: without(all, at.s), at: { s: Math.max(0, at.s - 1), q: null } };
  const { q } = at;
  const left = replaced(all, at.s, (x) => ({ ...x, questions: without(x.questions, q) }));
  const n = left[at.s]?.questions.length ?? 0;
  return { all: left, at: { s: at.s, q: n === 0 ? null : Math.min(q, n - 1) } };
}

/** Puts what stands at one place where another stands. A question may go to any section, a section only among sections. */
export function moveTo(all: Sections, from: Place, to: Place): Edited {
  if (isSame(from, to)) return { all, at: from };
  if (from.q === null) {
    const moved = all[from.s];
    return moved ? { all: inserted(without(all, from.s), to.s, moved), at: { s: to.s, q: null } } : { all, at: from };
  }
  const moved = questionAt(all, from);
  if (!moved) return { all, at: from };
  const { q } = from;
  const left = replaced(all, from.s, (x) => ({ ...x, questions: without(x.questions, q) }));
  const at = { s: to.s, q: to.q ?? 0 };
  return { all: replaced(left, at.s, (x) => ({ ...x, questions: inserted(x.questions, at.q, moved) })), at };
}

/** One step up or down; a question leaves its section at the ends. Null: there is nowhere to go. */
export function step(all: Sections, at: Place, by: 1 | -1): Edited | null {
  if (at.q === null) return all[at.s + by] ? moveTo(all, at, { s: at.s + by, q: null }) : null;
  const inside = at.q + by;
  if (inside >= 0 && inside < (all[at.s]?.questions.length ?? 0)) return moveTo(all, at, { s: at.s, q: inside });
  const next = all[at.s + by];
  return next ? moveTo(all, at, { s: at.s + by, q: by > 0 ? 0 : next.questions.length }) : null;
}

export const setTitle = (all: Sections, s: number, title: string): Sections => replaced(all, s, (x) => ({ ...x, title }));

/** Changes one question; others that waited for its key follow a new one. */
export function setQuestion(all: Sections, at: Place, change: Partial<Question>): Sections {
  const was = questionAt(all, at);
  if (!was || at.q === null) return all;
  const { q } = at;
  const put = replaced(all, at.s, (x) => ({ ...x, questions: replaced(x.questions, q, (old) => ({ ...old, ...change })) }));
  const isNamedAnew = change.key !== undefined && change.key !== was.key && was.key !== "";
  const isShared = all.flatMap((s) => s.questions).filter((x) => x.key === was.key).length > 1;
  if (!isNamedAnew || isShared) return put;
  const key = change.key ?? "";
  return put.map((s) => ({
    ...s,
    questions: s.questions.map((x) => (x.show_if?.key === was.key ? { ...x, show_if: { ...x.show_if, key } } : x)),
  }));
}

/** Questions that stand before a place: what its condition may name. */
export const questionsBefore = (all: Sections, at: Place): Question[] =>
  all.flatMap((section, s) => section.questions.filter((_, q) => s < at.s || (s === at.s && at.q !== null && q < at.q)));

/** Place of a fault's path, `sections.0.questions.2.key`, and its field. */
export function placeOf(path: string): { at: Place; field: string } | null {
  const found = /^sections\.(\d+)\.(?:questions\.(\d+)\.)?(\w+)$/.exec(path);
  return found ? { at: { s: Number(found[1]), q: found[2] === undefined ? null : Number(found[2]) }, field: found[3] ?? "" } : null;
}
