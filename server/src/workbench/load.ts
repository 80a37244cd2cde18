/** 负荷表: who of the team has how much of which queue in hand, and what nobody has. */
import { keysOf } from "@visadesk/contract/kit/field.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { QUEUES } from "@visadesk/contract/workbench/queues.ts";
import type { workbenchApi } from "@visadesk/contract/workbench/workbench.ts";
import type { Ctx } from "#kit/call/context.ts";
import { refuseUnless } from "#kit/http/refuse.ts";
import { dutyToday } from "../setting/index.ts";
import { loadCells, type LoadCell } from "./task.sql.ts";
import { membersOf } from "./workbench.sql.ts";

type Api = typeof workbenchApi;
type Load = Output<Api["task_load_query"]>["members"][number];

const sum = (cells: readonly LoadCell[], of: "count" | "overdue"): number => cells.reduce((n, c) => n + c[of], 0);
const cellsOf = (cells: readonly LoadCell[]): Pick<Load, "count" | "overdue" | "cells"> => ({
  count: sum(cells, "count"),
  overdue: sum(cells, "overdue"),
  cells: Object.fromEntries(cells.map(({ queue, count, overdue }) => [queue, { count, overdue }])),
});

/** The most loaded first, whoever has nothing last; what nobody has stands on top. */
export async function loads(ctx: Ctx, { scope }: Parsed<Api["task_load_query"]>): Promise<Output<Api["task_load_query"]>> {
  const { data_scope, scope_ids, team_id } = ctx.me;
  refuseUnless(data_scope !== "own", "out_of_scope", "仅组长可查看负荷表");
  const cells = await loadCells(ctx, scope);
  const held = [...new Set(cells.flatMap((c) => c.worker_id ?? []))];
  const team = scope === "team" && data_scope === "all" ? (team_id ?? 0) : null;
  const [people, duty] = [await membersOf(ctx.db, { ids: scope_ids, team }, held), await dutyToday(ctx.db, ctx.now)];
  const members = people.map((w): Load => ({
    worker_id: w.id,
    nickname: w.nickname,
    team_name: w.team_name,
    on_duty: w.status === 1 && (duty.others.get(w.id) ?? duty.usual).on,
    ...cellsOf(cells.filter((c) => c.worker_id === w.id)),
  }));
  const nobody = cells.filter((c) => c.worker_id === null);
  const free: Load[] = nobody.length > 0 ? [{ worker_id: null, nickname: null, team_name: null, on_duty: false, ...cellsOf(nobody) }] : [];
  const found = new Set(cells.map((c) => c.queue));
  return {
    queues: keysOf(QUEUES).flatMap((key) => (found.has(key) ? [{ key, label: QUEUES[key] }] : [])),
    members: [
      ...free,
      ...members.toSorted((a, b) => b.overdue - a.overdue || b.count - a.count || (a.worker_id ?? 0) - (b.worker_id ?? 0)),
    ],
  };
}
