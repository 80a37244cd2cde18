/** Versions published for later come into force by their time alone; the former one is then retired. */
import type { JobDef } from "#kit/jobs.ts";
import { retireReplaced } from "./refund-policy.ts";
import { lockPolicy, policiesToTurn } from "./refund-policy.sql.ts";

export const refundPolicyJobs: readonly JobDef[] = [
  {
    name: "refund_policy_effective",
    label: "退款政策定时生效",
    cron: "every minute",
    run: async (ctx) => {
      let retired = 0;
      for (const id of await policiesToTurn(ctx.db, ctx.now)) {
        retired += await ctx.change(async (c) => {
          const policy = await lockPolicy(c.db, id);
          return policy ? retireReplaced(c, policy) : 0;
        });
      }
      return { retired };
    },
  },
];
