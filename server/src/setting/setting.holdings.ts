/** What setting itself keeps owners of: regions and teams. */
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { REGION_KINDS, REGION_NEEDS } from "@visadesk/contract/setting/region-owner.ts";
import type { Ctx, FieldChange } from "#kit/call/context.ts";
import { owned, STALE_HOLDING } from "#kit/noun/owned.ts";
import { saveRow } from "#kit/noun/save.ts";
import type { Holding, Passing } from "#kit/seal/holding.ts";
import { refuse } from "#kit/http/refuse.ts";
import { addDays } from "../base-data/index.ts";
import { endChange, hasBegun, successionOf } from "./region/region-owner.rules.ts";
import { heldRegions, insertSuccessor, lockKind, regionsById, type RegionKind } from "./region/region-owner.sql.ts";
import { regionOwnerNoun } from "./region/region-owner.noun.ts";
import { teamNoun } from "./worker/team.noun.ts";

/** A row that began before today ends yesterday and has a successor from today on; one that begins later changes hands. */
async function passRegions(ctx: Ctx, { ids, from, to, reason }: Passing): Promise<void> {
  const today = shanghaiDate(ctx.now);
  const yesterday = addDays(today, -1);
  const found = await regionsById(ctx.db, ids);
  if (found.length !== ids.length || found.some((r) => r.worker_id !== from.id)) refuse("count_changed", STALE_HOLDING);
  for (const r of found) {
    const note = (noun_id: number, ...changes: FieldChange[]) =>
      ctx.note({
        noun: "region_owner",
        noun_id,
        noun_no: r.name,
        reason: noun_id === r.id ? reason : `${reason}；${successionOf(r)}`,
        changes,
      });
    const owner = { field: "worker_id", label: "负责人", before: from.name, after: to.name };
    const begunBefore = hasBegun(r, yesterday);
    const set = { ...(begunBefore ? { to_date: yesterday } : { worker_id: to.id }), updated_at: ctx.now };
    await saveRow(ctx, regionOwnerNoun, { id: r.id, version: r.version, set, told: true });
    if (!begunBefore) {
      note(r.id, owner);
      continue;
    }
    note(r.id, endChange(r, yesterday));
    const next = await insertSuccessor(ctx.db, r.id, { worker_id: to.id, from_date: today, to_date: r.to_date }, ctx);
    note(next, owner, { field: "from_date", label: "生效日期", before: r.from_date, after: today });
  }
}

/** One per kind, because the screen of regions shows one kind at a time. */
const regions = (kind: RegionKind): Holding => ({
  kind: `region_${kind}`,
  label: `区域·${REGION_KINDS[kind]}`,
  short: `${REGION_KINDS[kind]}区域`,
  unit: "个",
  needs: REGION_NEEDS,
  note: "生效中的区域止于昨天，接手人从今天起负责",
  held: (now) => heldRegions(kind, shanghaiDate(now)),
  link: (worker) => ({ route: "region-list", query: { tab: kind, worker_id: String(worker), region_state: "active,pending" } }),
  lock: (db) => lockKind(db, kind),
  pass: passRegions,
});

export const settingHoldings: readonly Holding[] = [
  regions("bd"),
  regions("cs"),
  {
    kind: "team_lead",
    label: "团队·组长",
    short: "组长",
    unit: "队",
    needs: [],
    note: "接手人成为组长",
    link: () => ({ route: "team-list", query: {} }),
    ...owned(teamNoun, "leader_id"),
  },
];
