import { PICK_KEEP_DAYS } from "@visadesk/contract/setting/expert.ts";
import type { JobDef } from "#kit/jobs.ts";
import { purgePicks } from "./expert-pick.sql.ts";

export const expertJobs: readonly JobDef[] = [
  {
    name: "expert_pick_purge",
    label: `清理${PICK_KEEP_DAYS}天前的派单记录`,
    cron: "every day 03:40",
    run: (ctx) => ctx.change((c) => purgePicks(c.db, c.now)),
  },
];
