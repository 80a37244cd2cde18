/** What a payment may be for. Each kind of paper says how it is held and what becomes of it; the desk knows none of them. */
import type { PayoutSourceNoun } from "@visadesk/contract/finance/cash.words.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import type { Left } from "../../ledger/index.ts";

/** A payment as its source sees it. */
export interface PaidPayout {
  id: number;
  payout_no: string;
  source_id: number;
  way: string;
  amount: number;
}
export interface PayoutSource {
  readonly noun: PayoutSourceNoun;
  /** Holds order rows and the paper itself, in this order, before the payment's own row is held. */
  hold(ctx: Ctx, sourceId: number): Promise<void>;
  /** Posts what left, tells the paper, and answers the journal. */
  paid(ctx: Ctx, payout: PaidPayout, by: Left): Promise<number | null>;
  givenUp(ctx: Ctx, payout: PaidPayout, reason: string): Promise<void>;
  /** Its journal was mirrored: the paper waits for its money again. */
  bounced(ctx: Ctx, payout: PaidPayout, reason: string): Promise<void>;
}
export interface PayoutDoors {
  readonly sources: readonly PayoutSource[];
  /** Numbers of red letters that have to be registered before this source is paid. */
  readonly openReds: (db: Db, source: { noun: PayoutSourceNoun; id: number }) => Promise<string[]>;
}
