/** Other working hours or days move due times: how many, and moving them. Only a due time that follows from the old clock is touched. */
import type { SnapshotBody } from "@visadesk/contract/product/snapshot.ts";
import { sysConfig } from "@visadesk/contract/setting/sys-config.ts";
import { z } from "@visadesk/contract/kit/field.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import type { Ctx, SysConfig } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import type { JobCtx, JobDef, JobPayload, Progress } from "#kit/jobs.ts";
import { q, rows } from "#kit/db/sql.ts";
import { calendarBefore, calendarOf, calendarWith, type CalendarBefore, type WorkCalendar } from "../../base-data/index.ts";
import { changeOrder } from "./change.ts";
import { statusDue, type Clocks, type DueFacts, type DuePerson, type Party } from "./due.rules.ts";
import { limitsOf } from "../applicant/limits.ts";

type Hours = SysConfig["work_hours"];

interface OpenRow extends DuePerson {
  id: number;
  order_id: number;
  status_due_at: string;
  waiting_party: Party;
  country_id: string;
  is_urgent: boolean;
  paid_at: string | null;
  work_days_max: number;
  embassy: SnapshotBody["embassy"];
}

/** Everybody whose clock runs. */
const openRows = (db: Db): Promise<OpenRow[]> =>
  rows<OpenRow>(
    db,
    q`
    select a.id, a.order_id, a.applicant_status, a.status_at, a.status_due_at, a.waiting_party, a.supplement_due_at, a.admin_check_due, a.submit_date,
      a.handed_back_at, o.country_id, o.is_urgent, o.paid_at, (s.body -> 'work_days_max')::int as work_days_max, s.body -> 'embassy' as embassy,
      case when v.id is null then null else json_build_object('visit_at', to_json(v.visit_at), 'confirm_due_at', to_json(v.confirm_due_at)) end as visit
    from applicants a join orders o on o.id = a.order_id join sku_snapshots s on s.id = o.snapshot_id
    left join visits v on v.applicant_id = a.id and v.visit_status in ('proposed', 'booked')
    where a.status_due_at is not null and a.held_at is null order by a.order_id, a.seq`,
  );

interface Judge {
  before: Clocks;
  after: Clocks;
  now: Date;
}
async function judgeOf(db: Db, before: WorkCalendar, after: WorkCalendar, now: Date): Promise<Judge> {
  const limits = await limitsOf(db);
  return { before: { limits, calendar: before }, after: { limits, calendar: after }, now };
}

/** The due time under the new clock, where the stored one is just what the old clock gave. */
function movedDue(j: Judge, f: DueFacts, p: DuePerson, party: Party, stored: string | null): string | null {
  if (stored === null || statusDue(j.before, f, p, party) !== stored) return null;
  const next = statusDue(j.after, f, p, party);
  return next === stored ? null : next;
}

const factsOf = (r: OpenRow, now: Date): DueFacts => ({ order: r, snapshot: r, now, today: shanghaiDate(now) });
const movedOnes = (j: Judge, open: readonly OpenRow[]): OpenRow[] =>
  open.filter((r) => movedDue(j, factsOf(r, j.now), r, r.waiting_party, r.status_due_at) !== null);

/** Open applicants, and how many due times these hours would move. */
export async function hoursImpact(ctx: Ctx, hours: Hours): Promise<{ open: number; moved: number }> {
  const open = await openRows(ctx.db);
  const judge = await judgeOf(ctx.db, await calendarOf(ctx.db), await calendarWith(ctx.db, hours), ctx.now);
  return { open: open.length, moved: movedOnes(judge, open).length };
}

const JOB = "order_calendar_changed";
/** Puts the work in the queue; the hours before the change tell which due times followed from them. */
export async function hoursChanged(ctx: Ctx, before: Hours): Promise<void> {
  await ctx.enqueue(JOB, { before });
}
/** The same for other days of China or of a mission. */
export async function calendarChanged(ctx: Ctx, before: CalendarBefore): Promise<void> {
  await ctx.enqueue(JOB, { calendar: before.calendar, days: before.days.map((d) => [d.date, d.day_kind]) });
}

const calendarPayload = z.object({ calendar: z.string(), days: z.array(z.tuple([z.string(), z.enum(["off", "work"])])) });
/** The clock as it was before the change that the job follows. */
function clockBefore(db: Db, payload: JobPayload): Promise<WorkCalendar> {
  if (payload["before"] !== undefined) return calendarWith(db, sysConfig.shape.work_hours.parse(payload["before"]));
  const { calendar, days } = calendarPayload.parse(payload);
  return calendarBefore(db, { calendar, days: days.map(([date, day_kind]) => ({ calendar, date, day_kind, name: "" })) });
}

async function run(ctx: JobCtx, payload: JobPayload, progress: Progress): Promise<{ moved: number }> {
  const judge = await judgeOf(ctx.db, await clockBefore(ctx.db, payload), await calendarOf(ctx.db), ctx.now);
  const orders = [...new Set(movedOnes(judge, await openRows(ctx.db)).map((r) => r.order_id))];
  let moved = 0;
  for (const [i, id] of orders.entries()) {
    await progress.set(i, orders.length);
    moved += await ctx.change((c) => moveOrderDues(c, judge, id));
  }
  return { moved };
}

/** One order under its lock, judged again: its people may have moved on. */
const moveOrderDues = (ctx: Ctx, judge: Judge, id: number): Promise<number> =>
  changeOrder(ctx, id, async (w) => {
    let moved = 0;
    for (const p of w.facts.people) {
      const next = p.held_at === null ? movedDue(judge, w.facts, p, p.waiting_party, p.status_due_at) : null;
      if (next === null) continue;
      await ctx.db.updateTable("applicants").set({ status_due_at: next }).where("id", "=", p.id).execute();
      moved++;
    }
    return moved;
  });

export const calendarJobs: readonly JobDef[] = [{ name: JOB, label: "工作时间变化后重算截止时间", run }];
