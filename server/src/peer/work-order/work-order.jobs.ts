/** What time alone does to work orders: steps that are due, and the ends that nobody makes. */
import { stepsDue } from "@visadesk/contract/peer/work-order/work-order.rules.ts";
import { CLOSE_DAYS, GIVE_UP_DAYS } from "@visadesk/contract/peer/work-order/work-order.words.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { Ctx } from "#kit/call/context.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import type { JobCtx, JobDef } from "#kit/jobs.ts";
import { workerMay } from "../../account/index.ts";
import { calendarOf, type WorkCalendar } from "../../base-data/index.ts";
import { moved } from "./work-order-held.ts";
import { closesAt, givenUpAt, usedOf, waited, type Clocked } from "./work-order.rules.ts";
import type { EscalateStep, StoredDetail } from "./work-order.sql.ts";
import { leaderOf, tellWorker } from "./work-order-told.ts";

type Timed = Pick<
  StoredDetail,
  "id" | "version" | "work_order_no" | "title" | "work_order_status" | "applicant_id" | "handler_id" | "team_id"
> &
  Clocked & { resolved_at: string | null };
interface Running extends Timed {
  round: number;
  escalate: EscalateStep[];
  taken: number[];
}
const COLUMNS = q`t.id, t.version, t.work_order_no, t.title, t.work_order_status, t.applicant_id, t.handler_id, t.team_id, t.due_reply_at, t.due_at,
  t.first_reply_at, t.resolve_minutes, t.waiting_since, t.waiting_minutes, t.left_minutes, t.resolved_at`;

/** Those with a step that nobody took yet. */
const running = (ctx: JobCtx): Promise<Running[]> =>
  rows(
    ctx.db,
    q`
    select ${COLUMNS}, t.reopen_count as round, c.escalate, e.taken from work_orders t join work_order_configs c on c.id = t.config_id
    cross join lateral (select coalesce(array_agg(x.step::int), '{}') as taken from work_order_escalations x
      where x.work_order_id = t.id and x.round = t.reopen_count) e
    where t.work_order_status in ('pending', 'processing') and cardinality(e.taken) < jsonb_array_length(c.escalate) order by t.due_at, t.id`,
  );

/** Whoever is named and may not work on it any more gives way to the leader. */
async function receiverOf(ctx: Ctx, w: Running, { to, worker_id }: EscalateStep): Promise<number | null> {
  if (to === "handler") return w.handler_id;
  const named = to === "worker" && worker_id && (await workerMay(ctx.db, worker_id, may.peer_work_order));
  return named ? worker_id : leaderOf(ctx, w);
}

/** Whoever writes the row sends the word: a second clock, and a second run, find it taken. It must still run as it did when it was read. */
async function escalate(ctx: Ctx, w: Running, at: number): Promise<number> {
  const step = w.escalate[at];
  if (!step) return 0;
  const to = await receiverOf(ctx, w, step);
  const taken = await row(
    ctx.db,
    q`
    insert into work_order_escalations (work_order_id, round, step, to_id, at)
    select t.id, t.reopen_count, ${at}::smallint, ${to}::int8, ${ctx.now}::timestamptz from work_orders t
    where t.id = ${w.id} and t.version = ${w.version}::int for update of t
    on conflict do nothing returning step`,
  );
  if (!taken) return 0;
  await tellWorker(ctx, to, w, `工单已用去 ${step.at_percent}% 的解决时限`);
  const change = { field: "escalate", label: "升级", before: null, after: `已用 ${step.at_percent}% 时限` };
  ctx.note({ noun: "work_order", noun_id: w.id, noun_no: w.work_order_no, changes: [change] });
  return 1;
}

/** The row as it is now, held; undefined when somebody was there meanwhile. */
const still = (ctx: Ctx, w: Timed): Promise<Timed | undefined> =>
  row(ctx.db, q`select ${COLUMNS} from work_orders t where t.id = ${w.id} and t.version = ${w.version}::int for update`);

async function giveUp(ctx: Ctx, c: WorkCalendar, seen: Timed): Promise<number> {
  const w = await still(ctx, seen);
  if (!w) return 0;
  const resolution_note = `同行 ${GIVE_UP_DAYS} 个工作日未补充`;
  const set = { resolution: "no_answer" as const, resolution_note, resolved_at: ctx.now, left_minutes: null, ...waited(c, ctx.now, w) };
  await moved(ctx, w, "give_up", { to: "resolved", set, reason: resolution_note });
  await tellWorker(ctx, w.handler_id, w, "同行未补充，工单已自动解决");
  return 1;
}
async function close(ctx: Ctx, seen: Timed): Promise<number> {
  const w = await still(ctx, seen);
  if (!w) return 0;
  await moved(ctx, w, "close", { to: "closed", set: { closed_at: ctx.now }, reason: `解决后 ${CLOSE_DAYS} 个工作日未重开` });
  return 1;
}

const inState = (ctx: JobCtx, state: "waiting_peer" | "resolved"): Promise<Timed[]> =>
  rows(ctx.db, q`select ${COLUMNS} from work_orders t where t.work_order_status = ${state} order by t.id`);

async function run(ctx: JobCtx): Promise<{ escalated: number; given_up: number; closed: number }> {
  const c = await calendarOf(ctx.db);
  const told = { escalated: 0, given_up: 0, closed: 0 };
  for (const w of await running(ctx))
    for (const at of stepsDue(w.escalate, usedOf(c, ctx.now, w), w.resolve_minutes, w.taken)) {
      if (ctx.signal.aborted) return told;
      told.escalated += await ctx.change((x) => escalate(x, w, at));
    }
  for (const w of await inState(ctx, "waiting_peer"))
    if (w.waiting_since !== null && givenUpAt(c, new Date(w.waiting_since)) <= ctx.now)
      told.given_up += await ctx.change((x) => giveUp(x, c, w));
  for (const w of await inState(ctx, "resolved"))
    if (w.resolved_at !== null && closesAt(c, new Date(w.resolved_at)) <= ctx.now) told.closed += await ctx.change((x) => close(x, w));
  return told;
}

export const workOrderJobs: readonly JobDef[] = [{ name: "work_order_clock", label: "工单时限", cron: "every minute", run }];
