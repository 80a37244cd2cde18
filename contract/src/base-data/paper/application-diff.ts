/** What one version of a form has that another has not. No zod. */
import type { FormSection, Question } from "../../product/snapshot.ts";
import { QUESTION_KINDS, QUESTION_PATTERNS, QUESTION_SOURCES } from "./application.rules.ts";

export interface FieldDiff {
  label: string;
  before: string;
  after: string;
}
export interface QuestionDiff {
  kind: "added" | "removed" | "changed";
  key: string;
  label: string;
  section: string;
  fields: FieldDiff[];
}

const yes = (v: boolean | undefined): string => (v ? "是" : "否");
const patternName = (name: string): string => Object.entries(QUESTION_PATTERNS).find(([k]) => k === name)?.[1] ?? name;
/** What of a question is compared, as staff read it. */
const FACTS: readonly (readonly [label: string, of: (q: Question, section: string) => string])[] = [
  ["分组", (_, section) => section],
  ["题目", (q) => q.label],
  ["英文题目", (q) => q.label_en],
  ["说明", (q) => q.help],
  ["类型", (q) => QUESTION_KINDS[q.kind]],
  ["选项", (q) => q.options.join("、")],
  ["必填", (q) => yes(q.required)],
  ["来源", (q) => QUESTION_SOURCES[q.source]],
  ["格式", (q) => patternName(q.pattern)],
  ["最多字数", (q) => (q.max_length > 0 ? String(q.max_length) : "")],
  ["转大写", (q) => yes(q.upper)],
  ["需译英文", (q) => yes(q.translate_en)],
  ["默认值", (q) => q.default ?? ""],
  ["显示条件", (q) => (q.show_if ? `${q.show_if.key} = ${q.show_if.equals}` : "")],
];

const placed = (sections: readonly FormSection[]): { q: Question; section: string }[] =>
  sections.flatMap((s) => s.questions.map((q) => ({ q, section: s.title })));

/** Of the keys both versions have, those that changed places among themselves: all that is not in the longest common order. */
function movedKeys(before: readonly string[], after: readonly string[]): ReadonlySet<string> {
  const place = new Map(before.map((k, i) => [k, i]));
  const both = after.filter((k) => place.has(k));
  const runs: string[][] = [];
  for (const k of both) {
    const at = place.get(k) ?? 0;
    const best = runs.filter((r) => (place.get(r.at(-1) ?? "") ?? -1) < at).reduce<string[]>((a, b) => (b.length > a.length ? b : a), []);
    runs.push([...best, k]);
  }
  const kept = new Set(runs.reduce<string[]>((a, b) => (b.length > a.length ? b : a), []));
  return new Set(both.filter((k) => !kept.has(k)));
}

/** Questions added, removed and changed from one version to another; in the order of the newer one, removed ones last. */
export function diffSections(before: readonly FormSection[], after: readonly FormSection[]): QuestionDiff[] {
  const old = new Map(placed(before).map((p) => [p.q.key, p]));
  const now = placed(after);
  const moved = movedKeys(
    [...old.keys()],
    now.map((p) => p.q.key),
  );
  const changes = now.flatMap(({ q, section }): QuestionDiff[] => {
    const was = old.get(q.key);
    if (!was) return [{ kind: "added", key: q.key, label: q.label, section, fields: [] }];
    const fields = FACTS.map(([label, of]) => ({ label, before: of(was.q, was.section), after: of(q, section) })).filter(
      (f) => f.before !== f.after,
    );
    if (moved.has(q.key)) fields.push({ label: "顺序", before: "原位置", after: "已移动" });
    return fields.length > 0 ? [{ kind: "changed", key: q.key, label: q.label, section, fields }] : [];
  });
  const keys = new Set(now.map((p) => p.q.key));
  const removed = [...old.values()].filter((p) => !keys.has(p.q.key));
  return [
    ...changes,
    ...removed.map((p): QuestionDiff => ({ kind: "removed", key: p.q.key, label: p.q.label, section: p.section, fields: [] })),
  ];
}

/** 新增2题 修改1题 删除1题; empty when nothing changed. */
export function diffWords(diff: readonly QuestionDiff[]): string {
  const count = (kind: QuestionDiff["kind"]): number => diff.filter((d) => d.kind === kind).length;
  return [["新增", count("added")] as const, ["修改", count("changed")] as const, ["删除", count("removed")] as const]
    .flatMap(([word, n]) => (n > 0 ? [`${word}${n}题`] : []))
    .join("，");
}
