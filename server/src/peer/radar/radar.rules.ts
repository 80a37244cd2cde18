/** 同行雷达: what the last two weeks of a peer are like against the thirteen before, one sentence for each sign. */
import { money, percentText } from "@visadesk/contract/kit/format.ts";

export const NEAR_DAYS = 14;
export const BASE_WEEKS = 13;
/** Of one peer: sums over the last two weeks and over the thirteen weeks before. */
export interface RadarFacts {
  orders: number;
  paid: number;
  refunded: number;
  applicants: number;
  rounds: number;
  base_orders: number;
  base_paid: number;
  base_refunded: number;
  base_applicants: number;
  base_rounds: number;
  complaints: number;
  /** Null: it does not pay out of a balance. */
  balance: number | null;
}
export interface Sign {
  kind: "volume" | "complaint" | "refund" | "balance" | "rounds";
  text: string;
  weight: number;
}

const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);
const round = (n: number): number => Math.round(n * 10) / 10;

/** Half as much as in its own weeks, where these had at least two orders. */
function volume(f: RadarFacts): Sign | null {
  const mean = f.base_orders / BASE_WEEKS;
  const falls = mean >= 2 && f.orders / (NEAR_DAYS / 7) <= mean / 2;
  return falls ? { kind: "volume", text: `近两周 ${f.orders} 单，平时每周 ${round(mean)} 单`, weight: 50 } : null;
}
function complaint({ complaints }: RadarFacts): Sign | null {
  return complaints >= 2 ? { kind: "complaint", text: `近两周 ${complaints} 次投诉`, weight: 40 } : null;
}
/** Ten points more of what it paid came back, of ten orders at least. */
function refund(f: RadarFacts): Sign | null {
  const [now, before] = [share(f.refunded, f.paid), share(f.base_refunded, f.base_paid)];
  const rises = f.orders >= 10 && f.base_paid > 0 && now - before >= 0.1;
  return rises ? { kind: "refund", text: `近两周退款率 ${percentText(now, 1)}，平时 ${percentText(before, 1)}`, weight: 30 } : null;
}
/** Less than five days of what it spends. */
function balance(f: RadarFacts): Sign | null {
  const daily = f.paid / NEAR_DAYS;
  if (f.balance === null || daily === 0 || f.balance >= 5 * daily) return null;
  return {
    kind: "balance",
    text: `余额 ${money(f.balance)}，按近两周用量只够 ${Math.max(0, Math.floor(f.balance / daily))} 天`,
    weight: 20,
  };
}
function rounds(f: RadarFacts): Sign | null {
  const [now, before] = [share(f.rounds, f.applicants), share(f.base_rounds, f.base_applicants)];
  const rises = f.applicants > 0 && f.base_applicants > 0 && now - before >= 0.5;
  return rises ? { kind: "rounds", text: `近两周人均补料 ${round(now)} 轮，平时 ${round(before)} 轮`, weight: 10 } : null;
}

/** The worst first. */
export const signsOf = (f: RadarFacts): Sign[] => [volume(f), complaint(f), refund(f), balance(f), rounds(f)].filter((s) => s !== null);
