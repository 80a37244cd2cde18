/** A look at accounts every morning: nobody signed in for long, one-time passwords that lapsed. */
import { may } from "@visadesk/contract/permissions.ts";
import type { JobDef } from "#kit/jobs.ts";
import { holdersOf, tell } from "../../account/index.ts";
import { accountsToWatch } from "./worker.sql.ts";

const IDLE_DAYS = 90;
const SHOWN = 10;

const nameThem = (names: readonly string[]): string =>
  names.length > SHOWN ? `${names.slice(0, SHOWN).join("、")}等${names.length}人` : names.join("、");

export const jobs: JobDef[] = [
  {
    name: "account_watch",
    label: "账号巡查",
    cron: "every day 08:00",
    run: (ctx) =>
      ctx.change(async (c) => {
        const { idle, lapsed } = await accountsToWatch(c.db, IDLE_DAYS, c.now);
        const sentences = [
          ...(idle.length > 0 ? [`${IDLE_DAYS}天未登录：${nameThem(idle)}，请确认是否停用`] : []),
          ...(lapsed.length > 0 ? [`一次性密码已失效且没有改密：${nameThem(lapsed)}，请重新重置`] : []),
        ];
        const holders = sentences.length > 0 ? await holdersOf(c.db, may.worker) : [];
        for (const h of holders) for (const s of sentences) await tell(c, h.id, "account_watch", s);
      }),
  },
];
