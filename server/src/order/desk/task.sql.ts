/** What falls due and what waits beside the queues of the order area. */
import type { Ctx } from "#kit/call/context.ts";
import { and, q, rows } from "#kit/db/sql.ts";
import { ownRows } from "#kit/queue.ts";
import { applicantDesk } from "../list/order.queues.ts";

type Caller = Pick<Ctx, "db" | "me" | "now">;

/** Due people of the next days, for the strip on the home page. */
export const dueByDay = (ctx: Caller, from: Date, to: Date): Promise<{ date: string; count: number }[]> =>
  rows(
    ctx.db,
    q`
  select to_char(a.due_sort at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as date, count(*)::int as count from applicants a
  where ${and([q`a.due_sort >= ${from}`, q`a.due_sort < ${to}`, q`a.held_at is null`, ownRows(applicantDesk, ctx)])} group by 1`,
  );
