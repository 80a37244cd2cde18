/**
 * 休假交接: the open orders of somebody as states and numbers, which may be kept; what they are called, who was spoken to
 * and what was noted is read beside them, in the reader's sight.
 */
import type { APPLICANT_QUEUES } from "@visadesk/contract/workbench/queues.ts";
import type { BRIEF_RISKS } from "@visadesk/contract/workbench/handover/handover.words.ts";
import type { Ctx } from "#kit/call/context.ts";
import { and, q, rows } from "#kit/db/sql.ts";
import { queueOf } from "#kit/queue.ts";
import { dayOf, dayStart } from "#kit/range.ts";
import type { OrderStatus } from "../flow/facts.ts";
import { applicantDesk } from "../list/order.queues.ts";
import { DONE_STATES, orderIsOpen } from "../list/order.sql.ts";
import { orderScope } from "../list/scope.ts";

type Caller = Pick<Ctx, "db" | "now">;
export interface OrderStage {
  order_status: OrderStatus;
  /** How many people stand in which state. */
  people: Readonly<Record<string, number>>;
}
export interface BriefPart extends OrderStage {
  order_id: number;
  risk: keyof typeof BRIEF_RISKS;
  due_at: string | null;
  promised_date: string | null;
  /** Where its most pressing person waits, and for whom. */
  queue: keyof typeof APPLICANT_QUEUES | null;
  waiting_party: string | null;
}
/** As many as somebody can read. */
const MOST = 500;
/** Days before a limit or a promise in which an order presses. */
const SOON = 2;

const STAGE = q`o.order_status, coalesce((select jsonb_object_agg(s.state, s.n) from (
  select a.applicant_status as state, count(*)::int as n from applicants a where a.order_id = o.id group by 1) s), '{}') as people`;

/** What somebody answers for and is not finished, the most pressing first. */
export const briefOf = ({ db, now }: Caller, worker: number): Promise<BriefPart[]> =>
  rows(
    db,
    q`select b.order_id, b.order_status, b.people, b.due_at, b.promised_date, b.queue, b.waiting_party, (array['late', 'soon', 'urgent', 'normal'])[b.rank] as risk from (
      select o.id as order_id, ${STAGE}, o.due_at, o.promised_date, n.queue, n.waiting_party, o.due_sort,
        case when o.due_at < ${now} or w.promised_date < ${dayOf(now)}::date then 1
          when o.due_at < ${dayStart(now, SOON)} or w.promised_date <= ${dayOf(now, SOON)}::date then 2 when o.is_urgent then 3 else 4 end as rank
      from orders o
      -- What was promised presses as long as somebody waits for his result.
      left join lateral (select o.promised_date where exists (
        select from applicants a where a.order_id = o.id and a.tab <> 'closed' and a.result_at is null)) w on true
      left join lateral (
        select ${queueOf(applicantDesk.queues, { now })} as queue, a.waiting_party from applicants a where a.order_id = o.id and a.tab <> 'closed' order by a.due_sort, a.id limit 1) n on true
      where o.owner_ids && array[${worker}::int8] and (o.expert_id = ${worker} or o.cs_owner_id = ${worker} or o.bd_owner_id = ${worker})
        and ${orderIsOpen("o")} and o.order_status <> all(${[...DONE_STATES]}::text[])) b
    order by b.rank, b.due_sort, b.order_id limit ${MOST}`,
  );

export interface OrderMeanwhile extends OrderStage {
  order_id: number;
  acts: number;
  cover_acts: number;
  last_act: string;
}
/** Where these orders stand now, and what was done with them since. */
export const ordersMeanwhile = (
  { db, now }: Caller,
  of: { ids: readonly number[]; since: Date; cover: number },
): Promise<OrderMeanwhile[]> =>
  rows(
    db,
    q`select o.id as order_id, ${STAGE}, l.acts, l.cover_acts, l.last_act from orders o cross join lateral (
        select count(*)::int as acts, (count(*) filter (where x.actor_id = ${of.cover}))::int as cover_acts, coalesce((array_agg(x.label order by x.id desc))[1], '') as last_act
        from order_logs x where x.order_id = o.id and x.at >= ${of.since} and x.at <= ${now}) l
      where o.id = any(${[...of.ids]}::int8[]) order by l.acts desc, o.id`,
  );

export interface BriefSaid {
  order_id: number;
  order_no: string;
  customer: string;
  product_name: string;
  last_contact_at: string | null;
  last_contact: string;
  notes: string[];
}
/** Of those that the reader sees; notes are internal ones, the newest three. */
export const briefSaid = (ctx: Pick<Ctx, "db" | "me">, ids: readonly number[]): Promise<BriefSaid[]> =>
  rows(
    ctx.db,
    q`select o.id as order_id, o.order_no, o.contact_name as customer, k.name as product_name, c.created_at as last_contact_at, coalesce(c.content, '') as last_contact,
        array(select n.content from order_notes n where n.order_id = o.id and n.kind = 'internal' order by n.id desc limit 3) as notes
      from orders o join skus k on k.id = o.sku_id left join lateral (
        select n.content, n.created_at from order_notes n where n.order_id = o.id and n.kind = 'contact' order by n.id desc limit 1) c on true
      where ${and([q`o.id = any(${[...ids]}::int8[])`, orderScope(ctx, "o")])}`,
  );
