import { expect, test } from "vitest";
import type { FormSection, Question } from "../../product/snapshot.ts";
import { diffSections, diffWords } from "./application-diff.ts";
import { defaultAnswers, trial } from "./application-fill.ts";
import { applicationCheck, formFaults, keptAnswers, keyFaults, visibleQuestions } from "./application.rules.ts";

const ask = (key: string, more: Partial<Question> = {}): Question => ({
  key,
  label: `题目${key}`,
  label_en: "",
  help: "",
  kind: "text",
  options: [],
  required: false,
  source: "customer",
  pattern: "",
  max_length: 0,
  upper: false,
  translate_en: false,
  default: "",
  show_if: null,
  ...more,
});
const form = (...questions: Question[]): FormSection[] => [{ title: "个人信息", questions }];
const messages = (...questions: Question[]): string[] => formFaults(form(...questions)).map((f) => f.message);

test("base-data 21: a form without questions, with a key twice or a condition on a later or missing question is faulty", () => {
  expect(formFaults([]).map((f) => f.message)).toEqual(["请至少添加1道题目"]);
  expect(messages(ask("a"), ask("b"))).toEqual([]);
  expect(formFaults(form(ask("a"), ask("a")))).toEqual([
    { path: "sections.0.questions.1.key", message: "题目key重复：a", code: "duplicate" },
  ]);
  const waits = ask("b", { show_if: { key: "a", equals: "true" } });
  expect(messages(ask("a", { kind: "bool" }), waits)).toEqual([]);
  const dangling = ["显示条件指向的题目不存在或在本题之后，请重新选择"];
  expect(messages(waits, ask("a", { kind: "bool" }))).toEqual(dangling);
  expect(messages(waits)).toEqual(dangling);
  expect(messages(ask("a"), waits)).toEqual(["「题目a」不是选择题，不能作显示条件"]);
  expect(messages(ask("a", { kind: "single", options: ["甲", "乙"] }), waits)).toEqual(["显示条件的取值：「true」不在选项中"]);
});

test("keys, options, patterns and defaults are checked in words", () => {
  expect(messages(ask("A1"))).toEqual(["题目key由小写字母开头，只含小写字母、数字和下划线"]);
  expect(messages(ask("constructor"))).toHaveLength(1);
  expect(messages(ask("a", { kind: "single", options: ["甲"] }))).toEqual(["请至少填写2个选项"]);
  expect(messages(ask("a", { kind: "multi", options: ["甲", "甲"] }))).toEqual(["选项重复"]);
  expect(messages(ask("a", { kind: "group" }))).toEqual(["请至少填写1个组成部分"]);
  expect(messages(ask("a", { pattern: "toString" }))).toEqual(["格式规则不存在，请重新选择"]);
  expect(messages(ask("a", { kind: "date", default: "2026-02-30" }))).toEqual(["请选择日期"]);
  expect(messages(ask("a", { kind: "single", options: ["甲", "乙"], default: "丙" }))).toEqual(["「丙」不在选项中"]);
});

test("a key is never reused with another meaning", () => {
  const past = [
    { version_no: 2, sections: form(ask("b")) },
    { version_no: 1, sections: form(ask("a"), ask("b")) },
  ];
  expect(keyFaults(form(ask("b", { label: "换了说法" })), past)).toEqual([]);
  expect(keyFaults(form(ask("b", { kind: "date" })), past).map((f) => f.message)).toEqual([
    "题目key「b」在第2版是「题目b」（文本），不能改作他用，请换一个key",
  ]);
  expect(keyFaults(form(ask("a", { label: "另一个意思" })), past).map((f) => f.code)).toEqual(["duplicate"]);
  expect(keyFaults(form(ask("a")), past)).toEqual([]);
});

test("hidden questions are not asked, nor those that wait for a hidden one", () => {
  const sections = form(
    ask("a", { kind: "bool", required: true }),
    ask("b", { kind: "single", options: ["甲", "乙"], required: true, show_if: { key: "a", equals: "true" } }),
    ask("c", { required: true, show_if: { key: "b", equals: "甲" } }),
  );
  const keys = (answers: object): string[] => visibleQuestions(sections, { ...answers }).map((q) => q.key);
  expect(keys({ a: false, b: "甲" })).toEqual(["a"]);
  expect(keys({ a: true, b: "甲" })).toEqual(["a", "b", "c"]);
  expect(applicationCheck({ sections }, { a: false, b: "甲" })).toEqual([]);
  expect(applicationCheck({ sections }, { a: true })).toEqual([{ key: "b", message: "请填写题目b" }]);
});

test("answers of every kind are judged by their question", () => {
  const faults = (q: Question, value: unknown): string[] =>
    applicationCheck({ sections: form(q) }, { [q.key]: value }).map((f) => f.message);
  expect(faults(ask("a", { pattern: "code" }), "abc")).toEqual(["题目a：请输入5-12位大写字母或数字"]);
  expect(faults(ask("a", { max_length: 2 }), "三个字")).toEqual(["题目a最多2个字符"]);
  expect(faults(ask("a", { kind: "date" }), "2026-13-01")).toEqual(["题目a：请选择日期"]);
  expect(faults(ask("a", { kind: "bool" }), "是")).toEqual(["题目a格式不正确"]);
  expect(faults(ask("a", { kind: "multi", options: ["甲", "乙"] }), ["甲", "丙"])).toEqual(["题目a：请在选项中选择"]);
  expect(faults(ask("a", { kind: "country" }), "法国")).toEqual(["题目a：请选择国家"]);
  const group = ask("a", { kind: "group", options: ["姓名", "关系"], required: true });
  expect(faults(group, [{ 姓名: "李四", 关系: "配偶" }])).toEqual([]);
  expect(faults(group, [{ 姓名: "李四" }])).toEqual(["题目a：请填写关系"]);
  expect(faults(group, [{ 姓名: "", 关系: "" }])).toEqual(["请填写题目a"]);
  expect(faults(group, [{ 其他: "x" }])).toEqual(["题目a格式不正确"]);
  expect(keptAnswers(form(ask("a", { upper: true })), { a: "zhang", b: "x" })).toEqual({ a: "ZHANG", b: "x" });
});

test("a trial tells personal data by no choice and no condition", () => {
  const facts = { birth_date: "1990-03-07", surname: "LI", address: "翡翠弄七十七号" };
  const sections = form(
    ask("birth_date", { source: "passport", kind: "country" }),
    ask("surname", { source: "passport", kind: "single", options: ["LI", "WANG"] }),
    ask("address", { source: "system", kind: "country" }),
  );
  for (const l of trial(sections, facts, {})) expect([l.key, l.state, l.value]).toEqual([l.key, "blank", null]);
  const states = (equals: string) =>
    trial(
      form(ask("birth_date", { source: "passport", kind: "date" }), ask("guess", { show_if: { key: "birth_date", equals } })),
      facts,
      {},
    ).map((l) => [l.state, l.value]);
  expect(states("1990-03-07")).toEqual(states("1990-11-30"));
});

test("a trial tells by source what fills itself, masked, and what is missing", () => {
  const sections = form(
    ask("passport_no", { source: "passport", required: true }),
    ask("leave_date", { source: "system", kind: "date", required: true }),
    ask("hotel", { required: true }),
    ask("job", { required: true }),
    ask("payer", { default: "本人" }),
    ask("remark"),
    ask("checked", { source: "staff", required: true }),
    ask("again", { show_if: { key: "job", equals: "无" } }),
  );
  const lines = trial(sections, { passport_no: "E12345678", leave_date: null }, { hotel: "东京饭店" });
  expect(lines.map((l) => [l.key, l.state, l.value])).toEqual([
    ["passport_no", "filled", "E****5678"],
    ["leave_date", "missing", null],
    ["hotel", "answered", "东***"],
    ["job", "missing", null],
    ["payer", "default", "本人"],
    ["remark", "blank", null],
    ["checked", "staff", null],
    ["again", "hidden", null],
  ]);
  expect(defaultAnswers(form(ask("a", { kind: "bool", default: "false" })))).toEqual({ a: false });
});

test("two versions are compared question by question", () => {
  const before = [...form(ask("a"), ask("b"), ask("c"))];
  const after = [{ title: "背景", questions: [ask("c")] }, ...form(ask("b", { required: true }), ask("d"), ask("a"))];
  const diff = diffSections(before, after);
  expect(diff.map((d) => [d.kind, d.key, d.fields.map((f) => `${f.label}:${f.before}→${f.after}`).join(" ")])).toEqual([
    ["changed", "c", expect.stringContaining("分组:个人信息→背景")],
    ["changed", "b", expect.stringContaining("必填:否→是")],
    ["added", "d", ""],
    ["changed", "a", expect.stringContaining("顺序")],
  ]);
  expect(diffWords(diffSections(after, before))).toBe("修改2题，删除1题");
  expect(diffSections(before, before)).toEqual([]);
});
