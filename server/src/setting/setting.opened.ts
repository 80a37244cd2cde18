import { expertApi } from "@visadesk/contract/setting/expert.ts";
import { teamApi } from "@visadesk/contract/setting/team.ts";
import { workerApi } from "@visadesk/contract/setting/worker.ts";
import type { Opened } from "#kit/call/opened.ts";
import { q } from "#kit/db/sql.ts";
import { managedTeams } from "../account/index.ts";
import { seenBy } from "./expert/expert.ts";
import { within } from "./worker/worker.sql.ts";

export const settingOpened = {
  worker: {
    may: workerApi.worker_query.may,
    from: "workers w",
    id: "w.id",
    where: async (ctx) => within(await managedTeams(ctx.db, ctx.me), ctx.me.worker_id),
  },
  team: {
    may: teamApi.team_update.may,
    from: "teams t",
    id: "t.id",
    where: async (ctx) => {
      const mine = await managedTeams(ctx.db, ctx.me);
      return mine && q`t.id = any(${[...mine]}::int8[])`;
    },
  },
  expert: {
    may: expertApi.expert_get.may,
    from: "experts e",
    id: "e.worker_id",
    where: ({ me }) => {
      const seen = seenBy({ me, has: (code) => me.codes.has(code) });
      return seen && q`e.worker_id = any(${[...seen]})`;
    },
  },
} satisfies Record<string, Opened>;
