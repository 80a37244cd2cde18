/** expire_scan: every hour what runs out is found, turns from near to over, and ends with its condition. */
import { q, rows } from "#kit/db/sql.ts";
import type { Ctx } from "#kit/call/context.ts";
import { HttpError, Refusal } from "#kit/http/refuse.ts";
import type { JobCtx, JobDef } from "#kit/jobs.ts";
import { moveRow } from "#kit/noun/move.ts";
import { saveRow } from "#kit/noun/save.ts";
import { runningOut, type Running } from "./order-expire-due.sql.ts";
import { orderExpireNoun } from "./order-expire.noun.ts";
import { expireEnd, expireOpen } from "./order-expire-open.ts";

interface Open extends Running {
  id: number;
  version: number;
  extended_times: number;
  expire_status: "warning" | "expired";
  /** Its order can no longer be taken up again, or is over. */
  is_gone: boolean;
}
const BATCH = 200;
const keyOf = (r: Pick<Running, "order_id" | "applicant_id" | "kind">): string => `${r.order_id}:${r.applicant_id ?? 0}:${r.kind}`;

const openRows = (ctx: JobCtx): Promise<Open[]> =>
  rows<Open>(
    ctx.db,
    q`select x.id, x.order_id, x.applicant_id, x.kind, x.due_at, x.version, x.extended_times, x.expire_status, x.kind = 'pay' and o.order_status = 'cancelled' as is_gone
      from order_expires x join orders o on o.id = x.order_id where x.expire_status in ('warning', 'expired') order by x.id`,
  );

/** An extended day counts until it has passed. */
function standing(open: Open, r: Running, now: Date): Pick<Running, "due_at" | "is_over"> {
  if (open.extended_times === 0 || Date.parse(open.due_at) <= Date.parse(r.due_at)) return r;
  return { due_at: open.due_at, is_over: Date.parse(open.due_at) <= now.getTime() };
}

/** What becomes of one that is open; null: it stays as it is. */
function turnOf(open: Open, r: Running | undefined, now: Date): ((ctx: Ctx) => Promise<unknown>) | null {
  const { id, version } = open;
  const end = { closed_at: now, updated_at: now };
  if (!r)
    return open.is_gone
      ? (ctx) => moveRow(ctx, orderExpireNoun, "lapse", { id, version, to: "closed", set: end })
      : (ctx) => expireEnd(ctx, open);
  const { due_at, is_over } = standing(open, r, now);
  const set = { due_at, updated_at: now };
  if (is_over && open.expire_status === "warning")
    return (ctx) => moveRow(ctx, orderExpireNoun, "expire", { id, version, to: "expired", set });
  if (!is_over && open.expire_status === "expired")
    return (ctx) => moveRow(ctx, orderExpireNoun, "renew", { id, version, to: "warning", set });
  return Date.parse(due_at) === Date.parse(open.due_at) ? null : (ctx) => saveRow(ctx, orderExpireNoun, { id, version, set, told: true });
}

/** Rows somebody changes meanwhile are judged again in an hour. */
async function scan(ctx: JobCtx): Promise<number> {
  const { now } = ctx;
  const found = new Map((await runningOut(ctx.db, now)).map((r) => [keyOf(r), r]));
  const open = new Map((await openRows(ctx)).map((x) => [keyOf(x), x]));
  const turns = [...open].flatMap(([key, x]) => turnOf(x, found.get(key), now) ?? []);
  let n = 0;
  for (const turn of turns) {
    if (ctx.signal.aborted) return n;
    n += await ctx.change(turn).then(
      () => 1,
      (e: unknown) => (e instanceof HttpError || e instanceof Refusal ? 0 : Promise.reject(e)),
    );
  }
  const fresh = [...found].flatMap(([key, r]) => (open.has(key) ? [] : [r]));
  for (let at = 0; at < fresh.length && !ctx.signal.aborted; at += BATCH)
    await ctx.change(async (c) => {
      for (const r of fresh.slice(at, at + BATCH)) n += Number(await expireOpen(c, r));
    });
  return n;
}

export const expireJobs: readonly JobDef[] = [{ name: "expire_scan", label: "过期扫描", cron: "every hour", run: scan }];
