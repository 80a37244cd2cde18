/** Cleaning up after sessions, drafts and presences; alarms about sign-ins. */
import { may } from "@visadesk/contract/permissions.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { JobDef } from "#kit/jobs.ts";
import { forgetSessions } from "./principal.ts";
import { DAY, MINUTE } from "./login/login.rules.ts";
import { holdersOf } from "./scope.ts";
import { endExpired } from "./login/session.sql.ts";
import { tell } from "./tell.ts";

const KEEP_ENDED_DAYS = 180;
const KEEP_DRAFT_DAYS = 7;
const KEEP_GUARD_DAYS = 30;

const ALARM_FAILS = 50;
const ALARM_MS = 10 * MINUTE;
const SHANGHAI_MS = 8 * 60 * MINUTE;

/** Failed sign-ins of the whole system in its present window of ten minutes. */
async function failsNow({ db, now }: Pick<Ctx, "db" | "now">): Promise<number> {
  const since = new Date(now.getTime() - ALARM_MS).toISOString();
  const all = await db
    .selectFrom("login_guards")
    .select("fails")
    .where("kind", "=", "all")
    .where("first_at", ">", since)
    .executeTakeFirst();
  return all?.fails ?? 0;
}

async function toldSince({ db, now }: Pick<Ctx, "db" | "now">, template: string, ms: number): Promise<boolean> {
  const since = new Date(now.getTime() - ms).toISOString();
  return (
    (await db
      .selectFrom("outbound_messages")
      .select("id")
      .where("template", "=", template)
      .where("created_at", ">", since)
      .limit(1)
      .executeTakeFirst()) !== undefined
  );
}

export const jobs: JobDef[] = [
  {
    name: "session_sweep",
    label: "会话清理",
    cron: "every hour",
    run: async (ctx) => {
      const before = (days: number): Date => new Date(ctx.now.getTime() - days * DAY);
      await ctx.change(async (c) => {
        const { db, now } = c;
        await endExpired(db, now, await c.config("session_idle_hours"), null);
        await db.deleteFrom("sessions").where("ended_at", "<", before(KEEP_ENDED_DAYS).toISOString()).execute();
        await db.deleteFrom("login_guards").where("kind", "in", ["net", "all"]).where("last_at", "<", before(1).toISOString()).execute();
        await db
          .deleteFrom("login_guards")
          .where("kind", "=", "device")
          .where("last_at", "<", before(KEEP_GUARD_DAYS).toISOString())
          .where("fails", "<", 100)
          .execute();
        await db.deleteFrom("login_devices").where("last_used_at", "<", before(KEEP_ENDED_DAYS).toISOString()).execute();
        await db
          .deleteFrom("presences")
          .where("at", "<", new Date(now.getTime() - 60_000).toISOString())
          .execute();
      });
      forgetSessions();
    },
  },
  {
    name: "login_alarm",
    label: "登录失败告警",
    cron: "every minute",
    run: (ctx) =>
      ctx.change(async (c) => {
        const fails = await failsNow(c);
        const holders = fails > ALARM_FAILS && !(await toldSince(c, "login_alarm", ALARM_MS)) ? await holdersOf(c.db, may.worker) : [];
        for (const h of holders) await tell(c, h.id, "login_alarm", `10分钟内登录失败${fails}次，请查看操作日志中的登录失败记录`);
      }),
  },
  {
    name: "weak_report",
    label: "弱密码周报",
    cron: "every day 09:00",
    run: (ctx) =>
      ctx.change(async (c) => {
        const monday = new Date(c.now.getTime() + SHANGHAI_MS).getUTCDay() === 1;
        const weak = monday
          ? await c.db.selectFrom("workers").select("id").where("is_weak", "=", true).where("status", "=", 1).execute()
          : [];
        const holders = weak.length ? await holdersOf(c.db, may.worker) : [];
        for (const h of holders) await tell(c, h.id, "weak_report", `有${weak.length}名员工使用弱密码，可在员工管理中按弱密码筛选查看`);
      }),
  },
  {
    name: "draft_sweep",
    label: "草稿清理",
    cron: "every day 03:20",
    run: (ctx) =>
      ctx.change(
        async ({ db, now }) =>
          void (await db
            .deleteFrom("drafts")
            .where("saved_at", "<", new Date(now.getTime() - KEEP_DRAFT_DAYS * DAY).toISOString())
            .execute()),
      ),
  },
];
