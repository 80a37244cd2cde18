/** Cleaning up after sessions, drafts and presences. */
import type { JobDef } from "#kit/jobs.ts";
import { config } from "../setting/index.ts";
import { forgetSessions } from "./principal.ts";
import { DAY } from "./login.rules.ts";
import { endExpired } from "./session.sql.ts";

const KEEP_ENDED_DAYS = 180;
const KEEP_DRAFT_DAYS = 7;
const KEEP_GUARD_DAYS = 30;

export const jobs: JobDef[] = [
  {
    name: "session_sweep",
    label: "会话清理",
    cron: "every hour",
    run: async (ctx) => {
      const before = (days: number): Date => new Date(ctx.now.getTime() - days * DAY);
      await ctx.change(async ({ db, now }) => {
        await endExpired(db, now, await config(db, "session_idle_hours"), null);
        await db.deleteFrom("sessions").where("ended_at", "<", before(KEEP_ENDED_DAYS).toISOString()).execute();
        await db.deleteFrom("login_guards").where("kind", "in", ["net", "all"]).where("last_at", "<", before(1).toISOString()).execute();
        await db.deleteFrom("login_guards").where("kind", "=", "device").where("last_at", "<", before(KEEP_GUARD_DAYS).toISOString()).where("fails", "<", 100).execute();
        await db.deleteFrom("login_devices").where("last_used_at", "<", before(KEEP_ENDED_DAYS).toISOString()).execute();
        await db.deleteFrom("presences").where("at", "<", new Date(now.getTime() - 60_000).toISOString()).execute();
      });
      forgetSessions();
    },
  },
  {
    name: "draft_sweep",
    label: "草稿清理",
    cron: "every day 03:20",
    run: (ctx) => ctx.change(({ db, now }) => db.deleteFrom("drafts").where("saved_at", "<", new Date(now.getTime() - KEEP_DRAFT_DAYS * DAY).toISOString()).execute()),
  },
];
