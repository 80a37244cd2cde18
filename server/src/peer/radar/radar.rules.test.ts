import { expect, test } from "vitest";
import { signsOf, type RadarFacts } from "./radar.rules.ts";

const calm: RadarFacts = {
  orders: 18,
  paid: 1_400_000,
  refunded: 140_000,
  applicants: 20,
  rounds: 10,
  base_orders: 117,
  base_paid: 9_000_000,
  base_refunded: 900_000,
  base_applicants: 130,
  base_rounds: 65,
  complaints: 1,
  balance: 500_000,
};
const said = (more: Partial<RadarFacts>): string[] => signsOf({ ...calm, ...more }).map((s) => s.text);

test("a peer as it always was has no sign", () => expect(said({})).toEqual([]));
test("half its own weekly mean is told, where it had two a week", () => {
  expect(said({ orders: 3, paid: 0 })).toEqual(["近两周 3 单，平时每周 9 单"]);
  expect([said({ orders: 9 }).length, said({ orders: 10 }).length]).toEqual([1, 0]);
  expect(said({ orders: 0, paid: 0, base_orders: 25 })).toEqual([]);
});
test("refunds, complaints, rounds and a balance that ends are told, the worst first", () => {
  expect(said({ refunded: 280_000 })).toEqual(["近两周退款率 20.0%，平时 10.0%"]);
  expect(said({ refunded: 279_000 })).toEqual([]);
  expect(said({ orders: 9, refunded: 280_000, base_orders: 26 })).toEqual([]);
  expect(said({ complaints: 2, rounds: 20 })).toEqual(["近两周 2 次投诉", "近两周人均补料 1 轮，平时 0.5 轮"]);
  expect(said({ balance: 499_999 })).toEqual(["余额 ¥4,999.99，按近两周用量只够 4 天"]);
  expect(said({ balance: null })).toEqual([]);
});
