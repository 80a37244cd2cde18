/** What the workbench reads beside the areas' doors. */
import type { Db } from "#kit/db/db.ts";
import { likeOf, searchTokens } from "#kit/grams.ts";
import { hot, q, row, rows } from "#kit/db/sql.ts";

/** Number of the worker's newest log row: changes with every act of his own. */
export const lastActId = async (db: Db, workerId: number): Promise<number> =>
  (await row<{ id: number }>(db, hot(q`select id from operation_logs where actor_id = ${workerId} order by id desc limit 1`)))?.id ?? 0;

export const unreadCount = async (db: Db, workerId: number): Promise<number> =>
  (
    await row<{ n: number }>(
      db,
      hot(
        q`select count(*)::int as n from outbound_messages where receiver_worker_id = ${workerId} and channel = 'in_app' and read_at is null`,
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
}
/** So many of the newest are looked at. */
const LOOKED_AT = 200;
/** The newest first; sign-ins on new devices are one line, read ones another, with the newest of them. */
export const messagesOf = (db: Db, workerId: number, limit: number): Promise<Message[]> =>
  rows<Message>(
    db,
    q`
  select max(id) as id, (array_agg(content order by id desc))[1] as content, max(created_at) as created_at, max(read_at) as read_at,
    (array_agg(ref_noun order by id desc))[1] as ref_noun, (array_agg(ref_id order by id desc))[1] as ref_id, count(*)::int as count
  from (select * from outbound_messages where receiver_worker_id = ${workerId} and channel = 'in_app' order by id desc limit ${LOOKED_AT}) m
  group by case when template = 'new_device' then concat(template, read_at is null) else id::text end order by 1 desc limit ${limit}`,
  );

export const readMessages = (db: Db, workerId: number, now: Date): Promise<unknown> =>
  rows(
    db,
    q`
  update outbound_messages set read_at = ${now} where receiver_worker_id = ${workerId} and channel = 'in_app' and read_at is null`,
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
