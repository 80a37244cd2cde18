/** What the bank's side asks of areas and papers beside it; put together in areas.ts. */
import type { Db } from "#kit/db/db.ts";

/** A payment by the number a bank or channel gave it, and the money event it was booked by. */
export interface Trade {
  trade_no: string;
  source_noun: string;
  source_id: number;
  amount: number;
}
export interface Peer {
  id: number;
  peer_no: string;
  short_name: string;
}
export interface BankDoors {
  /** Payments of these numbers, wherever they were registered. */
  tradesByNumber(db: Db, numbers: readonly string[]): Promise<readonly Trade[]>;
  /** Numbers of payments by their money events. */
  tradesOfSources(db: Db, sources: readonly Pick<Trade, "source_noun" | "source_id">[]): Promise<readonly Trade[]>;
  /** What adjustments took of parked lines, waiting ones too, by line. */
  claimedOf(db: Db, lineIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** What is parked on an account and promised to nobody, held. */
  suspenseLeft(db: Db, accountId: number): Promise<number>;
  /** Working days after the earlier day up to the later one. */
  workingDays(db: Db): Promise<(a: string, b: string) => number>;
  peers(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, Peer>>;
  orderNos(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, string>>;
}
