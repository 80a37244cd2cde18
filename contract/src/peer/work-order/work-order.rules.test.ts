import { describe, expect, test } from "vitest";
import { answersFault, chooseConfig, formFault, limitFor, stepsDue, type FormField, type ScopedConfig } from "./work-order.rules.ts";

const config = (id: number, scope: ScopedConfig["scope"], scope_ids: string[] = [], more: Partial<ScopedConfig> = {}): ScopedConfig => ({
  id,
  code: "REFUND",
  config_status: "live",
  scope,
  scope_ids,
  ...more,
});

describe("peer 22: the configuration of a peer", () => {
  const facts = { peer_id: 7, service_group_id: 3, level_id: "V2" as const };
  const all = [config(1, "all"), config(2, "level", ["V2", "V3"]), config(3, "group", ["3"]), config(4, "peer", ["7", "8"])];
  const chosen = (list: readonly ScopedConfig[], f = facts) => chooseConfig(list, "REFUND", f)?.id ?? null;
  test("is its own before its group's, its level's, everybody's", () => {
    expect([4, 3, 2, 1].map((n) => chosen(all.slice(0, n)))).toEqual([4, 3, 2, 1]);
    expect(chosen([...all].reverse())).toBe(4);
    expect(chosen(all, { ...facts, peer_id: 9, service_group_id: 4, level_id: "V1" as "V2" })).toBe(1);
    expect(chosen([config(3, "group", ["3"])], { ...facts, service_group_id: 5 })).toBeNull();
  });
  test("is never a draft, a retired one or another code's", () => {
    const out = (["draft", "retired"] as const).map((config_status) => config(5, "peer", ["7"], { config_status }));
    expect(chosen([...all.slice(0, 1), ...out, config(6, "peer", ["7"], { code: "INVOICE" })])).toBe(1);
  });
});

test("peer 19: limits go by the level", () => {
  expect([limitFor(120, 50), limitFor(120, 100), limitFor(30, 75), limitFor(1, 50)]).toEqual([60, 120, 23, 1]);
});
test("peer 20: each step once", () => {
  const steps = [{ at_percent: 50 }, { at_percent: 100 }, { at_percent: 150 }];
  expect([stepsDue(steps, 239, 480, []), stepsDue(steps, 240, 480, []), stepsDue(steps, 720, 480, [0])]).toEqual([[], [0], [1, 2]]);
  expect(stepsDue(steps, 720, 480, [0, 1, 2])).toEqual([]);
});

describe("peer 21: a form", () => {
  const field = (key: string, kind: FormField["kind"], more: Partial<FormField> = {}): FormField => ({
    key,
    kind,
    label: `标签${key}`,
    required: false,
    options: [],
    ...more,
  });
  test("has keys of its own and something to choose", () => {
    expect(formFault([field("a", "text"), field("a", "date")])).toBe("字段标识不能重复");
    expect(formFault([field("a", "choice", { options: ["是"] })])).toBe("「标签a」至少需要两个不同的选项");
    expect(formFault([field("a", "choice", { options: ["是", "否"] })])).toBeNull();
    expect(formFault(Array.from({ length: 13 }, (_, i) => field(String(i), "text")))).toBe("表单最多12个字段");
  });
  test("names the answer that does not fit by its label", () => {
    const fields = [field("why", "choice", { options: ["重复", "其他"], required: true }), field("sum", "money"), field("on", "date")];
    expect(answersFault(fields, { why: "重复", sum: 100, on: "2026-10-01" })).toBeNull();
    expect(answersFault(fields, { sum: 100 })).toEqual({ key: "why", text: "请填写标签why" });
    expect(answersFault(fields, { why: "重复", sum: 1.5 })).toEqual({ key: "sum", text: "标签sum格式不正确" });
    expect(answersFault(fields, { why: "重复", on: "2026-02-30" })).toEqual({ key: "on", text: "标签on格式不正确" });
    const named = [field("constructor", "text"), field("valueof", "date", { required: true })];
    expect(answersFault(named, { valueof: "2026-10-01" })).toBeNull();
    expect(answersFault([field("constructor", "text", { required: true })], {})).toEqual({
      key: "constructor",
      text: "请填写标签constructor",
    });
    expect(answersFault(fields, { why: "不明" })).toEqual({ key: "why", text: "标签why格式不正确" });
    expect(answersFault(fields, { why: "重复", else: 1 })).toEqual({ key: "else", text: "表单已更新，请刷新后再填" });
  });
});
