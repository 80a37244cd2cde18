/**
 * What workers have in hand, kind by kind. An area with an owner column describes its kinds, exports them from its door
 * and is named once in `holdings.ts`; the staff list, the preview of disabling and the hand-over read them from there.
 *
 *   export const supplierHoldings: Holding[] = [{ kind: "supplier", label: "供应商负责", …, held: () => q`select s.owner_id, s.id as item_id from suppliers s` }];
 */
import type { Ctx } from "../call/context.ts";
import type { Db } from "../db/db.ts";
import type { Sql } from "../db/sql.ts";

export interface Person {
  readonly id: number;
  readonly name: string;
}

/** One hand-over of one kind: these items, from one worker to another. */
export interface Passing {
  readonly ids: readonly number[];
  readonly from: Person;
  readonly to: Person;
  readonly reason: string;
}

export interface Holding {
  readonly kind: string;
  readonly label: string;
  /** For a narrow column. */
  readonly short: string;
  readonly unit: string;
  /** Codes of which a receiver holds at least one; empty: every enabled worker may have it. */
  readonly needs: readonly number[];
  /** What handing over means, beside the count. */
  readonly note: string;
  /** Rows in hand as `owner_id, item_id`: one row counts one, and all rows of an item move together. */
  readonly held: (now: Date) => Sql;
  /** The list that shows what this worker has. */
  readonly link: (worker: number) => { route: string; query: Record<string, string> } | null;
  /** Takes the locks under which items change their owner, so that nothing moves while it is counted. */
  readonly lock: (db: Db, ids: readonly number[]) => Promise<unknown>;
  /** Gives the items their new owner and logs it; refuses when one of them is no longer his. */
  readonly pass: (ctx: Ctx, passing: Passing) => Promise<void>;
}
