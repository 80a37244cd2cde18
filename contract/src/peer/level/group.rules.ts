/** The rule of an audience: every part that is said holds. Evaluated where it is used, never stored as members. */
import { money } from "../../kit/format.ts";
import { ACTIVITIES, PEER_SOURCES, type Activity, type PeerSource } from "../peer/peer.words.ts";
import { levelRank } from "./level.rules.ts";
import type { LevelCode } from "./level.words.ts";

export interface GroupRule {
  level_from?: LevelCode | undefined;
  level_to?: LevelCode | undefined;
  province_codes?: readonly string[] | undefined;
  activity?: readonly Activity[] | undefined;
  /** At least so many days without a paid order; who never ordered counts from approval. */
  no_order_days?: number | undefined;
  gmv_90d_min?: number | undefined;
  gmv_90d_max?: number | undefined;
  balance_min?: number | undefined;
  balance_max?: number | undefined;
  sources?: readonly PeerSource[] | undefined;
  service_group_ids?: readonly number[] | undefined;
  /** Days since approval, by the hour: who is new is at most 30 days with us. */
  age_min?: number | undefined;
  age_max?: number | undefined;
}
/** Of one peer, as it stands. */
export interface GroupFacts {
  level_id: LevelCode;
  province_code: string;
  activity: Activity;
  idle_days: number;
  gmv_90d: number;
  balance: number;
  source: PeerSource;
  service_group_id: number | null;
  age_days: number;
}

const between = (v: number, min: number | undefined, max: number | undefined): boolean => v >= (min ?? -Infinity) && v <= (max ?? Infinity);
const among = <T>(v: T, list: readonly T[] | undefined): boolean => list === undefined || list.length === 0 || list.includes(v);
/** What the list's conditions say in SQL, said once more for one peer: both answer the same. */
export const isMember = (rule: GroupRule, f: GroupFacts): boolean =>
  between(levelRank(f.level_id), rule.level_from && levelRank(rule.level_from), rule.level_to && levelRank(rule.level_to)) &&
  among(f.province_code, rule.province_codes) &&
  among(f.activity, rule.activity) &&
  f.idle_days >= (rule.no_order_days ?? 0) &&
  between(f.gmv_90d, rule.gmv_90d_min, rule.gmv_90d_max) &&
  between(f.balance, rule.balance_min, rule.balance_max) &&
  among(f.source, rule.sources) &&
  (rule.service_group_ids === undefined || rule.service_group_ids.length === 0 || among(f.service_group_id, rule.service_group_ids)) &&
  between(f.age_days, rule.age_min, rule.age_max);

/** Names of what a rule points at. */
export interface RuleNames {
  province: (code: string) => string;
  group: (id: number) => string;
}
const span = (label: string, min: number | undefined, max: number | undefined, say: (v: number) => string): string[] => {
  if (min === undefined && max === undefined) return [];
  if (min === undefined) return [`${label}不超过 ${say(max ?? 0)}`];
  return [max === undefined ? `${label}至少 ${say(min)}` : `${label} ${say(min)} 至 ${say(max)}`];
};
const anyOfWords = (words: readonly string[]): string => words.join("或");

/** A blank between Chinese and what is not. */
const joined = (a: string, b: string): string => `${a}${/[!-~]$/.test(a) ? " " : ""}且${/^[!-~]/.test(b) ? " " : ""}${b}`;

/** "V3 以上且 30 天未下单". */
export function ruleSentence(rule: GroupRule, names: RuleNames): string {
  const { level_from: from, level_to: to } = rule;
  const levels = from && to ? (from === to ? [from] : [`${from} 至 ${to}`]) : from ? [`${from} 以上`] : to ? [`${to} 以下`] : [];
  const list = <T>(of: readonly T[] | undefined, say: (v: T) => string, tail = ""): string[] =>
    of === undefined || of.length === 0 ? [] : [anyOfWords(of.map(say)) + tail];
  const parts = [
    ...levels,
    ...list(rule.province_codes, names.province),
    ...list(rule.activity, (a) => ACTIVITIES[a]),
    ...(rule.no_order_days ? [`${rule.no_order_days} 天未下单`] : []),
    ...span("90天GMV", rule.gmv_90d_min, rule.gmv_90d_max, money),
    ...span("余额", rule.balance_min, rule.balance_max, money),
    ...list(rule.sources, (s) => PEER_SOURCES[s], "来源"),
    ...list(rule.service_group_ids, names.group, "分组"),
    ...span("入驻", rule.age_min, rule.age_max, (d) => `${d} 天`),
  ];
  return parts.length === 0 ? "全部同行" : parts.reduce(joined);
}
/** Ranges the wrong way round; null when the rule can hold for somebody. */
export function ruleFault(rule: GroupRule): string | null {
  if (rule.level_from && rule.level_to && levelRank(rule.level_from) > levelRank(rule.level_to)) return "等级的起止顺序不正确";
  const wrong = (
    [
      ["90天GMV", rule.gmv_90d_min, rule.gmv_90d_max],
      ["余额", rule.balance_min, rule.balance_max],
      ["入驻天数", rule.age_min, rule.age_max],
    ] as const
  ).find(([, min, max]) => min !== undefined && max !== undefined && min > max);
  return wrong ? `${wrong[0]}的下限大于上限` : null;
}
