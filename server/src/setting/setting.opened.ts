import { expertApi } from "@visadesk/contract/setting/expert.ts";
import { grantChangeApi } from "@visadesk/contract/setting/grant-change.ts";
import { regionOwnerApi } from "@visadesk/contract/setting/region-owner.ts";
import { roleApi } from "@visadesk/contract/setting/role.ts";
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
  role: { may: roleApi.role_get.may, from: "roles r", id: "r.id" },
  grant_change: { may: grantChangeApi.grant_change_query.may, from: "grant_changes g", id: "g.id" },
  expert: {
    may: expertApi.expert_get.may,
    from: "experts e",
    id: "e.worker_id",
    where: ({ me }) => {
      const seen = seenBy({ me, has: (code) => me.codes.has(code) });
      return seen && q`e.worker_id = any(${[...seen]})`;
    },
  },
  region_owner: { may: regionOwnerApi.region_owner_get.may, from: "region_owners r", id: "r.id" },
} satisfies Record<string, Opened>;
