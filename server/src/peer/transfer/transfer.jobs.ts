/** Running of transfers: one short transaction a line, so that it can be stopped between two and goes on where it was cut short. */
import type { peerTransferFlow } from "@visadesk/contract/peer/transfer/peer-transfer.flow.ts";
import type { StateOf } from "@visadesk/contract/kit/flow.ts";
import type { Ctx } from "#kit/call/context.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { found, HttpError, Refusal } from "#kit/http/refuse.ts";
import { LeaseLost, type JobCtx, type JobDef, type JobPayload, type Progress } from "#kit/jobs.ts";
import { moveRow } from "#kit/noun/move.ts";
import { dayOf } from "#kit/range.ts";
import type { OrderDoor } from "../doors.ts";
import { peerTransferNoun } from "./peer-transfer.noun.ts";
import { runLine, undoLine, type Running } from "./transfer.line.ts";
import { tell } from "./transfer.told.ts";

export const RUN = "peer_transfer_run";
const STOPPED = "已取消，未执行";
const BROKEN = "执行出错，请重试";

interface Held extends Running {
  transfer_status: StateOf<typeof peerTransferFlow>;
  target_ids: number[];
  created_by: number | null;
  finished_at: string | null;
  is_due: boolean;
}
const held = async (ctx: Ctx, id: number): Promise<Omit<Held, "by">> =>
  found(
    await row<Omit<Held, "by">>(
      ctx.db,
      q`
      select id, transfer_no, role, from_worker_id, carry, commission_from, notify_peer, transfer_status, target_ids, created_by, finished_at,
        effective_on <= ${dayOf(ctx.now)}::date as is_due from peer_transfers where id = ${id} for update`,
    ),
  );

/** Begins one that is due, goes on with one that was cut short; null when there is nothing to do. */
async function begin(ctx: Ctx, id: number, by: number): Promise<Held | null> {
  const kept = await held(ctx, id);
  const t = { ...kept, by: by || kept.created_by };
  if (t.transfer_status === "scheduled" && t.is_due) {
    await moveRow(ctx, peerTransferNoun, "run", { id, to: "running", set: { started_at: ctx.now, updated_at: ctx.now } });
    return t;
  }
  return t.transfer_status === "running" || t.transfer_status === "undone" ? t : null;
}

const waiting = (ctx: JobCtx, t: Held): Promise<{ id: number }[]> =>
  rows(
    ctx.db,
    q`select id from peer_transfer_lines where transfer_id = ${t.id} and result = ${t.transfer_status === "undone" ? "done" : "pending"} order by id`,
  );
const isStopped = async (ctx: JobCtx, id: number): Promise<boolean> =>
  (await row(ctx.db, q`select id from peer_transfers where id = ${id} and stop_asked_at is not null`)) !== undefined;

const failed = (ctx: Ctx, t: Held, line: number, message: string): Promise<unknown> =>
  rows(
    ctx.db,
    t.transfer_status === "undone"
      ? q`update peer_transfer_lines set message = ${`撤销失败：${message}`} where id = ${line} and result = 'done'`
      : q`update peer_transfer_lines set result = 'failed', message = ${message}, at = ${ctx.now}, by_id = ${t.by} where id = ${line} and result = 'pending'`,
  );

/** What goes wrong with one line is told there and keeps no other back; answers what nobody expected. */
async function tryLine(ctx: JobCtx, order: OrderDoor, t: Held, line: number): Promise<string | null> {
  const work = t.transfer_status === "undone" ? undoLine : runLine;
  try {
    await ctx.change((c) => work(c, order, t, line));
    return null;
  } catch (e) {
    if (e instanceof LeaseLost || ctx.signal.aborted) throw e;
    const refused = e instanceof Refusal || e instanceof HttpError;
    await ctx.change((c) => failed(c, t, line, refused ? e.message : BROKEN));
    return refused ? null : String(e);
  }
}

interface Ran {
  lines: number;
  errors: string[];
}
async function runOne(ctx: JobCtx, order: OrderDoor, { id, by }: { id: number; by: number }, progress: Progress): Promise<Ran> {
  const t = await ctx.change((c) => begin(c, id, by));
  if (!t) return { lines: 0, errors: [] };
  const lines = await waiting(ctx, t);
  const errors = new Set<string>();
  for (const [i, line] of lines.entries()) {
    await progress.set(i, lines.length);
    if (t.transfer_status !== "undone" && (await isStopped(ctx, id))) break;
    const error = await tryLine(ctx, order, t, line.id);
    if (error !== null) errors.add(error);
  }
  await ctx.change((c) => finish(c, id));
  return { lines: lines.length, errors: [...errors] };
}

/** Ends a run as its lines ended; what was not begun when it was stopped stays as it was. */
async function finish(ctx: Ctx, id: number): Promise<void> {
  const t = await held(ctx, id);
  if (t.transfer_status === "running") {
    await rows(
      ctx.db,
      q`update peer_transfer_lines set result = 'skipped', message = ${STOPPED}, at = ${ctx.now} where transfer_id = ${id} and result = 'pending'`,
    );
    const left = await row(
      ctx.db,
      q`select id from peer_transfer_lines where transfer_id = ${id} and (result = 'failed' or (result = 'skipped' and message = ${STOPPED})) limit 1`,
    );
    // Tried again it ends anew; the days to undo it go on counting from its first end.
    const set = { updated_at: ctx.now, ...(t.finished_at === null && { finished_at: ctx.now }) };
    await moveRow(ctx, peerTransferNoun, "finish", { id, to: left ? "partial" : "done", set });
  } else if (t.transfer_status !== "undone") return;
  await tell(ctx, t);
}

const dueIds = async (ctx: JobCtx): Promise<number[]> =>
  (
    await rows<{ id: number }>(
      ctx.db,
      q`select id from peer_transfers where transfer_status = 'scheduled' and effective_on <= ${dayOf(ctx.now)}::date order by effective_on, id`,
    )
  ).map((t) => t.id);

/** A job that gave up leaves nothing half said: what waits may be tried again. */
async function ended(ctx: Ctx, payload: JobPayload): Promise<void> {
  const id = Number(payload["id"]);
  if (!id) return;
  await rows(
    ctx.db,
    q`
    update peer_transfer_lines l set result = 'failed', message = ${BROKEN}, at = ${ctx.now} from peer_transfers t
    where t.id = l.transfer_id and t.id = ${id} and t.transfer_status = 'running' and l.result = 'pending'`,
  );
  await rows(
    ctx.db,
    q`
    update peer_transfer_lines l set message = ${`撤销失败：${BROKEN}`} from peer_transfers t
    where t.id = l.transfer_id and t.id = ${id} and t.transfer_status = 'undone' and l.result = 'done' and l.message = ''`,
  );
  await finish(ctx, id);
}

export const transferJobs = (order: OrderDoor): readonly JobDef[] => [
  {
    name: RUN,
    label: "批量转移",
    cron: "every day 0:05",
    run: async (ctx, payload, progress) => {
      const [id, by] = [Number(payload["id"]), Number(payload["by"]) || 0];
      const ran: Ran[] = [];
      for (const one of id ? [id] : await dueIds(ctx)) ran.push(await runOne(ctx, order, { id: one, by }, progress));
      return { lines: ran.reduce((n, r) => n + r.lines, 0), errors: ran.flatMap((r) => r.errors) };
    },
    ended,
  },
];
