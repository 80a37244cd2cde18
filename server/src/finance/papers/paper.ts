/** What a reader of papers says of one kind of them. */
import type { TraceStage } from "@visadesk/contract/finance/ledger.words.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";

/** A paper as a list and a chain name it. */
export interface Paper {
  id: number;
  no: string;
  title: string;
  amount: number | null;
  /** Day of Shanghai. */
  on: string | null;
  by: number | null;
  note: string;
}
export interface PaperReader {
  noun: string;
  label: string;
  stage: TraceStage;
  /** Those that are called so, or whose number at a bank, a channel or a carrier this is. */
  find(db: Db, typed: string): Promise<number[]>;
  read(db: Db, ids: readonly number[]): Promise<Paper[]>;
  /** Those of them in the caller's sight. */
  seen(ctx: Pick<Ctx, "db" | "me">, ids: readonly number[]): Promise<number[]>;
  /** Orders whose money passed through it. */
  orders?(db: Db, ids: readonly number[]): Promise<number[]>;
  /** Those of some orders, for the chain of their money. */
  ofOrders?(db: Db, orderIds: readonly number[]): Promise<number[]>;
}
export interface PaperRef {
  noun: string;
  id: number;
}
