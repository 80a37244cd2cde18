/** Demo exceptions of duty around today: a holiday, a course, an errand, somebody at work on the weekend. */
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import type { DutyKind } from "@visadesk/contract/setting/duty.ts";
import type { Db } from "#kit/db/db.ts";
import { addDays, calendarOf } from "../../base-data/index.ts";
import type { Half } from "./duty.rules.ts";
import { addDuty } from "./duty.sql.ts";

interface Entry {
  account: string;
  kind: DutyKind;
  /** How many working days lie between today and the first day, or the next free day. */
  from: number | "free";
  days: number;
  half?: Half;
  reason: string;
}
const ENTRIES: readonly Entry[] = [
  { account: "jpkr_2", kind: "leave", from: 0, days: 3, reason: "年假" },
  { account: "schengen_3", kind: "training", from: 1, days: 1, half: "pm", reason: "领区新规培训" },
  { account: "ukus_1", kind: "out", from: 0, days: 1, half: "am", reason: "送签" },
  { account: "ukus_3", kind: "leave", from: 2, days: 5, reason: "婚假" },
  { account: "evisa_1", kind: "training", from: 3, days: 2, reason: "电子签系统培训" },
  { account: "evisa_2", kind: "on", from: "free", days: 1, reason: "周末值班" },
  { account: "jpkr_1", kind: "on", from: "free", days: 1, reason: "周末值班" },
  { account: "service_2", kind: "leave", from: 1, days: 1, half: "am", reason: "" },
];

/** `staff`: worker ids by account. */
export async function seedDuties(db: Db, staff: ReadonlyMap<string, number>, now: Date): Promise<void> {
  const calendar = await calendarOf(db);
  const today = shanghaiDate(now);
  const free = Array.from({ length: 14 }, (_, i) => addDays(today, i)).find((d) => !calendar.isWorkingDay(d)) ?? today;
  for (const e of ENTRIES) {
    const worker_id = staff.get(e.account);
    if (worker_id === undefined) continue;
    const from_date = e.from === "free" ? free : calendar.addWorkingDays(addDays(today, -1), e.from + 1);
    const row = {
      worker_id,
      kind: e.kind,
      from_date,
      to_date: addDays(from_date, e.days - 1),
      half: e.half ?? ("all" as const),
      reason: e.reason,
    };
    await addDuty(db, row, worker_id, now);
  }
}
