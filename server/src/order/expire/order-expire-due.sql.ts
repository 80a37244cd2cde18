/** What runs out of orders now: one row per order, person and kind, read from what is open alone. */
import type { ExpireKind } from "@visadesk/contract/order/expire/order-expire.ts";
import { UNSUBMITTED_STATES } from "@visadesk/contract/order/words.ts";
import type { Db } from "#kit/db/db.ts";
import { q, raw, rows, type Sql } from "#kit/db/sql.ts";
import { dayOf } from "#kit/range.ts";
import { RESTORE_DAYS } from "../flow/order.rules.ts";

export interface Running {
  order_id: number;
  applicant_id: number | null;
  kind: ExpireKind;
  due_at: string;
  /** Not only near. */
  is_over: boolean;
}
const DAY = 86_400_000;
/** The last moment of a day in Shanghai. */
const endOf = (day: string): Sql => raw(`((${day})::timestamp + interval '23:59:59') at time zone 'Asia/Shanghai'`);
/** Days before, by the most specific rule of the key. */
const warnOf = (key: string): Sql => q`coalesce((select l.warn_before from order_limits l where l.key = ${key}
  and (l.country_code is null or l.country_code = o.country_id) and (l.is_urgent is null or l.is_urgent = o.is_urgent)
  order by (l.country_code is not null)::int * 2 + (l.is_urgent is not null)::int desc, l.id limit 1), 0)`;
/** Paid, still on, and this person's papers not yet with the mission. */
const UNSUBMITTED = q`a.applicant_status = any(${[...UNSUBMITTED_STATES]}::text[]) and a.held_at is null and o.pay_status <> 'unpaid' and o.order_status not in ('cancelled', 'deleted')`;

/** Orders that were cancelled unpaid and may be taken up again. */
const pay = (now: Date): Sql => q`
  select o.id as order_id, null::int8 as applicant_id, 'pay' as kind, o.cancelled_at as due_at, true as is_over
  from orders o where o.order_status = 'cancelled' and o.cancel_reason = 'timeout' and o.cancelled_at > ${new Date(now.getTime() - RESTORE_DAYS * DAY)}`;

/** Paid, and nothing came in for as long as its limit says. */
const material = (now: Date): Sql => q`
  select o.id, a.id, 'material', a.status_due_at, a.status_due_at <= ${now}::timestamptz
  from applicants a join orders o on o.id = a.order_id
  where a.applicant_status = 'none' and ${UNSUBMITTED} and (a.status_due_at <= ${now}::timestamptz + make_interval(days => ${warnOf("none")})
    -- What was extended waits on, however far its new day is.
    or exists (select from order_expires x where x.applicant_id = a.id and x.kind = 'material' and x.expire_status in ('warning', 'expired')))`;

/** The journey is near and somebody of it is not submitted: a matter of the order. */
const travel = (now: Date): Sql => q`
  select o.id, null, 'travel', ${endOf("o.travel_date - 1")}, o.travel_date <= ${dayOf(now)}::date
  from orders o where o.travel_date <= ${dayOf(now)}::date + ${warnOf("travel")} and exists (select from applicants a where a.order_id = o.id and ${UNSUBMITTED})`;

/** Day of the submission as it is planned, or today. */
const planned = (now: Date): Sql =>
  q`greatest(${dayOf(now)}::date, (select s.planned_date from supplier_assignments s where s.applicant_id = a.id and s.released_at is null limit 1))`;
/**
 * A passport that is too short for the journey by what the product asks, or a dated paper that is too old by the submission.
 * Short as it is, it is near until its own last day has passed: what is said to be over has a day behind it.
 */
const document = (now: Date): Sql => q`
  select order_id, applicant_id, 'document', min(due_at), bool_or(is_over) from (
    select o.id as order_id, a.id as applicant_id, ${endOf("t.last")} as due_at, t.last < ${dayOf(now)}::date as is_over
    from applicants a join orders o on o.id = a.order_id join sku_snapshots k on k.id = o.snapshot_id,
      lateral (select (a.passport_expiry_date - make_interval(months => coalesce((k.body ->> 'passport_months')::int, 0)))::date as last, greatest(${dayOf(now)}::date, coalesce(o.return_date, o.travel_date)) as home) t
    where ${UNSUBMITTED} and a.passport_expiry_date is not null and t.last < t.home + ${warnOf("document")}
    union all
    select o.id, a.id, ${endOf("m.doc_date + m.max_age_days")}, m.doc_date + m.max_age_days < ${dayOf(now)}::date
    from applicants a join orders o on o.id = a.order_id join applicant_materials m on m.applicant_id = a.id
    where ${UNSUBMITTED} and m.max_age_days > 0 and m.doc_date is not null and m.material_status in ('submitted', 'passed') and m.doc_date + m.max_age_days < ${planned(now)}
  ) d group by order_id, applicant_id`;

/** A day past his date, and nobody said that he went. */
const visit = (now: Date): Sql => q`
  select o.id, a.id, 'visit', v.visit_at + interval '1 day', true
  from visits v join applicants a on a.id = v.applicant_id join orders o on o.id = a.order_id
  where v.visit_status = 'booked' and a.applicant_status in ('appointed', 'awaiting_training', 'awaiting_visit') and ${UNSUBMITTED} and v.visit_at <= ${new Date(now.getTime() - DAY)}`;

/** What somebody closed stays closed until its day moves on. */
export const runningOut = (db: Db, now: Date): Promise<Running[]> =>
  rows<Running>(
    db,
    q`select r.order_id, r.applicant_id, r.kind, r.due_at, r.is_over from (${pay(now)} union all ${material(now)} union all ${travel(now)} union all ${document(now)} union all ${visit(now)}) r
      where not exists (select from order_expires x where x.order_id = r.order_id and x.applicant_id is not distinct from r.applicant_id and x.kind = r.kind
        and x.expire_status = 'closed' and x.due_at >= r.due_at)
      order by r.order_id, r.applicant_id nulls first, r.kind`,
  );
