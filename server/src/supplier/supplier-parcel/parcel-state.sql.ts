/** Which parcels somebody sees, how far each has come, and which wait: one condition for lists, queue, search and files. */
import type { Ctx } from "#kit/call/context.ts";
import { q, raw, type Sql } from "#kit/db/sql.ts";

/** Whoever asks, by what he sees. */
export interface Caller {
  readonly me: Pick<Ctx["me"], "scope_ids">;
}

/** `t` and its express row `e`: that there is a supplier is said again, for its indexes know no other express rows. */
export const PARCELS = q`supplier_parcels t join expresses e on e.id = t.express_id and e.supplier_id is not null`;

/** A packer's own, or those of his people. */
export function parcelScope(ctx: Caller): Sql | null {
  const ids = ctx.me.scope_ids;
  return ids === null ? null : q`t.created_by = any(${[...ids]}::int8[])`;
}

export const STAGE =
  raw(`case when t.lost_at is not null then 'lost' when e.express_status = 'created' and t.sealed_at is null then 'packing'
  when e.express_status = 'created' then 'sealed' when e.express_status = 'checked' then case when t.exception_open then 'exception' else 'done' end
  else e.express_status end`);

/** Parcels with differences, and those whose express row `y` (`x` its parcel) is on its way so: found by their ids, for they are few of all. */
const liveOr = (condition: Sql): Sql => q`
  t.id = any(array(
    select x.id from supplier_parcels x where x.exception_open
    union select x.id from expresses y join supplier_parcels x on x.express_id = y.id where y.supplier_id is not null and ${condition}))`;
/** What waits for somebody: queue parcel_todo and tab 待处理. `late`: {@link lateBefore} now. */
export const parcelTodo = (late: Date | Sql): Sql =>
  liveOr(q`y.express_status in ('in_transit', 'problem', 'signed')
    and case when y.express_status = 'signed' then y.type = 5 else x.lost_at is null and y.sent_at < ${late} end`);
/** Not over yet, whoever waits. */
export const PARCEL_OPEN = q`t.lost_at is null and ${liveOr(q`y.express_status in ('created', 'in_transit', 'problem', 'signed')`)}`;
