/** Demo owners of all 34 provinces, 苏州 listed alone. */
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import type { Db } from "#kit/db/db.ts";
import { provinceCodes } from "../../base-data/index.ts";

const SUZHOU = "320500";
/** Names of the regions by the first digit of a province code. */
const REGIONS: readonly { name: string; digits: string; bd: string; cs: string }[] = [
  { name: "华北", digits: "1", bd: "business_1", cs: "service_1" },
  { name: "东北", digits: "2", bd: "business_1", cs: "service" },
  { name: "华东", digits: "3", bd: "business_2", cs: "service_2" },
  { name: "中南", digits: "4", bd: "business_3", cs: "service_3" },
  { name: "西南", digits: "5", bd: "business_3", cs: "service_3" },
  { name: "西北", digits: "6", bd: "business_1", cs: "service_1" },
  { name: "港澳台", digits: "78", bd: "business_2", cs: "service" },
];
const ALONE = { name: "苏州", bd: "business_1", cs: "service" };

/** `staff`: worker ids by account. The rows hold since the first day of last year. */
export async function seedRegions(db: Db, staff: ReadonlyMap<string, number>, now: Date): Promise<void> {
  const from_date = `${Number(shanghaiDate(now).slice(0, 4)) - 1}-01-01`;
  const regions = [
    ...REGIONS.map((r) => ({ ...r, area_codes: provinceCodes.filter((c) => r.digits.includes(c.slice(0, 1))) })),
    { ...ALONE, area_codes: [SUZHOU] },
  ];
  await db
    .insertInto("region_owners")
    .values(
      regions.flatMap((r) =>
        (["bd", "cs"] as const).map((kind) => ({
          kind,
          name: r.name,
          worker_id: staff.get(r[kind]) ?? 0,
          area_codes: r.area_codes,
          from_date,
          created_at: now,
          updated_at: now,
        })),
      ),
    )
    .execute();
}
