/** A settlement as its caller saw it, held; and what becomes of the lines it lets go. */
import type { SettleKind } from "@visadesk/contract/finance/settle.words.ts";
import { supplierSettleFlow, type SettleState } from "@visadesk/contract/finance/settle.flow.ts";
import type { Ctx } from "#kit/call/context.ts";
import { q, rows, type Sql } from "#kit/db/sql.ts";
import { found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { expectUnmoved } from "#kit/noun/move.ts";
import type { Posting } from "../../ledger/index.ts";
import { NO_SETTLEMENT, settlementOf, type HeldLine, type StoredSettlement } from "./settlement.sql.ts";

export type Seen = { id: number; version: number };
export const DONE = { ok: true } as const;
/** Lines may still be judged, let go and added. */
export const OPEN_STATES: readonly SettleState[] = ["draft", "sent", "disputed"];

/** What the kinds of settlements differ in: what is held before the paper, what agreeing on it books, and what follows. */
export interface KindActs {
  hold(ctx: Ctx, id: number): Promise<void>;
  /** Silence after this day is consent. */
  sent?(ctx: Ctx, s: StoredSettlement, silentOn: string): Promise<void>;
  /** Speaks against confirming or reopening it, in words. */
  fault?(ctx: Ctx, s: StoredSettlement, move: "confirm" | "reopen"): Promise<string | null>;
  /** What the differences of these lines book; `seq` tells apart what one paper booked. */
  differences(s: StoredSettlement, lines: readonly HeldLine[], seq: number): Posting | null;
  confirmed(ctx: Ctx, s: StoredSettlement, lines: readonly HeldLine[]): Promise<void>;
  reopened(ctx: Ctx, s: StoredSettlement): Promise<void>;
}

/** Orders of its lines first, for what confirms it or takes that back: their prices, and what is asked for later, are decided one after another. */
export async function lockOrders(ctx: Ctx, id: number): Promise<void> {
  await rows(
    ctx.db,
    q`select id from orders where id in (select order_id from settle_lines where settlement_id = ${id} and freed_at is null) order by id for no key update`,
  );
}
export async function held(
  ctx: Ctx,
  { id, version }: Seen,
  kinds: readonly SettleKind[],
  from: readonly SettleState[],
): Promise<StoredSettlement> {
  await rows(ctx.db, q`select id from settlements where id = ${id} for update`);
  const s = found(await settlementOf(ctx, id, kinds), NO_SETTLEMENT);
  expectUnmoved(s, version, () => `现在是「${supplierSettleFlow.states[s.settlement_status].label}」`);
  if (from.includes(s.settlement_status)) return s;
  return from === OPEN_STATES ? refuse("settle_confirmed", "明细已确认，不可修改") : refuse("state_changed");
}

/** Lines leave their settlement: what is in the books waits for a later cycle. */
export async function letGo(ctx: Ctx, which: Sql, why: "void" | "hold" | "roll" | "appeal"): Promise<number> {
  const gone = await rows(
    ctx.db,
    q`update settle_lines x set freed_at = ${ctx.now}, freed_for = ${why}, is_held = ${why === "hold"} and x.journal_line_id is not null, updated_at = ${ctx.now}
      where ${which} and x.freed_at is null returning x.id`,
  );
  return gone.length;
}
export const assertAll = (n: number, asked: readonly number[]): void =>
  refuseUnless(n === new Set(asked).size, "not_found", "明细已变化，请刷新后再试");
