/** Calls of the demo: the radar of each of its last working mornings, and what came of those that were made. */
import type { CALL_RESULTS } from "@visadesk/contract/peer/peer/peer.words.ts";
import type { CtxOf } from "#kit/call/context.ts";
import { inTransaction, type Db } from "#kit/db/db.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { dayOf, dayStart } from "#kit/range.ts";
import { calendarOf } from "../../base-data/index.ts";
import { contact } from "./peer-call.ts";
import { radar } from "./radar.jobs.ts";

const MORNINGS = 6;
/** Of five calls of a former morning four were made, of the last one one. */
const EVERY = 5;
const HOUR_MS = 3_600_000;
const TOLD: readonly (readonly [keyof typeof CALL_RESULTS, string])[] = [
  ["promised", "已补充报价，客户答应本周下单"],
  ["busy", "对方在开会，约好下午再打"],
  ["other", "反馈出签慢，已转专家跟进"],
  ["back", "客户当天补了两单，恢复正常"],
  ["lost", "业务转给同城同行，价格低 30 元"],
];

/** Nothing where calls were listed already. */
export async function seedCalls(db: Db, now: Date, ctxOf: CtxOf): Promise<void> {
  await inTransaction(db, async (tx) => {
    const admin = await row<{ id: number }>(tx, q`select id from workers where account = 'admin'`);
    if (!admin || (await row(tx, q`select 1 from peer_calls limit 1`))) return;
    const calendar = await calendarOf(tx);
    const passed = Array.from({ length: 20 }, (_, i) => dayOf(now, -i))
      .filter((day) => calendar.isWorkingDay(day))
      .slice(0, MORNINGS);
    const mornings = passed.toReversed().map((day) => new Date(dayStart(new Date(`${day}T12:00:00+08:00`)).getTime() + 3 * HOUR_MS));
    for (const [i, at] of mornings.filter((m) => m < now).entries()) {
      await radar(await ctxOf(tx, admin.id, at));
      const listed = await rows<{ id: number; worker_id: number }>(
        tx,
        q`select id, worker_id from peer_calls where listed_on = ${dayOf(at)}::date order by id`,
      );
      const isLast = i === mornings.length - 1;
      for (const [n, call] of listed.entries()) {
        const isMade = isLast ? n % EVERY === 0 : n % EVERY !== 0;
        const heard = new Date(at.getTime() + 6 * HOUR_MS + n * 600_000);
        if (!isMade || heard >= now) continue;
        const [result, result_text] = TOLD[n % TOLD.length] ?? ["other", ""];
        await contact({ id: call.id, version: 1, result, result_text }, await ctxOf(tx, call.worker_id, heard));
      }
    }
  });
}
