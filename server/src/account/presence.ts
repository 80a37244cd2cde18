/** 在场: who else has a record open, told to those who may have it open themselves. */
import type { personalApi, PresenceNoun } from "@visadesk/contract/account/personal.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { Ctx } from "#kit/call/context.ts";
import { seesRecord, type Opened } from "#kit/call/opened.ts";
import { refuseUnless } from "#kit/http/refuse.ts";
import { others } from "./personal.sql.ts";

type Ping = (typeof personalApi)["presence_ping"];
export type OpenedNouns = Readonly<Record<PresenceNoun, Opened>>;
const PRESENT_MS = 60_000;

export const presencePing =
  (opened: OpenedNouns) =>
  async ({ noun, id, mode }: Parsed<Ping>, ctx: Ctx): Promise<Output<Ping>> => {
    refuseUnless(await seesRecord(ctx, opened[noun], id), "not_found");
    const since = new Date(ctx.now.getTime() - PRESENT_MS);
    await present(ctx, { noun, id, mode }, since);
    const there = await others(ctx.db, noun, id, ctx.me.worker_id, since);
    return {
      others: there.map(({ began, ...o }) => ({
        ...o,
        since_minutes: Math.max(0, Math.floor((ctx.now.getTime() - Date.parse(began)) / 60_000)),
      })),
    };
  };

/** I am here; the time goes on unless I was away or do something else now. */
const present = (ctx: Ctx, { noun, id, mode }: Parsed<Ping>, since: Date): Promise<unknown> =>
  ctx.db
    .insertInto("presences")
    .values({ worker_id: ctx.me.worker_id, noun, noun_id: id, mode, at: ctx.now, since: ctx.now })
    .onConflict((c) =>
      c.columns(["noun", "noun_id", "worker_id"]).doUpdateSet((eb) => ({
        mode,
        at: ctx.now,
        since: eb
          .case()
          .when("presences.at", "<", since.toISOString())
          .then(ctx.now.toISOString())
          .when("presences.mode", "!=", mode)
          .then(ctx.now.toISOString())
          .else(eb.ref("presences.since"))
          .end(),
      })),
    )
    .execute();
