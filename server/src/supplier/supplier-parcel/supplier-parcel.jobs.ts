/** What time alone does to parcels: what a supplier signed and said nothing about is complete. */
import type { JobCtx, JobDef } from "#kit/jobs.ts";
import { q, rows } from "#kit/db/sql.ts";
import { calendarOf } from "../../base-data/index.ts";
import { countAlone } from "./parcel-count.ts";
import type { ParcelDoors } from "./parcel-doors.ts";
import { autoCountAt } from "./parcel.rules.ts";

interface Silent {
  id: number;
  signed_at: string;
  cut_off: string | null;
}
const silent = (ctx: JobCtx): Promise<Silent[]> =>
  rows<Silent>(
    ctx.db,
    q`
    select t.id, e.signed_at, c.cut_off from expresses e join supplier_parcels t on t.express_id = e.id left join supplier_contacts c on c.id = t.contact_id
    where e.supplier_id is not null and e.express_status = 'signed' and e.type = 2 order by e.signed_at`,
  );

export async function autoCount(ctx: JobCtx, doors: ParcelDoors): Promise<number> {
  const calendar = await calendarOf(ctx.db);
  let n = 0;
  for (const p of await silent(ctx)) {
    if (ctx.signal.aborted) break;
    if (autoCountAt(calendar, new Date(p.signed_at), p.cut_off) > ctx.now) continue;
    n += await ctx.change(async (c) => {
      // Somebody may have counted it meanwhile.
      const still = await rows(
        c.db,
        q`select t.id from supplier_parcels t join expresses e on e.id = t.express_id where t.id = ${p.id} and e.express_status = 'signed' for update of t`,
      );
      if (still.length === 0) return 0;
      await countAlone(c, doors, p.id);
      return 1;
    });
  }
  return n;
}

export const parcelJobs = (doors: ParcelDoors): readonly JobDef[] => [
  { name: "supplier_parcel_auto_count", label: "供应商默认清点无误", cron: "every 10 minutes", run: (ctx) => autoCount(ctx, doors) },
];
