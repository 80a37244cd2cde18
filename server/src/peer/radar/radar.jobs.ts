/** Nightly: the radar of every peer, and on a working day the calls that each BD finds in the morning. */
import type { Ctx } from "#kit/call/context.ts";
import { q, rows } from "#kit/db/sql.ts";
import type { JobDef } from "#kit/jobs.ts";
import { dayOf } from "#kit/range.ts";
import { calendarOf } from "../../base-data/index.ts";
import { signsOf } from "./radar.rules.ts";
import { listCalls, markBack, radarFacts, writeRadar } from "./radar.sql.ts";

/** Whoever owns a region is a manager too, before he has a peer. */
const regionManagers = (ctx: Ctx): Promise<unknown> =>
  rows(
    ctx.db,
    q`insert into peer_managers (worker_id, created_at, updated_at) select distinct r.worker_id, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz
      from region_owners r where r.from_date <= ${dayOf(ctx.now)}::date and (r.to_date is null or r.to_date >= ${dayOf(ctx.now)}::date)
      on conflict (worker_id) do nothing`,
  );

/** What the night does; the demo does it for the working days before its own. */
export async function radar(ctx: Ctx): Promise<{ signs: number; calls: number }> {
  const found = (await radarFacts(ctx.db, ctx.now)).flatMap(({ id, ...facts }) => {
    const signs = signsOf(facts);
    return signs.length > 0 ? [{ peer_id: id, signs, weight: signs.reduce((sum, s) => sum + s.weight, 0) }] : [];
  });
  await regionManagers(ctx);
  await writeRadar(ctx, found);
  await markBack(ctx.db);
  const day = dayOf(ctx.now);
  const isWorking = (await calendarOf(ctx.db)).isWorkingDay(day);
  return { signs: found.length, calls: isWorking ? await listCalls(ctx, day) : 0 };
}

export const radarJobs: readonly JobDef[] = [{ name: "peer_radar", label: "同行雷达", cron: "every day 3:00", atomic: true, run: radar }];
