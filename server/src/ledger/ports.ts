/** What the ledger asks of areas above it while it posts; whoever charges a peer hands it in. */
import type { Db } from "#kit/db/db.ts";

/** How far a peer may go into credit, and what stops it; asked under the lock of its account. */
export interface CreditLine {
  /** Cents; 0 where the peer is not on credit. What is owed already counts against it. */
  limit: number;
  /** Why nothing may be charged now, in words. */
  blocked: string | null;
}
export interface LedgerPorts {
  creditOf(db: Db, peerId: number, at: Date, overdueSince: string | null): Promise<CreditLine>;
  /** Once per journal, in its transaction: what statements are made of. Nothing yet. */
  onPosted(db: Db, journalId: number): Promise<void>;
}
export type CreditOf = LedgerPorts["creditOf"];
