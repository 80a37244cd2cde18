/**
 * The rule of an audience as a condition over the alias `p` of `peers`, word by word what `isMember` of the contract says of one
 * peer; a test holds both together. An audience is made of peers that are with us.
 */
import type { GroupRule } from "@visadesk/contract/peer/level/group.rules.ts";
import { and, q, type Sql } from "#kit/db/sql.ts";
import * as is from "../peer/peer-state.sql.ts";

const DAY_MS = 86_400_000;
const ago = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS);
const some = (list: readonly unknown[] | undefined): boolean => list !== undefined && list.length > 0;

/** Days that are over since its last paid order, or since approval. */
export const idleDays = (now: Date): Sql =>
  q`floor(extract(epoch from ${now}::timestamptz - coalesce(${is.LAST_PAID}, p.approved_at)) / 86400)::int`;
/** By the hour, as `activityOf` counts who is new. */
export const ageDays = (now: Date): Sql => q`(extract(epoch from ${now}::timestamptz - p.approved_at) / 86400)::float8`;
export const GMV_DAYS = 90;

export const ACTIVE = q`p.peer_status = 'active'`;
export function ruleMatching(rule: GroupRule, now: Date): Sql {
  const gmv = is.gmvSince(now, GMV_DAYS);
  return and([
    ACTIVE,
    rule.level_from && q`p.level_id >= ${rule.level_from}`,
    rule.level_to && q`p.level_id <= ${rule.level_to}`,
    some(rule.province_codes) && q`p.province_code = any(${[...(rule.province_codes ?? [])]}::text[])`,
    some(rule.activity) && q`${is.activity(now)} = any(${[...(rule.activity ?? [])]}::text[])`,
    rule.no_order_days !== undefined && is.noOrderFor(now, rule.no_order_days),
    rule.gmv_90d_min !== undefined && q`${gmv} >= ${rule.gmv_90d_min}`,
    rule.gmv_90d_max !== undefined && q`${gmv} <= ${rule.gmv_90d_max}`,
    rule.balance_min !== undefined && q`${is.BALANCE} >= ${rule.balance_min}`,
    rule.balance_max !== undefined && q`${is.BALANCE} <= ${rule.balance_max}`,
    some(rule.sources) && q`p.source = any(${[...(rule.sources ?? [])]}::text[])`,
    some(rule.service_group_ids) && q`p.service_group_id = any(${[...(rule.service_group_ids ?? [])]}::int8[])`,
    rule.age_min !== undefined && q`p.approved_at <= ${ago(now, rule.age_min)}`,
    rule.age_max !== undefined && q`p.approved_at >= ${ago(now, rule.age_max)}`,
  ]);
}

export interface GroupKindOf {
  id: number;
  kind: "service" | "audience";
  rule: GroupRule | null;
}
/** Who belongs to a group now. */
export const membersOf = (g: GroupKindOf, now: Date): Sql =>
  g.kind === "service"
    ? and([ACTIVE, q`p.service_group_id = ${g.id}`])
    : g.rule
      ? ruleMatching(g.rule, now)
      : and([ACTIVE, q`p.id in (select m.peer_id from peer_group_members m where m.group_id = ${g.id})`]);
