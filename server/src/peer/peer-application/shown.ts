/** Applications as their readers see them: names and checks beside the stored row. */
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { q, rows } from "#kit/db/sql.ts";
import { areaName, plainCity } from "../../base-data/index.ts";
import type { ActivityDoor } from "../doors.ts";
import { workerNames } from "../peer/names.sql.ts";
import type { ApplicationRow, StoredApplication } from "./application.sql.ts";
import { checksOf, notGreen } from "./checks.ts";

const ids = (list: readonly StoredApplication[], source: StoredApplication["source"]): number[] =>
  list.flatMap((a) => (a.source === source && a.source_id !== null ? [a.source_id] : []));
/** By source and number, what each application came by. */
async function sourceNames(db: Db, list: readonly StoredApplication[]): Promise<ReadonlyMap<string, string>> {
  const [exhibitions, peers] = [ids(list, "exhibition"), ids(list, "fission")];
  if (exhibitions.length + peers.length === 0) return new Map();
  const found = await rows<{ of: string; name: string }>(
    db,
    q`
    select 'exhibition ' || e.id as of, e.name from peer_exhibitions e where e.id = any(${exhibitions}::int8[])
    union all select 'fission ' || p.id, p.short_name from peers p where p.id = any(${peers}::int8[])`,
  );
  return new Map(found.map((f) => [f.of, f.name]));
}

export const placeText = (a: Pick<StoredApplication, "address">): string =>
  `${areaName(a.address.province_code)}${plainCity(areaName(a.address.city_code))}`;

/** `withChecks`: what stands against each is looked for, which costs more than the rest. */
export async function shownApplications<R extends StoredApplication>(
  ctx: Pick<Ctx, "db" | "now" | "me">,
  list: readonly R[],
  activity: ActivityDoor | null,
): Promise<(R & ApplicationRow)[]> {
  const [workers, sources, checks] = await Promise.all([
    workerNames(
      ctx.db,
      list.flatMap((a) => [a.created_by, a.decided_by, a.source === "bd" ? a.source_id : null]),
    ),
    sourceNames(ctx.db, list),
    activity ? checksOf(ctx, list, activity) : new Map(),
  ]);
  const nameOf = (id: number | null): string | null => workers.get(id ?? 0) ?? null;
  return list.map((a) => ({
    ...a,
    place_text: placeText(a),
    source_text: (a.source === "bd" ? nameOf(a.source_id) : sources.get(`${a.source} ${a.source_id}`)) ?? a.inviter_code,
    created_by_name: nameOf(a.created_by),
    is_mine: a.created_by === ctx.me.worker_id,
    is_overdue: a.application_status === "pending" && a.due_at < ctx.now.toISOString(),
    bad_checks: notGreen(checks.get(a.id)),
    decided_by_name: nameOf(a.decided_by),
  }));
}
