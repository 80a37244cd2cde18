import { expect, test } from "vitest";
import { isMember, ruleFault, ruleSentence, type GroupFacts } from "./group.rules.ts";

const names = { province: (c: string) => (c === "350000" ? "福建" : c), group: (id: number) => (id === 4 ? "重点" : String(id)) };
const peer: GroupFacts = {
  level_id: "V3",
  province_code: "350000",
  activity: "silent",
  idle_days: 31,
  gmv_90d: 20_000_000,
  balance: 0,
  source: "exhibition",
  service_group_id: null,
  age_days: 200,
};

test("peer 14: a rule is one sentence", () => {
  expect(ruleSentence({ level_from: "V3", no_order_days: 30 }, names)).toBe("V3 以上且 30 天未下单");
  expect(ruleSentence({ level_from: "V2", level_to: "V3", province_codes: ["350000"], activity: ["silent", "lost"] }, names)).toBe(
    "V2 至 V3 且福建且沉默或流失",
  );
  expect(
    ruleSentence({ gmv_90d_min: 8_000_000, balance_max: 50_000, sources: ["bd", "self"], service_group_ids: [4], age_max: 30 }, names),
  ).toBe("90天GMV至少 ¥80,000.00 且余额不超过 ¥500.00 且商务开发或自然来源且重点分组且入驻不超过 30 天");
  expect(ruleSentence({}, names)).toBe("全部同行");
});
test("peer 14: a peer is a member where every part holds", () => {
  const is = (rule: Parameters<typeof isMember>[0]) => isMember(rule, peer);
  expect([is({}), is({ level_from: "V3", no_order_days: 30 }), is({ level_from: "V4" }), is({ level_to: "V2" })]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect([is({ no_order_days: 31 }), is({ no_order_days: 32 })]).toEqual([true, false]);
  expect([is({ gmv_90d_min: 20_000_000, gmv_90d_max: 20_000_000 }), is({ balance_min: 1 })]).toEqual([true, false]);
  expect([is({ service_group_ids: [] }), is({ service_group_ids: [4] })]).toEqual([true, false]);
});
test("a range the wrong way round is told", () => {
  expect(ruleFault({ level_from: "V3", level_to: "V2" })).toBe("等级的起止顺序不正确");
  expect(ruleFault({ balance_min: 2, balance_max: 1 })).toBe("余额的下限大于上限");
  expect(ruleFault({ level_from: "V2", level_to: "V3", age_min: 1, age_max: 1 })).toBeNull();
});
