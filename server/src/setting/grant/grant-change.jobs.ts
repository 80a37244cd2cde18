/** What time alone does to grants: waiting ones run out, and the use of rights is read from the log. */
import type { JobDef } from "#kit/jobs.ts";
import { expireGrants } from "./grant-change.ts";
import { readUses } from "./permission-use.ts";

export const grantJobs: readonly JobDef[] = [
  { name: "grant_expire", label: "授权变更过期", cron: "every hour", run: (ctx) => ctx.change(expireGrants) },
  { name: "permission_usage", label: "权限使用统计", cron: "every day 03:10", run: (ctx) => ctx.change(readUses) },
];
