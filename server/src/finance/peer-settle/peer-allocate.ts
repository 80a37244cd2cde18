/** Money that lessened a peer's debt settles its statements, the one that is due first before the others; said again it changes nothing. */
import type { SettleState } from "@visadesk/contract/finance/settle.flow.ts";
import type { Ctx } from "#kit/call/context.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { moveRow } from "#kit/noun/move.ts";
import { lockPeer, setOldestDue } from "../../ledger/index.ts";
import { retotal } from "../settlement/settle-totals.sql.ts";
import { settlementNoun } from "../settlement/settlement.noun.ts";
import { creditsOf } from "./peer-lines.sql.ts";
import { fifo, type Allocation, type Credit } from "./peer-settle.rules.ts";

interface Standing {
  id: number;
  settlement_status: SettleState;
  paid: number;
  remaining: number;
}
/** Statements both sides agreed upon, held, the first due first. */
const agreedOf = (ctx: Ctx, peerId: number): Promise<Standing[]> =>
  rows<Standing>(
    ctx.db,
    q`select id, settlement_status, paid, remaining from settlements where peer_id = ${peerId} and settlement_status in ('confirmed', 'part_paid') order by due_on, cycle_end, id for update`,
  );

const insert = (ctx: Ctx, list: readonly Allocation[]): Promise<unknown> =>
  rows(
    ctx.db,
    q`insert into settle_allocations (settlement_id, source, journal_id, journal_line_id, amount, created_by, created_at)
      select x.settlement_id, 'peer', x.journal_id, x.line_id, x.amount, ${ctx.principal?.worker_id ?? null}, ${ctx.now}
      from jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as x(settlement_id int8, journal_id int8, line_id int8, amount int8)`,
  );
/** Takes back allocations and answers their statements. */
export async function undo(ctx: Ctx, ids: readonly number[]): Promise<number[]> {
  const undone = await rows<{ settlement_id: number }>(
    ctx.db,
    q`update settle_allocations set undone_at = ${ctx.now}, undone_by = ${ctx.principal?.worker_id ?? null} where id = any(${[...ids]}::int8[]) and undone_at is null returning settlement_id`,
  );
  return [...new Set(undone.map((u) => u.settlement_id))];
}
/** Money that was taken back settles nothing: its newest allocations end until what stands of it covers the others. */
async function undoTaken(ctx: Ctx, credits: readonly Credit[]): Promise<number[]> {
  const touched: number[] = [];
  for (const { line_id, free } of credits) {
    if (free >= 0) continue;
    const live = await rows<{ id: number; amount: number }>(
      ctx.db,
      q`select x.id, x.amount from settle_allocations x where x.journal_line_id = ${line_id} and x.undone_at is null order by x.id desc`,
    );
    let over = -free;
    const ids: number[] = [];
    for (const a of live) {
      if (over <= 0) break;
      ids.push(a.id);
      over -= a.amount;
    }
    touched.push(...(await undo(ctx, ids)));
  }
  return touched;
}

/** The state its payments say. */
const stateOf = (s: Standing): SettleState => (s.remaining === 0 ? "paid" : s.paid > 0 ? "part_paid" : "confirmed");
export async function follow(ctx: Ctx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await retotal(ctx, q`s.id = any(${[...ids]}::int8[])`);
  const list = await rows<Standing>(
    ctx.db,
    q`select id, settlement_status, paid, remaining from settlements where id = any(${[...ids]}::int8[]) and settlement_status in ('confirmed', 'part_paid', 'paid') order by id for update`,
  );
  for (const s of list) {
    const to = stateOf(s);
    if (to === s.settlement_status) continue;
    const isPayment = to === "paid" || (to === "part_paid" && s.settlement_status === "confirmed");
    await moveRow(ctx, settlementNoun, isPayment ? "pay" : "unpay", { id: s.id, to, set: { updated_at: ctx.now } });
  }
}
/** What stops a peer's credit: the oldest day on which something agreed upon was to be paid and was not. */
export async function deriveDue(ctx: Ctx, peerId: number): Promise<string | null> {
  const oldest = await row<{ due_on: string | null }>(
    ctx.db,
    q`select min(due_on) as due_on from settlements where peer_id = ${peerId} and settlement_status in ('confirmed', 'part_paid') and remaining > 0`,
  );
  await setOldestDue(ctx, peerId, oldest?.due_on ?? null);
  return oldest?.due_on ?? null;
}

/** Settles what can be settled, with the peer's accounts held first and its statements behind them. */
export async function settleCredit(ctx: Ctx, peerId: number): Promise<Allocation[]> {
  await lockPeer(ctx, peerId);
  // Without a statement nobody has said when its debt is due: what stands stays.
  if (!(await row(ctx.db, q`select 1 from settlements where peer_id = ${peerId} limit 1`))) return [];
  const taken = await undoTaken(
    ctx,
    (await creditsOf(ctx.db, [peerId])).filter((c) => c.free < 0),
  );
  await follow(ctx, taken);
  const open = await agreedOf(ctx, peerId);
  const made = fifo(open.length === 0 ? [] : (await creditsOf(ctx.db, [peerId])).filter((c) => c.free > 0), open);
  if (made.length > 0) await insert(ctx, made);
  // One without anything to pay is settled as soon as it is agreed upon.
  await follow(ctx, [...new Set([...made.map((a) => a.settlement_id), ...open.filter((s) => s.remaining === 0).map((s) => s.id)])]);
  await deriveDue(ctx, peerId);
  return made;
}

export interface Repayment {
  peer_id: number;
  source_noun: string;
  source_id: number;
  amount: number;
}
/** How much of a repayment that is posted already settles statements; what is more waits for the next one. */
export async function allocateRepay(ctx: Ctx, { peer_id, source_noun, source_id }: Repayment): Promise<{ allocated: number }> {
  await settleCredit(ctx, peer_id);
  const found = await row<{ n: number }>(
    ctx.db,
    q`select coalesce(sum(x.amount), 0)::int8 as n from settle_allocations x join journals j on j.id = x.journal_id
      where j.source_noun = ${source_noun} and j.source_id = ${source_id} and x.undone_at is null`,
  );
  return { allocated: found?.n ?? 0 };
}
