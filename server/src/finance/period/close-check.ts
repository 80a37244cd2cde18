/** One thing that has to be nil before a month is closed, and what such a thing is counted with. */
import type { CloseItem } from "@visadesk/contract/finance/period.ts";
import type { Ctx } from "#kit/call/context.ts";
import { row, type Sql } from "#kit/db/sql.ts";

export type Counter = Pick<Ctx, "db" | "now">;
/** A month with its first and last day. */
export interface Month {
  month: string;
  from: string;
  to: string;
}
export interface CloseCheck {
  readonly key: string;
  readonly label: string;
  /** The code of whoever deals with it. */
  readonly owner: number;
  /** Nobody goes over it with a reason. */
  readonly is_must?: true;
  readonly count: (ctx: Counter, m: Month) => Promise<number>;
  /** The list that shows what was counted; null: nothing to list. */
  readonly place: (m: Month) => CloseItem["place"];
}
export const counted = async ({ db }: Counter, query: Sql): Promise<number> => (await row<{ n: number }>(db, query))?.n ?? 0;
export const listed = (route: string, query: Record<string, string>): CloseItem["place"] => ({ route, params: {}, query });
