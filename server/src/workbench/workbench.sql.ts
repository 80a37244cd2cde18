/** What the workbench reads beside the areas' doors. */
import { may } from "@visadesk/contract/permissions.ts";
import type { Db } from "#kit/db/db.ts";
import { likeOf, searchTokens } from "#kit/grams.ts";
import { and, hot, q, row, rows } from "#kit/db/sql.ts";

/** Number of the worker's newest log row: changes with every act of his own. */
export const lastActId = async (db: Db, workerId: number): Promise<number> =>
  (await row<{ id: number }>(db, hot(q`select id from operation_logs where actor_id = ${workerId} order by id desc limit 1`)))?.id ?? 0;

export const unreadCount = async (db: Db, workerId: number): Promise<number> =>
  (
    await row<{ n: number }>(
      db,
      hot(
        q`select (select count(*) from outbound_messages where receiver_worker_id = ${workerId} and channel = 'in_app' and read_at is null)::int
          + (select count(*) from reminder_msgs where staff_id = ${workerId} and read_at is null and reminder_status <> 'cancelled')::int as n`,
      ),
    )
  )?.n ?? 0;

export interface Message {
  id: number;
  content: string;
  created_at: string;
  read_at: string | null;
  ref_noun: string | null;
  ref_id: number | null;
  /** How many the line stands for. */
  count: number;
  /** Of a message that is opened at its own page. */
  msg_id: number | null;
}
/** So many of the newest are looked at. */
const LOOKED_AT = 200;
/** Notices and messages, the newest first; sign-ins on new devices are one line, read ones another, with the newest of them. */
export const messagesOf = (db: Db, workerId: number, limit: number): Promise<Message[]> =>
  rows<Message>(
    db,
    q`
  select n.*, coalesce(n.own_msg_id, (select r.msg_id from reminder_msgs r where n.ref_noun = 'reminder_msg' and r.id = n.ref_id)) as msg_id from (
  select max(id) as id, (array_agg(content order by id desc))[1] as content, max(created_at) as created_at, max(read_at) as read_at,
    (array_agg(ref_noun order by id desc))[1] as ref_noun, (array_agg(ref_id order by id desc))[1] as ref_id, count(*)::int as count, null::int8 as own_msg_id
  from (select * from outbound_messages where receiver_worker_id = ${workerId} and channel = 'in_app' order by id desc limit ${LOOKED_AT}) m
  group by case when template = 'new_device' then concat(template, read_at is null) else id::text end
  union all (
  select r.id, m.title, r.created_at, r.read_at, 'reminder_msg', r.id, 1, r.msg_id from reminder_msgs r join msgs m on m.id = r.msg_id
  where r.staff_id = ${workerId} and r.reminder_status <> 'cancelled' order by r.id desc limit ${limit})) n
  order by n.created_at desc, n.id desc limit ${limit}`,
  );

/** Messages of mine that press: late or called urgent, and not handed in. */
export const urgentMessages = (db: Db, workerId: number, now: Date, limit: number): Promise<Urgent[]> =>
  rows<Urgent>(
    db,
    q`select r.msg_id, r.id as reminder_msg_id, m.title, 'critical' as level, r.due_at from reminder_msgs r join msgs m on m.id = r.msg_id
      where r.staff_id = ${workerId} and r.reminder_status in ('pending', 'doing', 'returned') and (m.level = 'critical' or r.due_at < ${now})
      order by r.due_at nulls last, r.id limit ${limit}`,
  );
export interface Urgent {
  msg_id: number;
  reminder_msg_id: number;
  title: string;
  level: string;
  due_at: string | null;
}

/** Notices alone: a task is read when it is opened. */
export async function readMessages(db: Db, workerId: number, now: Date): Promise<void> {
  await rows(
    db,
    q`
  update outbound_messages set read_at = ${now} where receiver_worker_id = ${workerId} and channel = 'in_app' and read_at is null`,
  );
  await rows(
    db,
    q`
  update reminder_msgs r set read_at = ${now} from msgs m where m.id = r.msg_id and m.kind = 'notice' and r.staff_id = ${workerId} and r.read_at is null`,
  );
}

export interface Member {
  id: number;
  nickname: string;
  team_name: string | null;
  status: 0 | 1;
}
/** Who works here within the caller's reach, and those `held` wherever they are. `team`: of this one alone. */
export const membersOf = (
  db: Db,
  reach: { ids: readonly number[] | null; team: number | null },
  held: readonly number[],
): Promise<Member[]> =>
  rows<Member>(
    db,
    q`select w.id, coalesce(nullif(w.nickname, ''), w.account) as nickname, t.name as team_name, w.status from workers w
      left join teams t on t.id = w.team_id left join roles g on g.id = w.role_id
      where w.id = any(${held}::int8[]) or (${and([
        q`w.status = 1 and g.module_group @> ${[may.workbench]}::int4[]`,
        reach.ids && q`w.id = any(${reach.ids}::int8[])`,
        reach.team === null ? null : q`w.team_id = ${reach.team}`,
      ])})`,
  );

export interface RecentAct {
  noun: string;
  noun_id: string;
  noun_no: string;
  order_id: number | null;
  at: string;
}
/** Orders and applicants the worker dealt with last, each once. */
export const recentActs = (db: Db, workerId: number, limit: number): Promise<RecentAct[]> =>
  rows<RecentAct>(
    db,
    q`
  select r.noun, r.noun_id, r.noun_no, case r.noun when 'order' then r.noun_id::int8 else a.order_id end as order_id, r.at from (
    select distinct on (l.noun, l.noun_id) l.noun, l.noun_id, l.noun_no, l.at from (
      select noun, noun_id, noun_no, at, id from operation_logs where actor_id = ${workerId} and result = 'ok' order by id desc limit 300) l
    where l.noun in ('order', 'applicant') and l.noun_no is not null and l.noun_id ~ '^[0-9]+$' order by l.noun, l.noun_id, l.id desc) r
  left join applicants a on r.noun = 'applicant' and a.id = r.noun_id::int8 order by r.at desc limit ${limit}`,
  );

export interface FoundSku {
  id: number;
  name: string;
  sku_no: string;
  sku_status: string;
}
/** Products by name, country, pinyin or number. */
export const findSkus = (db: Db, keyword: string, limit: number): Promise<FoundSku[]> =>
  rows<FoundSku>(
    db,
    q`
  select k.id, k.name, k.sku_no, k.sku_status from skus k where k.search @> ${searchTokens(keyword)}::text[] and k.search_text like ${likeOf(keyword)} order by (k.sku_status = 'on_sale') desc, k.sort, k.id limit ${limit}`,
  );
