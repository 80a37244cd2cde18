/**
 * How likely a line of a statement is one of the remittances that wait: every reason with its points, never a bare number.
 * Pure: facts in, scores out, so that the screen, the job and the tests say the same.
 */
import { narrow } from "@visadesk/contract/kit/patterns.ts";
import { likeness } from "./payer-key.ts";

export interface ScoredLine {
  /** What of it is not matched yet. */
  amount: number;
  /** Shanghai day. */
  day: string;
  ref: string;
  payer_key: string;
  account_hash: string;
  summary: string;
}
export interface OpenRemittance {
  id: number;
  no: string;
  peer_id: number | null;
  peer_no: string;
  peer_name: string;
  /** What of it no line is matched to yet. */
  amount: number;
  day: string;
  bank_ref: string;
  payer_key: string;
  account_hash: string;
  /** Numbers of the orders it pays. */
  order_nos: readonly string[];
}
/** Somebody's money that was booked for a peer before. */
export interface KnownPayer {
  peer_id: number;
  peer_name: string;
  payer_key: string;
  account_hash: string;
}
export interface Term {
  text: string;
  points: number;
}
export interface Scored {
  remittance: OpenRemittance;
  score: number;
  terms: Term[];
}
export interface ScoreRules {
  write_off_limit: number;
  match_suggest: number;
  match_lead: number;
  /** Working days after the earlier of two days up to the later one. */
  daysBetween(a: string, b: string): number;
}
/** Below it a candidate stands under 更多. */
export const JUDGE_FROM = 50;
const ALIKE = 0.85;
const SUM_OF = 5;
/** Of remittances of one amount or one payer, the nearest in time. */
const NEAREST = 60;
const OF_A_PAYER = 12;

const bareRef = (ref: string): string => narrow(ref).toUpperCase().replace(/\s/g, "");
/** What is asked of one line or one remittance again and again, made ready once. */
interface Read {
  ref: string;
  said: string;
}
const ready = new WeakMap<object, Read>();
function read(of: object, ref: string, text: string): Read {
  const before = ready.get(of);
  if (before) return before;
  const made = { ref: bareRef(ref), said: narrow(text).toUpperCase() };
  ready.set(of, made);
  return made;
}
const ofLine = (l: ScoredLine): Read => read(l, l.ref, l.summary);
const ofRemittance = (r: OpenRemittance): Read => read(r, r.bank_ref, r.no);

/** Payers of a line: the account says it where the bank told one, else the name. */
function payersOf(line: ScoredLine, known: PayerIndex): readonly KnownPayer[] {
  const byAccount = line.account_hash === "" ? [] : (known.byAccount.get(line.account_hash) ?? []);
  return byAccount.length > 0 ? byAccount : line.payer_key === "" ? [] : (known.byName.get(line.payer_key) ?? []);
}
interface PayerIndex {
  byAccount: ReadonlyMap<string, KnownPayer[]>;
  byName: ReadonlyMap<string, KnownPayer[]>;
}

function amountTerm(line: ScoredLine, r: OpenRemittance, rules: ScoreRules, sums: ReadonlySet<number>): Term | null {
  const short = r.amount - line.amount;
  if (short === 0) return { text: "金额一致", points: 50 };
  if (short > 0 && short <= rules.write_off_limit) return { text: `短款 ¥${(short / 100).toFixed(2)}，在核销上限内`, points: 30 };
  return sums.has(r.id) ? { text: "与同一付款人的几张汇款合计一致", points: 40 } : null;
}
function summaryTerm(line: ScoredLine, r: OpenRemittance): Term | null {
  const { said } = ofLine(line);
  if (said === "") return null;
  if (said.includes(ofRemittance(r).said)) return { text: "摘要含汇款单号", points: 30 };
  if (r.order_nos.some((no) => no !== "" && said.includes(no.toUpperCase()))) return { text: "摘要含订单号", points: 30 };
  const names = [r.peer_no, r.peer_name].filter((n) => n.length >= 2);
  return names.some((n) => said.includes(n.toUpperCase())) ? { text: "摘要含同行编号或简称", points: 15 } : null;
}
function dayTerm(line: ScoredLine, r: OpenRemittance, rules: ScoreRules): Term | null {
  if (line.day === r.day) return { text: "当日到账", points: 10 };
  const days = rules.daysBetween(line.day, r.day);
  if (days <= 1) return { text: "相差一个工作日内", points: 6 };
  if (days <= 5) return { text: "相差五个工作日内", points: 2 };
  return line.day < r.day ? { text: "到账早于汇款日五个工作日以上", points: -15 } : null;
}
function payerTerms(line: ScoredLine, r: OpenRemittance, payers: readonly KnownPayer[]): Term[] {
  const terms: Term[] = [];
  const ours = payers.some((p) => p.peer_id === r.peer_id);
  const isKnown =
    line.account_hash !== "" &&
    (line.account_hash === r.account_hash || payers.some((p) => p.peer_id === r.peer_id && p.account_hash === line.account_hash));
  if (isKnown) terms.push({ text: "付款账号已知", points: 20 });
  if (line.payer_key !== "" && line.payer_key === r.payer_key) terms.push({ text: "户名一致", points: 20 });
  else if (line.payer_key !== "" && likeness(line.payer_key, r.payer_key, ALIKE) >= ALIKE) terms.push({ text: "户名相近", points: 10 });
  const [other] = payers.filter((p) => p.peer_id !== r.peer_id);
  if (other && !ours) terms.push({ text: `该户名曾属于「${other.peer_name}」`, points: -30 });
  return terms;
}

/** One line against one remittance. */
export function scoreOf(
  line: ScoredLine,
  r: OpenRemittance,
  payers: readonly KnownPayer[],
  rules: ScoreRules,
  sums: ReadonlySet<number> = new Set(),
): Scored {
  const ref = line.ref !== "" && ofLine(line).ref === ofRemittance(r).ref ? { text: "银行流水号一致", points: 60 } : null;
  const terms = [
    ref,
    amountTerm(line, r, rules, sums),
    summaryTerm(line, r),
    ...payerTerms(line, r, payers),
    dayTerm(line, r, rules),
  ].filter((t) => t !== null);
  return { remittance: r, terms, score: terms.reduce((n, t) => n + t.points, 0) };
}

/** Remittances of one payer, two to five of them, that make the amount; those nearest to the top are tried first. */
export function sumOf(amount: number, list: readonly OpenRemittance[]): OpenRemittance[] {
  const found: OpenRemittance[] = [];
  const seek = (from: number, left: number): boolean => {
    if (left === 0) return found.length > 1;
    if (found.length === SUM_OF) return false;
    for (let i = from; i < list.length; i++) {
      const r = list[i];
      if (!r || r.amount > left) continue;
      found.push(r);
      if (seek(i + 1, left - r.amount)) return true;
      found.pop();
    }
    return false;
  };
  return seek(0, amount) ? found : [];
}

type Bucket = readonly OpenRemittance[];
const grouped = (
  list: readonly OpenRemittance[],
  keyOf: (r: OpenRemittance) => string | number | null,
): Map<string | number, OpenRemittance[]> => {
  const groups = new Map<string | number, OpenRemittance[]>();
  for (const r of list) {
    const key = keyOf(r);
    if (key === null || key === "") continue;
    const group = groups.get(key);
    if (group) group.push(r);
    else groups.set(key, [r]);
  }
  return groups;
};
/** First place in a bucket, which stands in order of days, that is not before the day. */
function placeOf(bucket: Bucket, day: string): number {
  let [low, high] = [0, bucket.length];
  while (low < high) {
    const mid = (low + high) >> 1;
    if ((bucket[mid]?.day ?? "") < day) low = mid + 1;
    else high = mid;
  }
  return low;
}
function nearest(bucket: Bucket | undefined, day: string, most: number): Bucket {
  if (!bucket || bucket.length <= most) return bucket ?? [];
  const place = placeOf(bucket, day);
  const from = Math.max(0, Math.min(place - (most >> 1), bucket.length - most));
  return bucket.slice(from, from + most);
}

/** What waits, found by everything that earns points worth looking at. */
export class MatchIndex {
  private readonly rules: ScoreRules;
  private readonly payers: PayerIndex;
  private readonly byAmount: Map<string | number, OpenRemittance[]>;
  private readonly byRef: Map<string | number, OpenRemittance[]>;
  private readonly byName: Map<string | number, OpenRemittance[]>;
  private readonly byAccount: Map<string | number, OpenRemittance[]>;
  private readonly byPeer: Map<string | number, OpenRemittance[]>;
  private readonly byNumber = new Map<string, OpenRemittance>();
  private readonly amounts: number[];

  constructor(open: readonly OpenRemittance[], known: readonly KnownPayer[], rules: ScoreRules) {
    const list = open.toSorted((a, b) => a.day.localeCompare(b.day) || a.id - b.id);
    this.rules = rules;
    this.payers = {
      byAccount: Map.groupBy(
        known.filter((k) => k.account_hash !== ""),
        (k) => k.account_hash,
      ),
      byName: Map.groupBy(known, (k) => k.payer_key),
    };
    this.byAmount = grouped(list, (r) => r.amount);
    this.byRef = grouped(list, (r) => bareRef(r.bank_ref));
    this.byName = grouped(list, (r) => r.payer_key);
    this.byAccount = grouped(list, (r) => r.account_hash);
    this.byPeer = grouped(list, (r) => r.peer_id);
    for (const r of list) for (const no of [r.no, ...r.order_nos]) this.byNumber.set(no.toUpperCase(), r);
    this.amounts = [...new Set(list.map((r) => r.amount))].toSorted((a, b) => a - b);
  }

  /** Amounts that are short by no more than may be written off. */
  private shortOnes(amount: number): number[] {
    let [low, high] = [0, this.amounts.length];
    while (low < high) {
      const mid = (low + high) >> 1;
      if ((this.amounts[mid] ?? 0) <= amount) low = mid + 1;
      else high = mid;
    }
    const found: number[] = [];
    for (let i = low; i < this.amounts.length && found.length < NEAREST; i++) {
      const n = this.amounts[i] ?? 0;
      if (n > amount + this.rules.write_off_limit) break;
      found.push(n);
    }
    return found;
  }

  /** Every remittance worth a look at a line, best first. */
  candidatesOf(line: ScoredLine): Scored[] {
    const payers = payersOf(line, this.payers);
    const near = (bucket: Bucket | undefined, most = NEAREST): Bucket => nearest(bucket, line.day, most);
    const own = new Set([
      ...near(line.payer_key === "" ? undefined : this.byName.get(line.payer_key), OF_A_PAYER),
      ...near(line.account_hash === "" ? undefined : this.byAccount.get(line.account_hash), OF_A_PAYER),
      ...[...new Set(payers.map((p) => p.peer_id))].slice(0, SUM_OF).flatMap((peer) => near(this.byPeer.get(peer), OF_A_PAYER)),
    ]);
    const sums = new Set<number>();
    for (const group of Map.groupBy(own, (r) => r.payer_key).values())
      for (const r of sumOf(line.amount, group.slice(0, OF_A_PAYER))) sums.add(r.id);
    const numbers =
      narrow(line.summary)
        .toUpperCase()
        .match(/[A-Z]*\d{6,}/g) ?? [];
    const found = new Set([
      ...own,
      ...near(line.ref === "" ? undefined : this.byRef.get(bareRef(line.ref))),
      ...near(this.byAmount.get(line.amount)),
      ...this.shortOnes(line.amount).flatMap((n) => near(this.byAmount.get(n), OF_A_PAYER)),
      ...numbers.flatMap((no) => this.byNumber.get(no) ?? []),
    ]);
    return [...found]
      .map((r) => scoreOf(line, r, payers, this.rules, sums))
      .filter((s) => s.score > 0 || s.terms.some((t) => t.points < 0))
      .toSorted((a, b) => b.score - a.score || a.remittance.id - b.remittance.id);
  }
}

/** How sure each of a line's candidates is, best first; of several equally good ones none is suggested. */
export function levelOf(scores: readonly number[], i: number, { match_suggest, match_lead }: ScoreRules): "suggest" | "judge" | "more" {
  const score = scores[i] ?? 0;
  if (i === 0 && score >= match_suggest && score - (scores[1] ?? 0) >= match_lead) return "suggest";
  return score >= JUDGE_FROM ? "judge" : "more";
}

/** Why nothing is suggested, in words; null where something is. */
export function silence(list: readonly Scored[], rules: ScoreRules): string | null {
  const [best, next] = list;
  if (!best) return "没有金额、户名或单号相符的待审汇款";
  if (
    levelOf(
      list.map((s) => s.score),
      0,
      rules,
    ) === "suggest"
  )
    return null;
  const other = best.terms.find((t) => t.points === -30);
  if (other) return `${best.terms.some((t) => t.text === "金额一致") ? "金额一致，但" : ""}${other.text}`;
  if (next && best.score >= rules.match_suggest)
    return `${best.remittance.no} 与 ${next.remittance.no} 都很相符（${best.score} 分与 ${next.score} 分），请人工判断`;
  return `最相符的 ${best.remittance.no} 只有 ${best.score} 分，不足 ${rules.match_suggest} 分`;
}
