/** When what is owed by a settlement is late: one condition for lists, figures, marks and the desk of the workbench. */
import type { Ctx } from "#kit/call/context.ts";
import { q, type Sql } from "#kit/db/sql.ts";
import { dayOf } from "#kit/range.ts";

/**
 * Money is due and was not paid by its day. What we owe is late however far its papers are; what a peer owes is late once both
 * agreed upon it.
 */
export const overdue = (at: Pick<Ctx, "now">): Sql =>
  q`(s.settlement_status not in ('paid', 'void') and (s.kind <> 'peer' or s.settlement_status in ('confirmed', 'approved', 'part_paid'))
    and s.remaining > 0 and s.due_on < ${dayOf(at.now)}::date)`;
/** When a settlement with something left to pay becomes late. */
export const DUE_AT = "(case when s.remaining > 0 then (s.due_on + 1)::timestamp at time zone 'Asia/Shanghai' end)";
