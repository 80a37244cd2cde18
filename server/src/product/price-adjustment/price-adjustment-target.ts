/** What the review of price changes asks of a kind of target: of products, insurance, refusal protection. */
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import type { AdjustCell } from "./price-adjustment.rules.ts";

/** A change as it is applied or taken back. `at`: the instant from which it holds. */
export interface AdjustChange {
  adjustment_id: number;
  target_id: number;
  cells: readonly AdjustCell[];
  at: Date;
}
export interface AdjustTargetServer {
  /** Present amount of each cell at an instant, in their order; null: the target has no such amount. */
  current(db: Db, id: number, cells: readonly Pick<AdjustCell, "price_kind" | "ref_id" | "band">[], at: Date): Promise<(number | null)[]>;
  /** A cell as a refusal names it; without this by its kind of price. */
  word?(db: Db, id: number, cell: Pick<AdjustCell, "price_kind" | "ref_id" | "band">): Promise<string>;
  /** Number and name of targets, for lists and messages. */
  names(db: Db, ids: readonly number[]): Promise<Map<number, { no: string; name: string }>>;
  /** Why the amounts would not fit together after the change, as a Chinese sentence; null when they do. */
  fault(db: Db, id: number, cells: readonly AdjustCell[], at: Date): Promise<string | null>;
  /** Ends what holds at `at` and begins the new amounts there. The target is locked by the caller. */
  apply(ctx: Ctx, change: AdjustChange): Promise<void>;
  /** Takes back a change that has not begun: exactly what was before. */
  undo(ctx: Ctx, change: AdjustChange): Promise<void>;
}
