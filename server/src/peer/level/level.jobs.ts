/** Moves up overnight; once a quarter who no longer earns its level is written down, and goes down unless somebody keeps it. */
import { downgradeOf, quarterOf, upgradeOf } from "@visadesk/contract/peer/level/level.rules.ts";
import { APPLY_DAY, type LevelCode } from "@visadesk/contract/peer/level/level.words.ts";
import type { Ctx } from "#kit/call/context.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import type { JobCtx, JobDef } from "#kit/jobs.ts";
import { dayOf } from "#kit/range.ts";
import { figuresOf, graded, levelTerms } from "./level-figures.sql.ts";
import { moveLevel, reasonOf } from "./level-move.ts";
import { applyLine, type OpenLine, openLines } from "./level-line.ts";

async function upgrade(ctx: JobCtx): Promise<{ moved: number }> {
  const [levels, peers] = [await levelTerms(ctx.db), await graded(ctx.db, ctx.now)];
  let moved = 0;
  for (const p of peers) {
    const to = upgradeOf(levels, p, p, dayOf(ctx.now));
    if (to === null) continue;
    if (ctx.signal.aborted) break;
    if (await ctx.change((x) => moveLevel(x, { peer: p, from: p.code, to, why: reasonOf("达到升级门槛", figuresOf(p)) }))) moved += 1;
  }
  return { moved };
}

const FIRST_MONTHS: readonly number[] = [1, 4, 7, 10];
const inFirstDays = (day: string): boolean => FIRST_MONTHS.includes(Number(day.slice(5, 7))) && Number(day.slice(8)) < APPLY_DAY;

/** The quarter's run and its lines, or none where it stands already: a night that was missed is made up for before the lines take effect. */
async function begin(ctx: Ctx): Promise<number> {
  const day = dayOf(ctx.now);
  const apply_at = new Date(`${day.slice(0, 8)}${APPLY_DAY}T02:00:00+08:00`);
  const run = await row<{ id: number }>(
    ctx.db,
    q`insert into peer_level_runs (quarter, apply_at, created_at) values (${quarterOf(day)}, ${apply_at}, ${ctx.now})
      on conflict (quarter) do nothing returning id`,
  );
  if (!run) return 0;
  const [levels, peers] = [await levelTerms(ctx.db), await graded(ctx.db, ctx.now)];
  const below = peers.flatMap((p) => {
    const to: LevelCode | null = downgradeOf(levels, p, p, day);
    return to === null ? [] : [{ peer_id: p.id, from_level: p.code, to_level: to, figures: figuresOf(p) }];
  });
  await rows(
    ctx.db,
    q`
    insert into peer_level_lines (run_id, peer_id, from_level, to_level, figures, created_at, updated_at)
    select ${run.id}, x.peer_id, x.from_level, x.to_level, x.figures, ${ctx.now}, ${ctx.now}
    from jsonb_to_recordset(${JSON.stringify(below)}::jsonb) as x(peer_id int8, from_level text, to_level text, figures jsonb)`,
  );
  return below.length;
}

/** A line each in its own transaction, the run last: after a crash the next night finds what is left. */
async function end(ctx: JobCtx): Promise<number> {
  const due = await rows<{ id: number }>(
    ctx.db,
    q`select id from peer_level_runs where apply_at <= ${ctx.now} and applied_at is null order by id`,
  );
  let applied = 0;
  for (const run of due) {
    const open: OpenLine[] = await openLines(ctx.db, q`l.run_id = ${run.id}`);
    for (const line of open) {
      if (ctx.signal.aborted) return applied;
      if ((await ctx.change((x) => applyLine(x, line))) === null) applied += 1;
    }
    await ctx.change((x) => rows(x.db, q`update peer_level_runs set applied_at = ${x.now} where id = ${run.id} and applied_at is null`));
  }
  return applied;
}

async function quarter(ctx: JobCtx): Promise<{ lines: number; applied: number }> {
  const lines = inFirstDays(dayOf(ctx.now)) ? await ctx.change(begin) : 0;
  return { lines, applied: await end(ctx) };
}

export const levelJobs: readonly JobDef[] = [
  { name: "peer_level_upgrade", label: "同行等级自动升级", cron: "every day 01:30", run: upgrade },
  { name: "peer_level_run", label: "同行季度定级复核", cron: "every day 02:00", run: quarter },
];
