/** Lines that somebody outside the house agreed upon: what they rest on, a settle price or a result, is changed no more. */
import type { Ctx } from "#kit/call/context.ts";
import { q, rows } from "#kit/db/sql.ts";

/** Freezes lines under the number of the paper that says so. */
export const freezeLines = (ctx: Pick<Ctx, "db">, lineIds: readonly number[], no: string): Promise<unknown> =>
  rows(
    ctx.db,
    q`insert into frozen_lines (journal_line_id, by_no) select x, ${no} from unnest(${[...lineIds]}::int8[]) x on conflict (journal_line_id) do update set by_no = excluded.by_no`,
  );
export const thawLines = (ctx: Pick<Ctx, "db">, no: string): Promise<unknown> =>
  rows(ctx.db, q`delete from frozen_lines where by_no = ${no}`);
