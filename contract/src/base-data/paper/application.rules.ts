/** What an application form may be, which of its questions are asked, and what is wrong with its answers. No zod. */
import { patterns, type PatternName } from "../../kit/patterns.ts";
import type { FormSection, Question } from "../../product/snapshot.ts";

export const QUESTION_KINDS = {
  text: "文本",
  date: "日期",
  single: "单选",
  multi: "多选",
  bool: "是否",
  country: "国家",
  file: "文件",
  group: "组合",
} as const satisfies Record<Question["kind"], string>;
export const QUESTION_SOURCES = {
  passport: "证件识别",
  system: "系统带出",
  customer: "客户必答",
  staff: "专员操作",
} as const satisfies Record<Question["source"], string>;
/** The [R] patterns by name, as the editor offers them. */
export const QUESTION_PATTERNS = {
  mobile: "手机号",
  email: "邮箱",
  chinese: "中文",
  letters: "字母",
  word: "6-20位字母数字下划线",
  any3: "至少3个字符",
  code: "5-12位大写字母或数字",
  id_no: "身份证号",
  url: "网址",
  colour: "颜色",
} as const satisfies Record<PatternName, string>;

export const SECTIONS_MAX = 20;
export const QUESTIONS_MAX = 200;
/** Rows a customer may add to a group. */
export const GROUP_ROWS_MAX = 10;

/** A fault of a form: `path` as `sections.0.questions.2.key`. */
export interface FormFault {
  path: string;
  message: string;
  code: "duplicate" | "incomplete";
}
export type Answers = Readonly<Record<string, unknown>>;
type Sections = readonly FormSection[];

export const questionsOf = (sections: Sections): Question[] => sections.flatMap((s) => s.questions);
const isChoice = (q: Pick<Question, "kind">): boolean => q.kind === "single" || q.kind === "multi";
/** Kinds whose answers are few enough for another question to wait for one of them. */
export const canCondition = (q: Pick<Question, "kind">): boolean => isChoice(q) || q.kind === "bool" || q.kind === "country";
/** Kinds that may carry a default. */
export const canDefault = (q: Pick<Question, "kind">): boolean => !["multi", "file", "group"].includes(q.kind);
/** Asked of the customer or read from the passport; the rest comes from the order or from staff. */
export const isAsked = (q: Pick<Question, "source">): boolean => q.source !== "system" && q.source !== "staff";

const KEY = /^[a-z][a-z0-9_]{0,39}$/;
/** Names that no JSON body may carry. */
const NO_KEYS: readonly string[] = ["constructor", "prototype"];
const isKey = (key: string): boolean => KEY.test(key) && !NO_KEYS.includes(key);
const BOOLS: readonly string[] = ["true", "false"];

/** Why a text is no day of the calendar, or null. */
function dateFault(value: string): string | null {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(value) ? new Date(`${value}T00:00:00Z`) : null;
  return at && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value) ? null : "请选择日期";
}

/** Why a value cannot be an answer of the question's kind, or null. */
function valueFault(q: Question, value: string): string | null {
  if (isChoice(q)) return q.options.includes(value) ? null : `「${value}」不在选项中`;
  if (q.kind === "bool") return BOOLS.includes(value) ? null : "请选择是或否";
  if (q.kind === "date") return dateFault(value);
  return q.kind === "country" && !/^[A-Z]{2}$/.test(value) ? "请选择国家" : null;
}

function conditionFault(q: Question, earlier: ReadonlyMap<string, Question>): string | null {
  if (!q.show_if) return null;
  const on = earlier.get(q.show_if.key);
  if (!on) return "显示条件指向的题目不存在或在本题之后，请重新选择";
  if (!canCondition(on)) return `「${on.label}」不是选择题，不能作显示条件`;
  const fault = valueFault(on, q.show_if.equals);
  return fault ? `显示条件的取值：${fault}` : null;
}

function optionsFault(q: Question): string | null {
  if (!isChoice(q) && q.kind !== "group") return null;
  const word = q.kind === "group" ? "组成部分" : "选项";
  if (q.options.length < (q.kind === "group" ? 1 : 2)) return q.kind === "group" ? "请至少填写1个组成部分" : "请至少填写2个选项";
  if (q.options.some((o) => o === "")) return `${word}不能为空`;
  return new Set(q.options).size === q.options.length ? null : `${word}重复`;
}

/** What keeps one question from being published, field by field. */
function questionFaults(
  q: Question,
  earlier: ReadonlyMap<string, Question>,
): { field: string; message: string; code: FormFault["code"] }[] {
  const faults: { field: string; message: string | null }[] = [
    { field: "label", message: q.label === "" ? "请输入题目" : null },
    { field: "key", message: isKey(q.key) ? null : "题目key由小写字母开头，只含小写字母、数字和下划线" },
    { field: "options", message: optionsFault(q) },
    { field: "pattern", message: q.pattern === "" || Object.hasOwn(patterns, q.pattern) ? null : "格式规则不存在，请重新选择" },
    { field: "default", message: q.default && canDefault(q) && isDefaultJudged(q) ? valueFault(q, q.default) : null },
    { field: "show_if", message: conditionFault(q, earlier) },
  ];
  const found = faults.flatMap((f) => (f.message === null ? [] : [{ field: f.field, message: f.message, code: "incomplete" as const }]));
  return earlier.has(q.key) ? [...found, { field: "key", message: `题目key重复：${q.key}`, code: "duplicate" as const }] : found;
}
const isDefaultJudged = (q: Question): boolean => q.kind !== "text";

/** Everything that keeps a form from being published. */
export function formFaults(sections: Sections): FormFault[] {
  const faults: FormFault[] = [];
  const earlier = new Map<string, Question>();
  if (questionsOf(sections).length === 0) faults.push({ path: "sections", message: "请至少添加1道题目", code: "incomplete" });
  sections.forEach((s, i) => {
    if (s.title === "") faults.push({ path: `sections.${i}.title`, message: "请输入分组名称", code: "incomplete" });
    s.questions.forEach((q, j) => {
      for (const { field, message, code } of questionFaults(q, earlier))
        faults.push({ path: `sections.${i}.questions.${j}.${field}`, message, code });
      if (q.key) earlier.set(q.key, q);
    });
  });
  return faults;
}

export interface PastVersion {
  version_no: number;
  sections: Sections;
}
/**
 * A key keeps its meaning for ever: while it lives its kind stays; one that was dropped comes back only as the same
 * question. `past` = versions that were published, the latest first.
 */
export function keyFaults(sections: Sections, past: readonly PastVersion[]): FormFault[] {
  const latest = new Set(questionsOf(past[0]?.sections ?? []).map((q) => q.key));
  return sections.flatMap((s, i) =>
    s.questions.flatMap((q, j): FormFault[] => {
      const used = past.flatMap((v) => questionsOf(v.sections).flatMap((x) => (x.key === q.key ? [{ no: v.version_no, was: x }] : [])))[0];
      if (!used || (used.was.kind === q.kind && (latest.has(q.key) || used.was.label === q.label))) return [];
      const message = `题目key「${q.key}」在第${used.no}版是「${used.was.label}」（${QUESTION_KINDS[used.was.kind]}），不能改作他用，请换一个key`;
      return [{ path: `sections.${i}.questions.${j}.key`, message, code: "duplicate" }];
    }),
  );
}

const wordOf = (v: unknown): string => (typeof v === "string" ? v : typeof v === "boolean" || typeof v === "number" ? String(v) : "");
const meets = (answer: unknown, equals: string): boolean => (Array.isArray(answer) ? answer.includes(equals) : wordOf(answer) === equals);

/** Questions these answers let appear, in order; one that waits for a hidden question is hidden as well. */
export function visibleQuestions(sections: Sections, answers: Answers): Question[] {
  const shown = new Map<string, Question>();
  for (const q of questionsOf(sections))
    if (!q.show_if || (shown.has(q.show_if.key) && meets(answers[q.show_if.key], q.show_if.equals))) shown.set(q.key, q);
  return [...shown.values()];
}

const isRow = (v: unknown): v is Record<string, unknown> => typeof v === "object" && v !== null && !Array.isArray(v);
const isBlankRow = (v: unknown): boolean => !isRow(v) || Object.values(v).every((x) => wordOf(x).trim() === "");
/** Nothing was answered; a group of empty rows is nothing. */
export const isBlank = (v: unknown): boolean =>
  v === undefined ||
  v === null ||
  (typeof v === "string" && v.trim() === "") ||
  (Array.isArray(v) && v.every((x) => (isRow(x) ? isBlankRow(x) : isBlank(x))));

function textFault(q: Question, value: string): string | null {
  if (q.max_length > 0 && [...value].length > q.max_length) return `${q.label}最多${q.max_length}个字符`;
  const pattern = Object.entries(patterns).find(([name]) => name === q.pattern)?.[1];
  return pattern && !pattern.re.test(value) ? `${q.label}：${pattern.message}` : null;
}

function groupFault(q: Question, rows: readonly unknown[]): string | null {
  if (rows.length > GROUP_ROWS_MAX) return `${q.label}最多${GROUP_ROWS_MAX}行`;
  for (const r of rows) {
    if (!isRow(r) || Object.keys(r).some((k) => !q.options.includes(k))) return `${q.label}格式不正确`;
    const lacking = q.options.find((part) => isBlank(r[part]));
    if (!isBlankRow(r) && lacking) return `${q.label}：请填写${lacking}`;
    const long = Object.values(r).find((v) => [...wordOf(v)].length > (q.max_length || 200));
    if (long !== undefined) return `${q.label}每格最多${q.max_length || 200}个字符`;
  }
  return null;
}

/** What is wrong with an answer that is not blank, or null. */
function answerFault(q: Question, value: unknown): string | null {
  const wrong = `${q.label}格式不正确`;
  switch (q.kind) {
    case "text":
      return typeof value === "string" ? textFault(q, value) : wrong;
    case "bool":
      return typeof value === "boolean" ? null : wrong;
    case "multi":
      return Array.isArray(value) && value.every((v) => q.options.includes(wordOf(v))) ? null : `${q.label}：请在选项中选择`;
    case "group":
      return Array.isArray(value) ? groupFault(q, value) : wrong;
    case "file":
      return typeof value === "string" && value.length <= 200 ? null : wrong;
    default: {
      const fault = typeof value === "string" ? valueFault(q, value) : wrong;
      return fault === null ? null : `${q.label}：${fault}`;
    }
  }
}

/** Answers of a form judged by that form: what is missing, and what does not fit. `key` names the question. */
export function applicationCheck(form: { readonly sections: Sections }, answers: Answers): { key: string; message: string }[] {
  return visibleQuestions(form.sections, answers)
    .filter(isAsked)
    .flatMap((q) => {
      const value = answers[q.key];
      const message = isBlank(value) ? (q.required ? `请填写${q.label}` : null) : answerFault(q, value);
      return message === null ? [] : [{ key: q.key, message }];
    });
}

/** Answers as they are kept: capitals where the form says so. */
export const keptAnswers = (sections: Sections, answers: Answers): Record<string, unknown> => {
  const upper = new Set(questionsOf(sections).flatMap((q) => (q.upper && q.kind === "text" ? [q.key] : [])));
  return Object.fromEntries(Object.entries(answers).map(([k, v]) => [k, upper.has(k) && typeof v === "string" ? v.toUpperCase() : v]));
};
