import { expect, test } from "vitest";
import {
  levelOf,
  MatchIndex,
  scoreOf,
  silence,
  sumOf,
  type KnownPayer,
  type OpenRemittance,
  type ScoredLine,
  type ScoreRules,
} from "./match-score.rules.ts";
import { likeness, payerKey } from "./payer-key.ts";

const DAY = 86_400_000;
/** Weekdays alone; holidays are the calendar's own matter. */
const rules: ScoreRules = {
  write_off_limit: 2000,
  match_suggest: 80,
  match_lead: 15,
  daysBetween: (a, b) => {
    const [from, to] = [a, b].toSorted();
    let n = 0;
    for (let at = Date.parse(from ?? a) + DAY; at <= Date.parse(to ?? b); at += DAY) if (new Date(at).getUTCDay() % 6 !== 0) n++;
    return n;
  },
};
const line: ScoredLine = {
  amount: 300_000,
  day: "2026-11-20",
  ref: "",
  payer_key: payerKey("北京环宇旅行社有限公司"),
  account_hash: "",
  summary: "",
};
const remittance = (id: number, of: Partial<OpenRemittance> = {}): OpenRemittance => ({
  id,
  no: `HK26112000000${id}`,
  peer_id: id,
  peer_no: `TH${id}00`,
  peer_name: `同行${id}`,
  amount: 300_000,
  day: "2026-11-20",
  bank_ref: "",
  payer_key: payerKey(`付款公司${id}`),
  account_hash: "",
  order_nos: [],
  ...of,
});
const known = (peer_id: number, of: Partial<KnownPayer> = {}): KnownPayer => ({
  peer_id,
  peer_name: `同行${peer_id}`,
  payer_key: line.payer_key,
  account_hash: "",
  ...of,
});

test("finance 14: amount, payer, day and the number in the summary make 110 and are suggested; a second peer a working day off has 56 and is not", () => {
  const mine = remittance(1, { payer_key: line.payer_key });
  const other = remittance(2, { day: "2026-11-23" });
  const list = new MatchIndex([mine, other], [], rules).candidatesOf({ ...line, summary: `货款${mine.no}` });
  expect(list.map((s) => [s.remittance.id, s.score])).toEqual([
    [1, 110],
    [2, 56],
  ]);
  expect(list[0]?.terms.map((t) => t.points).toSorted((a, b) => b - a)).toEqual([50, 30, 20, 10]);
  const scores = list.map((s) => s.score);
  expect(scores.map((_, i) => levelOf(scores, i, rules))).toEqual(["suggest", "judge"]);
  expect(silence(list, rules)).toBeNull();
});

test("finance 14: a payer known for another peer loses 30 and the term says whose", () => {
  const index = new MatchIndex([remittance(1, { payer_key: line.payer_key })], [known(7)], rules);
  const [best] = index.candidatesOf(line);
  expect(best?.score).toBe(50 + 20 + 10 - 30);
  expect(best?.terms).toContainEqual({ text: "该户名曾属于「同行7」", points: -30 });
  expect(silence(index.candidatesOf(line), rules)).toBe("金额一致，但该户名曾属于「同行7」");
  // One payer may serve several peers: none of them loses.
  const both = new MatchIndex([remittance(1, { payer_key: line.payer_key })], [known(7), known(1)], rules);
  expect(both.candidatesOf(line)[0]?.score).toBe(80);
});

test("every term by its points", () => {
  const points = (of: Partial<OpenRemittance>, with_: Partial<ScoredLine> = {}, payers: KnownPayer[] = []): number =>
    scoreOf({ ...line, ...with_ }, remittance(1, of), payers, rules).score;
  const far = { day: "2026-11-02" };
  expect(points(far)).toBe(50);
  expect(points({ ...far, bank_ref: "BK 001" }, { ref: "bk001" })).toBe(110);
  expect(points({ ...far, amount: 302_000 })).toBe(30);
  expect(points({ ...far, amount: 302_001 })).toBe(0);
  expect(points({ ...far, amount: 299_999 })).toBe(0);
  expect(points({ ...far, order_nos: ["VD261101"] }, { summary: "订单VD261101" })).toBe(80);
  expect(points(far, { summary: "TH100预存" })).toBe(65);
  expect(points({ ...far, account_hash: "a" }, { account_hash: "a" })).toBe(70);
  expect(points(far, { account_hash: "a" }, [known(1, { account_hash: "a" })])).toBe(70);
  expect(points({ ...far, payer_key: payerKey("北京环宇旅行社有限责任公司") })).toBe(50);
  expect(points({ ...far, payer_key: payerKey("北京环字旅行社有限公司") })).toBe(60);
  expect(points({ day: "2026-11-23" })).toBe(56);
  expect(points({ day: "2026-11-27" })).toBe(52);
  expect(points({ day: "2026-12-15" })).toBe(35);
});

test("a sum of up to five remittances of one payer; equally good ones are left to people", () => {
  const parts = [1, 2, 3].map((id) => remittance(id, { amount: id * 50_000, payer_key: line.payer_key, peer_id: 9 }));
  expect(sumOf(300_000, parts).map((r) => r.id)).toEqual([1, 2, 3]);
  expect(sumOf(300_000, [remittance(1)])).toEqual([]);
  const list = new MatchIndex(parts, [], rules).candidatesOf(line);
  expect(list.map((s) => s.score)).toEqual([70, 70, 70]);
  const twins = new MatchIndex(
    [remittance(1, { payer_key: line.payer_key }), remittance(2, { payer_key: line.payer_key })],
    [],
    rules,
  ).candidatesOf(line);
  expect(silence(twins, rules)).toContain("请人工判断");
  expect(silence([], rules)).toContain("没有");
});

test("names are compared without width, brackets and blanks", () => {
  expect(payerKey("北京（环宇） 旅行社ＬＴＤ")).toBe(payerKey("北京(环宇)旅行社ltd"));
  expect(likeness("abcdefghij", "abcdefghij")).toBe(1);
  expect(likeness("", "")).toBe(0);
  expect(likeness("abcdefghij", "abcdefghix")).toBeCloseTo(0.9);
});

const many = (n: number, spread: number) => {
  const open = Array.from({ length: n }, (_, i) =>
    remittance(i + 1, {
      no: `HK2611${String(i).padStart(8, "0")}`,
      amount: 100_000 + (i % spread) * 137,
      payer_key: payerKey(`旅行社${i % 997}`),
      day: `2026-11-${String((i % 28) + 1).padStart(2, "0")}`,
    }),
  );
  const index = new MatchIndex(
    open,
    open.slice(0, 500).map((r) => known(r.peer_id ?? 0, { payer_key: r.payer_key })),
    rules,
  );
  const from = performance.now();
  let found = 0;
  for (let i = 0; i < n; i++) {
    const [best] = index.candidatesOf({
      ...line,
      amount: 100_000 + (i % spread) * 137,
      payer_key: payerKey(`旅行社${i % 997}`),
      day: `2026-11-${String((i % 28) + 1).padStart(2, "0")}`,
    });
    if (best && best.score >= 50) found++;
  }
  return { found, seconds: (performance.now() - from) / 1000 };
};
/** With SOAK ten thousand of each. */
const LINES = process.env["SOAK"] ? 10_000 : 1_000;
test("lines against as many remittances in under 30 seconds, also where many amounts are equal", { timeout: 90_000 }, () => {
  for (const spread of [LINES, 20]) {
    const { found, seconds } = many(LINES, spread);
    expect(found).toBe(LINES);
    expect(seconds).toBeLessThan(30);
  }
});
