/** Staff as lists and pages show them. */
import { allCodes, isSensitive } from "@visadesk/contract/permissions.ts";
import type { DataScope } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import type { ListDef } from "#kit/db/page.ts";
import { timeRange } from "#kit/range.ts";
import { and, likeText, q, row, rows, type Sql } from "#kit/db/sql.ts";
import type { Today } from "../duty/duty.ts";
import { typedAs } from "#kit/pinyin.ts";
import { bareNumber, hashesOf, tailsOf } from "#kit/seal/seal.ts";
import { numbersInClear } from "#kit/seal/seal-move.ts";

const SENSITIVE = allCodes.filter(isSensitive);

export interface WorkerView {
  id: number;
  account: string;
  nickname: string;
  mobile: string | null;
  email: string | null;
  role_id: number | null;
  role_name: string | null;
  sensitive_count: number;
  data_scope: DataScope | null;
  team_id: number | null;
  team_name: string | null;
  is_leader: boolean;
  open_applicants: number;
  status: 0 | 1;
  is_weak: boolean;
  must_change: boolean;
  once_until: string | null;
  is_locked: boolean;
  totp_on: boolean;
  last_login_at: string | null;
  last_login_ip: string | null;
  version: number;
  updated_at: string;
}

const lockedAt = (now: Date): Sql => q`exists (
  select from login_guards g where (g.fails >= 100 or g.until > ${now})
    and (g.kind = 'account' and g.key = w.account or g.kind = 'device' and split_part(g.key, ':', 1) = w.id::text))`;

const columns = (now: Date): Sql => q`
  w.id, w.account, w.nickname, w.mobile, w.email, w.role_id, r.name as role_name, r.data_scope, w.team_id, t.name as team_name, w.status, w.is_weak, w.must_change,
  case when w.must_change then w.once_until end as once_until,
  case when r.is_builtin then ${SENSITIVE.length}::int else (select count(*)::int from unnest(r.module_group) c where c = any(${SENSITIVE}::int[])) end as sensitive_count,
  exists (select from teams l where l.leader_id = w.id) as is_leader, ${lockedAt(now)} as is_locked, w.totp_at is not null as totp_on,
  (select count(*)::int from applicants a where a.expert_id = w.id and a.tab <> 'closed') as open_applicants,
  w.last_login_at, w.last_login_ip, w.version, w.updated_at`;

export interface WorkerFilter {
  keyword?: string | undefined;
  role_id?: number[] | undefined;
  team_id?: number[] | undefined;
  status?: (0 | 1)[] | undefined;
  code?: number | undefined;
  is_weak?: boolean | undefined;
  is_locked?: boolean | undefined;
  must_change?: boolean | undefined;
  last_login_at?: { from?: string | undefined; to?: string | undefined } | undefined;
  idle_days?: number | undefined;
  to_hand_over?: boolean | undefined;
  on_duty_today?: boolean | undefined;
}

/** Enabled, and at work today as most are or by an entry of his own. */
const onDuty = ({ usual, others }: Today): Sql => {
  const ids = [...others].filter(([, v]) => v.on !== usual.on).map(([id]) => id);
  return q`(w.status = 1 and (w.id = any(${ids}::int8[])) = ${!usual.on}::boolean)`;
};

/** Not signed in for so many days; who never did counts from the day he was added. */
const idleSince = (days: number, now: Date): Sql =>
  q`coalesce(w.last_login_at, w.created_at) < ${new Date(now.getTime() - days * 86_400_000)}`;

/** By the whole mobile or its last four, as core's search asks of every personal number. */
function byMobile(keyword: string): Sql {
  const bare = bareNumber(keyword);
  if (bare.length === 4) return q`w.mobile_tail = any(${tailsOf("mobile", bare)}::text[])`;
  const whole = q`w.mobile_hash = any(${hashesOf("mobile", bare)}::text[])`;
  return numbersInClear() ? q`(${whole} or w.mobile = ${bare})` : whole;
}

/** Whom a manager sees: everybody, or himself and the teams he leads. */
export const within = (teams: readonly number[] | null, me: number): Sql | null =>
  teams && q`(w.id = ${me} or w.team_id = any(${[...teams]}))`;

/** The staff list of a manager: everybody, or himself and the teams he leads. `derived`: who left things behind, who is at work today. */
export const workerList = (
  input: WorkerFilter,
  who: { teams: readonly number[] | null; me: number },
  derived: { toHandOver: Sql; today: Today },
  now: Date,
): ListDef => {
  const word = input.keyword && `%${likeText(input.keyword)}%`;
  return {
    from: q`workers w`,
    where: and([
      within(who.teams, who.me),
      word && q`(w.account ilike ${word} or w.nickname ilike ${word} or ${byMobile(input.keyword ?? "")})`,
      input.role_id && q`w.role_id = any(${input.role_id})`,
      input.team_id && q`w.team_id = any(${input.team_id})`,
      input.status && q`w.status = any(${input.status})`,
      input.code !== undefined &&
        q`exists (select from roles c where c.id = w.role_id and (c.is_builtin or ${input.code} = any(c.module_group)))`,
      input.is_weak !== undefined && q`w.is_weak = ${input.is_weak}`,
      input.must_change !== undefined && q`w.must_change = ${input.must_change}`,
      input.is_locked !== undefined && q`${lockedAt(now)} = ${input.is_locked}`,
      timeRange("w.last_login_at", input.last_login_at),
      input.idle_days !== undefined && idleSince(input.idle_days, now),
      input.to_hand_over !== undefined && q`(${derived.toHandOver}) = ${input.to_hand_over}`,
      input.on_duty_today !== undefined && q`${onDuty(derived.today)} = ${input.on_duty_today}`,
    ]),
    id: "w.id",
    select: columns(now),
    joins: q`left join roles r on r.id = w.role_id left join teams t on t.id = w.team_id`,
    sorts: {
      account: { by: "w.account", order: "asc" },
      nickname: { by: "w.nickname", order: "asc" },
      last_login_at: { by: "w.last_login_at", order: "desc" },
      updated_at: { by: "w.updated_at", order: "desc" },
    },
    sort: "updated_at",
  };
};

/** Enabled and disabled workers for a picker, enabled first. */
const MAX_PICKS = 200;
interface Picked {
  id: number;
  nickname: string;
  account: string;
  team_name: string | null;
  status: 0 | 1;
}
/** By account, name or the initials of the name, as one types it. */
export async function workerPick(db: Db, keyword: string | undefined, codes: readonly number[] | undefined): Promise<Picked[]> {
  const all = await rows<Picked>(
    db,
    q`
    select w.id, w.nickname, w.account, t.name as team_name, w.status from workers w left join teams t on t.id = w.team_id left join roles r on r.id = w.role_id
    where ${and([codes && q`w.status = 1 and (r.is_builtin or r.module_group && ${[...codes]}::int4[])`])}
    order by w.status desc, w.nickname, w.id`,
  );
  return all.filter((w) => !keyword || typedAs(keyword, w.nickname, w.account)).slice(0, MAX_PICKS);
}

export interface WorkerHead {
  id: number;
  account: string;
  nickname: string;
  role_name: string | null;
  team_name: string | null;
  status: 0 | 1;
  version: number;
}
/** Who a page is about. */
export async function workerHead(db: Db, id: number): Promise<WorkerHead> {
  const found = await row<WorkerHead>(
    db,
    q`
    select w.id, w.account, w.nickname, r.name as role_name, t.name as team_name, w.status, w.version
    from workers w left join roles r on r.id = w.role_id left join teams t on t.id = w.team_id where w.id = ${id}`,
  );
  if (!found) throw new Error(`no worker ${id}`);
  return found;
}

/** Enabled accounts to look at: not used for so many days, and those whose one-time password lapsed unused. */
export async function accountsToWatch(db: Db, days: number, now: Date): Promise<{ idle: string[]; lapsed: string[] }> {
  const name = q`coalesce(nullif(w.nickname, ''), w.account)`;
  const found = await row<{ idle: string[]; lapsed: string[] }>(
    db,
    q`
    select coalesce(array_agg(${name} order by w.id) filter (where ${idleSince(days, now)}), '{}') as idle,
      coalesce(array_agg(${name} order by w.id) filter (where w.must_change and w.once_until < ${now}), '{}') as lapsed
    from workers w where w.status = 1`,
  );
  return found ?? { idle: [], lapsed: [] };
}
