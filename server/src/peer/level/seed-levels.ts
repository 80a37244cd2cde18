/** Levels of a house of the demo's size, and a re-grading of its quarter that is under way. */
import { downgradeOf, quarterOf } from "@visadesk/contract/peer/level/level.rules.ts";
import { inTransaction, type Db } from "#kit/db/db.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { dayOf, dayStart } from "#kit/range.ts";
import { figuresOf, graded, levelTerms } from "./level-figures.sql.ts";

/** GMV and orders of 90 days. */
const THRESHOLDS = [
  ["V2", 500_000, 3],
  ["V3", 1_500_000, 8],
  ["V4", 4_000_000, 20],
  ["V5", 8_000_000, 40],
] as const;
const LINES = 24;
const DAY_MS = 86_400_000;

/** Before peers are graded by them. */
export async function seedLevels(db: Db, now: Date): Promise<void> {
  for (const [code, gmv, orders] of THRESHOLDS)
    await rows(
      db,
      q`update peer_levels set gmv_min = ${gmv}, orders_min = ${orders}, updated_at = ${now} where code = ${code} and version = 1`,
    );
}

/** What is said of line number `i`: some are kept, of some their BD thinks something, most wait. */
const said = (i: number) => ({
  bd_note: i % 3 === 1 ? "客户换了签证负责人，本月已恢复送签" : "",
  keep_reason: i % 6 === 0 ? "已续签年度合作协议，保留一季度" : "",
});

/** By the rule of the quarter's job, from what peers paid until it began. Needs the demo orders; nothing where any quarter has a run. */
export async function seedLevelRun(db: Db, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (await row(tx, q`select 1 from peer_level_runs limit 1`)) return;
    const began = new Date(now.getTime() - 3 * DAY_MS);
    const day = dayOf(began);
    const checker = await row<{ id: number }>(tx, q`select id from workers where account = 'manager'`);
    const levels = await levelTerms(tx);
    const below = (await graded(tx, began)).flatMap((p) => {
      const to = downgradeOf(levels, p, p, day);
      return to === null ? [] : [{ peer_id: p.id, from_level: p.code, to_level: to, figures: figuresOf(p) }];
    });
    if (!checker || below.length === 0) return;
    const apply_at = new Date(dayStart(now, 7).getTime() + 2 * 3_600_000);
    const run = await row<{ id: number }>(
      tx,
      q`insert into peer_level_runs (quarter, apply_at, created_at) values (${quarterOf(day)}, ${apply_at}, ${began})
        on conflict (quarter) do nothing returning id`,
    );
    if (!run) return;
    const lines = below.slice(0, LINES).map((l, i) => {
      const { bd_note, keep_reason } = said(i);
      const kept = keep_reason !== "" && { decision: "keep" as const, decided_by: checker.id, decided_at: now };
      const { figures, ...of } = l;
      return { ...of, ...kept, figures: JSON.stringify(figures), bd_note, keep_reason, run_id: run.id, created_at: began, updated_at: now };
    });
    for (const line of lines) await tx.insertInto("peer_level_lines").values(line).execute();
  });
}
