/** The days of a fair move it: it begins, and it ends. */
import type { Ctx } from "#kit/call/context.ts";
import { q, rows, type Sql } from "#kit/db/sql.ts";
import type { JobDef } from "#kit/jobs.ts";
import { moveRow } from "#kit/noun/move.ts";
import { dayOf } from "#kit/range.ts";
import { peerExhibitionNoun } from "./exhibition.noun.ts";

type State = "running" | "reviewing";
async function step(ctx: Ctx, move: "begin" | "end", to: State, where: Sql): Promise<number> {
  const words = peerExhibitionNoun.flow.states;
  const due = await rows<{ id: number; name: string; exhibition_status: keyof typeof words }>(
    ctx.db,
    q`select e.id, e.name, e.exhibition_status from peer_exhibitions e where ${where} order by e.id for update`,
  );
  for (const e of due) {
    await moveRow(ctx, peerExhibitionNoun, move, { id: e.id, to, set: { updated_at: ctx.now } });
    const change = { field: "exhibition_status", label: "状态", before: words[e.exhibition_status].label, after: words[to].label };
    ctx.note({ noun: "peer_exhibition", noun_id: e.id, noun_no: e.name, changes: [change] });
  }
  return due.length;
}

/** What ended while nobody looked is never begun. `id`: one fair alone, which was entered on its day or after it. */
export async function byDates(ctx: Ctx, id: number | null = null): Promise<{ ended: number; begun: number }> {
  const today = q`${dayOf(ctx.now)}::date and ${id === null ? q`true` : q`e.id = ${id}`}`;
  const ended = await step(ctx, "end", "reviewing", q`e.exhibition_status in ('preparing', 'running') and e.end_on < ${today}`);
  const begun = await step(ctx, "begin", "running", q`e.exhibition_status = 'preparing' and e.start_on <= ${today}`);
  return { ended, begun };
}

export const exhibitionJobs: readonly JobDef[] = [
  { name: "exhibition_dates", label: "展会开展与闭展", cron: "every day 0:10", atomic: true, run: (ctx) => byDates(ctx) },
];
