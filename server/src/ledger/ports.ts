/** What the ledger asks of areas above it while it posts: whoever charges a peer hands in who knows its limit; the rest is filled by areas.ts. */
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";

/** How far a peer may go into credit, and what stops it; asked under the lock of its account. */
export interface CreditLine {
  /** Cents; 0 where the peer is not on credit. What is owed already counts against it. */
  limit: number;
  /** Why nothing may be charged now, in words. */
  blocked: string | null;
}
export type CreditOf = (db: Db, peerId: number, at: Date, overdueSince: string | null) => Promise<CreditLine>;

export interface LedgerPorts {
  /** What a peer owes fell, or a repayment was taken back: in the posting's transaction, with its accounts held. */
  creditMoved(ctx: Ctx, peerId: number): Promise<void>;
}
/** Books that stand alone, in tests of their own, settle no statements. */
const filled: { by: LedgerPorts } = { by: { creditMoved: () => Promise.resolve() } };
export const fillLedgerPorts = (by: LedgerPorts): void => void (filled.by = by);
export const ledgerPorts = (): LedgerPorts => filled.by;
