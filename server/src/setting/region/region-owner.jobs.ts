/** Every working morning: places nobody answers for, and owners who are disabled. */
import { REGION_KINDS } from "@visadesk/contract/setting/region-owner.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { JobDef } from "#kit/jobs.ts";
import { sendMessage } from "#kit/http/outbound.ts";
import { holdersOf } from "../../account/index.ts";
import { areaName, calendarOf, cityCodes, provinceCodes } from "../../base-data/index.ts";
import { coverOf } from "./region-owner.rules.ts";
import { placesOn, type PlaceRow, type RegionKind } from "./region-owner.sql.ts";

const NAMED = 5;
const listed = (names: readonly string[]): string =>
  `${names.slice(0, NAMED).join("、")}${names.length > NAMED ? `等${names.length}处` : ""}`;

/** What is wrong with one kind on a day, in words; null when all is well. */
function faultOf(kind: RegionKind, held: readonly PlaceRow[]): string | null {
  const own = held.filter((p) => p.kind === kind);
  const gaps = provinceCodes.filter((p) => coverOf(own, p, cityCodes(p)).is_gap).map(areaName);
  const left = [...new Set(own.filter((p) => !p.worker_enabled).map((p) => `${p.name}（${p.worker_name}）`))];
  const parts = [gaps.length > 0 && `${listed(gaps)}无人负责`, left.length > 0 && `${listed(left)}的负责人已停用`].filter(
    (t) => t !== false,
  );
  return parts.length > 0 ? `${REGION_KINDS[kind]}：${parts.join("；")}` : null;
}

async function watch(ctx: Ctx): Promise<{ told: number }> {
  const today = shanghaiDate(ctx.now);
  const calendar = await calendarOf(ctx.db);
  if (!calendar.isWorkingDay(today)) return { told: 0 };
  const held = await placesOn(ctx.db, today, null);
  const faults = [faultOf("bd", held), faultOf("cs", held)].filter((f) => f !== null);
  const holders = faults.length > 0 ? await holdersOf(ctx.db, may.region) : [];
  for (const holder of holders)
    await sendMessage(ctx, {
      channel: "in_app",
      template: "region_watch",
      receiver: holder.account,
      receiver_worker_id: holder.id,
      content: `区域负责人需要处理。${faults.join("。")}。请到区域管理的覆盖表安排`,
      ref_noun: "region_owner",
    });
  return { told: holders.length };
}

export const regionOwnerJobs: readonly JobDef[] = [
  { name: "region_watch", label: "区域负责人检查", cron: "every day 7:30", run: (ctx) => ctx.change(watch) },
];
