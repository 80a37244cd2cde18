import { expect, it } from "vitest";
import {
  addQuestion,
  addSection,
  duplicate,
  moveTo,
  placeOf,
  questionsBefore,
  removeAt,
  setQuestion,
  step,
  type Sections,
} from "./application-model.ts";

const named = (all: Sections): string[] => all.map((s) => `${s.title}:${s.questions.map((q) => q.key).join()}`);
/** Two sections: A with a, b and B with c. */
function form(): Sections {
  let made = addQuestion([], { s: 0, q: null });
  made = addQuestion(made.all, made.at);
  made = addSection(made.all);
  const { all } = addQuestion(made.all, made.at);
  return all.map((s, i) => ({
    title: "AB"[i] ?? "",
    questions: s.questions.map((q, j) => ({ ...q, key: "abc"[i * 2 + j] ?? "", label: `题${i}${j}` })),
  }));
}

it("moves a question through its section and into the next one, and a section as a whole", () => {
  const all = form();
  expect(named(all)).toEqual(["A:a,b", "B:c"]);
  const down = step(all, { s: 0, q: 0 }, 1);
  expect(named(down?.all ?? [])).toEqual(["A:b,a", "B:c"]);
  const over = step(down?.all ?? [], down?.at ?? { s: 0, q: 0 }, 1);
  expect([named(over?.all ?? []), over?.at]).toEqual([["A:b", "B:a,c"], { s: 1, q: 0 }]);
  expect(named(step(over?.all ?? [], { s: 1, q: 0 }, -1)?.all ?? [])).toEqual(["A:b,a", "B:c"]);
  expect(step(all, { s: 0, q: 0 }, -1)).toBeNull();
  expect(named(step(all, { s: 1, q: null }, -1)?.all ?? [])).toEqual(["B:c", "A:a,b"]);
  expect(named(moveTo(all, { s: 1, q: 0 }, { s: 0, q: 1 }).all)).toEqual(["A:a,c,b", "B:"]);
  expect(named(moveTo(all, { s: 0, q: 0 }, { s: 1, q: null }).all)).toEqual(["A:b", "B:a,c"]);
});

it("a copy gets a key of its own, and what is taken out leaves its neighbour chosen", () => {
  const all = form();
  expect(named(duplicate(all, { s: 0, q: 0 }).all)).toEqual(["A:a,a_1,b", "B:c"]);
  expect(removeAt(all, { s: 0, q: 1 }).at).toEqual({ s: 0, q: 0 });
  expect(removeAt(all, { s: 1, q: 0 }).at).toEqual({ s: 1, q: null });
});

it("conditions follow a key that is named anew, and only name what stands before", () => {
  const waits = setQuestion(form(), { s: 1, q: 0 }, { show_if: { key: "a", equals: "true" } });
  const renamed = setQuestion(waits, { s: 0, q: 0 }, { key: "first" });
  expect(renamed[1]?.questions[0]?.show_if).toEqual({ key: "first", equals: "true" });
  expect(questionsBefore(renamed, { s: 0, q: 1 }).map((q) => q.key)).toEqual(["first"]);
  expect(placeOf("sections.1.questions.2.key")).toEqual({ at: { s: 1, q: 2 }, field: "key" });
  expect(placeOf("sections")).toBeNull();
});
