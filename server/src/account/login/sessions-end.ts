/** The only way a session ends from outside. */
import type { END_REASONS } from "@visadesk/contract/account/session.ts";
import type { Ctx } from "#kit/call/context.ts";
import { forgetSessions } from "../principal.ts";

/** Ends the live sessions of a worker, but for `except`; answers how many. */
export async function sessionsEnd(
  ctx: Pick<Ctx, "db" | "now" | "afterCommit">,
  worker: number,
  reason: keyof typeof END_REASONS,
  except?: number,
): Promise<number> {
  const ended = await ctx.db
    .updateTable("sessions")
    .set({ ended_at: ctx.now, end_reason: reason })
    .where("worker_id", "=", worker)
    .where("ended_at", "is", null)
    .$if(except !== undefined, (b) => b.where("id", "!=", except ?? 0))
    .returning("id")
    .execute();
  ctx.afterCommit(forgetSessions);
  return ended.length;
}
