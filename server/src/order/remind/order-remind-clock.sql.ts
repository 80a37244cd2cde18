/** What time alone has somebody reminded of, and which of these reminders have nothing left to tell. */
import { money, shanghai, shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { applicantFlow } from "@visadesk/contract/order/order.flow.ts";
import type { Db } from "#kit/db/db.ts";
import { q, rows, type Sql } from "#kit/db/sql.ts";
import type { RemindAsk } from "../../base-data/index.ts";
import type { ApplicantStatus } from "../flow/facts.ts";

const DAY = 86_400_000;
/** Of one run; the rest comes with the next. */
const BATCH = 500;
/** What ran out longer ago than this was told while it was new. */
const NEW_DAYS = 3;
/** Differences that one reminder names, so that its words have room. */
const NAMED = 4;
/** A visit is told so many days before it. */
const VISIT_DAYS = [3, 1] as const;

const minute = (at: string): string => shanghai(at).slice(0, 16);

/** None of this kind was opened by the clock for it since then. */
const untold = (kind: Sql, order: Sql, applicant: Sql, since: Sql): Sql => q`not exists (select from order_reminds r
  where r.order_id = ${order} and r.applicant_id is not distinct from ${applicant} and r.kind = ${kind} and r.source = 'system' and r.last_at >= ${since})`;

/** Booked visits in three days and tomorrow, each once on such a day. */
export async function comingVisits(db: Db, now: Date): Promise<RemindAsk[]> {
  const today = new Date(`${shanghaiDate(now)}T00:00:00+08:00`);
  const asks: RemindAsk[] = [];
  for (const days of VISIT_DAYS) {
    const from = new Date(today.getTime() + days * DAY);
    const found = await rows<{ order_id: number; applicant_id: number; visit_at: string }>(
      db,
      q`select a.order_id, v.applicant_id, v.visit_at from visits v join applicants a on a.id = v.applicant_id
        where v.visit_status = 'booked' and v.visit_at >= ${from} and v.visit_at < ${new Date(from.getTime() + DAY)} and a.held_at is null
          and ${untold(q`'visit'`, q`a.order_id`, q`a.id`, q`${today}::timestamptz`)} order by v.visit_at, v.id`,
    );
    for (const { order_id, applicant_id, visit_at } of found)
      asks.push({
        kind: "visit",
        order_id,
        applicant_id,
        level: days === 1 ? "high" : "normal",
        content: `${days === 1 ? "明天" : `${days}天后`}赴馆（${minute(visit_at)}），请提醒客户携带原件按时到场`,
      });
  }
  return asks;
}

/** Ours to do, and late since a short while: told once for each limit to who can have the expert act (立即提醒). */
async function overduePeople(db: Db, now: Date): Promise<RemindAsk[]> {
  const found = await rows<{
    order_id: number;
    id: number;
    applicant_status: ApplicantStatus;
    status_due_at: string;
  }>(
    db,
    q`select a.order_id, a.id, a.applicant_status, a.status_due_at from applicants a
      where a.due_sort <= ${now} and a.due_sort > ${new Date(now.getTime() - NEW_DAYS * DAY)} and a.tab <> 'closed' and a.waiting_party = 'us' and a.held_at is null
        and ${untold(q`'overdue'`, q`a.order_id`, q`a.id`, q`a.status_due_at`)} order by a.due_sort, a.id limit ${BATCH}`,
  );
  return found.map((a) => ({
    kind: "overdue",
    order_id: a.order_id,
    applicant_id: a.id,
    level: "high",
    content: `「${applicantFlow.states[a.applicant_status].label}」已超过时限（${minute(a.status_due_at)}），请尽快办理`,
  }));
}

/** Half of the time to pay has passed. */
async function unpaidOrders(db: Db, now: Date): Promise<RemindAsk[]> {
  const found = await rows<{ id: number; pay_deadline_at: string }>(
    db,
    q`select o.id, o.pay_deadline_at from orders o
      where o.order_status = 'pending_payment' and o.pay_deadline_at > ${now} and o.pay_deadline_at - (o.pay_deadline_at - o.created_at) / 2 <= ${now}
        and ${untold(q`'pay'`, q`o.id`, q`null::int8`, q`o.created_at`)} order by o.pay_deadline_at limit ${BATCH}`,
  );
  return found.map((o) => ({
    kind: "pay",
    order_id: o.id,
    applicant_id: null,
    level: "normal",
    content: `订单将于 ${minute(o.pay_deadline_at)} 自动取消，请提醒客户支付`,
  }));
}

/** Differences that are due within a day, or were. */
async function unpaidDiffs(db: Db, now: Date): Promise<RemindAsk[]> {
  const found = await rows<{ order_id: number; applicant_id: number | null; diff_no: string; amount: number; due_at: string }>(
    db,
    q`select d.order_id, d.applicant_id, d.diff_no, d.amount, d.due_at from order_diffs d
      where d.diff_status = 'pending' and d.due_at <= ${new Date(now.getTime() + DAY)} and d.due_at > ${new Date(now.getTime() - NEW_DAYS * DAY)}
        and ${untold(q`'diff'`, q`d.order_id`, q`d.applicant_id`, q`d.created_at`)} order by d.due_at, d.id limit ${BATCH}`,
  );
  // One reminder for all that a person owes; the first to be due says until when.
  const owed = Object.values(Object.groupBy(found, (d) => `${d.order_id} ${d.applicant_id ?? ""}`));
  return owed.flatMap((diffs = []) => {
    const [first] = diffs;
    if (!first) return [];
    const named = diffs.slice(0, NAMED).map((d) => `${d.diff_no} ${money(d.amount)}`);
    const each = `${named.join("、")}${diffs.length > NAMED ? ` 等 ${diffs.length} 笔` : ""}`;
    const { order_id, applicant_id, due_at } = first;
    return [{ kind: "diff", order_id, applicant_id, level: "normal", content: `补差价 ${each} 须于 ${minute(due_at)} 前支付，请提醒客户` }];
  });
}
export const ranOut = async (db: Db, now: Date): Promise<RemindAsk[]> => [
  ...(await unpaidOrders(db, now)),
  ...(await unpaidDiffs(db, now)),
  ...(await overduePeople(db, now)),
];

/** Opened by the clock, and the clock or somebody has taken away what they told: id and order of each. */
export const settledReminds = (db: Db, now: Date): Promise<{ id: number; order_id: number }[]> =>
  rows(
    db,
    q`select r.id, r.order_id from order_reminds r where r.remind_status in ('open', 'doing') and r.source = 'system' and case r.kind
        when 'overdue' then not exists (select from applicants a where a.id = r.applicant_id and a.status_due_at <= ${now} and a.tab <> 'closed' and a.held_at is null)
        when 'visit' then not exists (select from visits v where v.applicant_id = r.applicant_id and v.visit_status = 'booked' and v.visit_at > ${now})
        when 'diff' then not exists (select from order_diffs d where d.order_id = r.order_id and d.applicant_id is not distinct from r.applicant_id and d.diff_status = 'pending')
        else false end order by r.id limit ${BATCH}`,
  );
