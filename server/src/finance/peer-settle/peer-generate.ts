/** Statements of months that are over: every line of a peer's credit that is in none, under the lock of its accounts. */
import type { Ctx } from "#kit/call/context.ts";
import { nextNumbers } from "#kit/db/numbers.ts";
import { q, row } from "#kit/db/sql.ts";
import { found } from "#kit/http/refuse.ts";
import { addRow } from "#kit/noun/save.ts";
import { dayOf } from "#kit/range.ts";
import { calendarOf } from "../../base-data/index.ts";
import { lockPeer } from "../../ledger/index.ts";
import { insertLines, type Made } from "../settlement/settle-generate.ts";
import { cyclesOver, dueOn, type Cycle } from "../settlement/settle.rules.ts";
import { retotal } from "../settlement/settle-totals.sql.ts";
import { settlementNoun } from "../settlement/settlement.noun.ts";
import { itemOf, unsettledOf, type PeerLine } from "./peer-lines.sql.ts";
import { sourceOf } from "./peer-settle.rules.ts";

interface Wanted {
  cycle: Cycle;
  lines: PeerLine[];
}
/** By month; what came late joins the first month that has no statement and none behind it. */
export function byMonth(lines: readonly PeerLine[], last: string | null, today: string): Wanted[] {
  const [first] = lines;
  if (!first) return [];
  let left = [...lines];
  return cyclesOver("month", first.booked_on, today).flatMap((cycle) => {
    if (last !== null && cycle.end <= last) return [];
    const due = left.filter((l) => l.booked_on <= cycle.end);
    left = left.filter((l) => l.booked_on > cycle.end);
    return due.length > 0 ? [{ cycle, lines: due }] : [];
  });
}

async function write(ctx: Ctx, peerId: number, { cycle, lines }: Wanted, of: { settle_no: string; due_on: string }): Promise<Made> {
  const { id } = await addRow(ctx, settlementNoun, {
    ...of,
    kind: "peer",
    peer_id: peerId,
    cycle_start: cycle.start,
    cycle_end: cycle.end,
  });
  await insertLines(
    ctx,
    id,
    lines.map(({ journal_line_id, order_id, applicant_id, amount, booked_on, ...l }) => ({
      journal_line_id,
      order_id,
      applicant_id,
      amount,
      account_code: "peer_credit" as const,
      source: sourceOf({ ...l, amount }),
      item: itemOf(l),
      occurred_on: booked_on,
    })),
  );
  await retotal(ctx, q`s.id = ${id}`);
  return { id, settle_no: of.settle_no, cycle_end: cycle.end };
}

/** Makes what is missing of one peer; said again it makes nothing. */
export async function generateForPeer(ctx: Ctx, peerId: number): Promise<Made[]> {
  const { credit_days } = found(
    await row<{ credit_days: number }>(ctx.db, q`select credit_days from peers where id = ${peerId}`),
    "同行不存在或无权查看",
  );
  await lockPeer(ctx, peerId);
  const last = await row<{ day: string | null }>(
    ctx.db,
    q`select max(cycle_end) as day from settlements where peer_id = ${peerId} and settlement_status <> 'void'`,
  );
  const wanted = byMonth(await unsettledOf(ctx.db, peerId), last?.day ?? null, dayOf(ctx.now));
  if (wanted.length === 0) return [];
  const calendar = await calendarOf(ctx.db);
  const numbers = await nextNumbers(ctx.db, "JS", ctx.now, wanted.length);
  const made: Made[] = [];
  for (const [i, w] of wanted.entries()) {
    const due_on = dueOn(w.cycle.end, credit_days, (d) => calendar.isWorkingDay(d));
    made.push(await write(ctx, peerId, w, { settle_no: numbers[i] ?? "", due_on }));
  }
  return made;
}
