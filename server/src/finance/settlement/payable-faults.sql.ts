/** Suppliers whose payable is not what lines of settlements, and lines that wait for one, say. */
import type { Db } from "#kit/db/db.ts";
import { q, rows, type Sql } from "#kit/db/sql.ts";
import { PAYABLES } from "./settle.rules.ts";
import { WORTH } from "./settle-totals.sql.ts";
import { prepaidSum, UNSETTLED, UNSETTLED_FROM } from "./unsettled.sql.ts";

interface PayableFault {
  supplier_id: number;
  name: string;
  payable: number;
  lines: number;
}
/**
 * What is open of a live line: by the books until its settlement is confirmed, then what both sides agreed on less what was paid.
 * Lines of a negative settlement that went on into the next one are open there.
 */
const OPEN = q`case when s.settlement_status in ('draft', 'sent', 'disputed')
    then case when x.journal_line_id is not null or x.source = 'rolled' then x.amount else 0 end else ${WORTH} - x.settled end`;
const IN_SETTLEMENTS = q`select sum(${OPEN}) from settle_lines x join settlements s on s.id = x.settlement_id
  where s.supplier_id = b.owner_id and s.settlement_status <> 'void' and x.freed_at is null
    and not exists (select 1 from settle_lines y where y.rolled_from = s.id and y.freed_at is null)`;
/** Kept out of settlements by hand. */
const HELD_BACK = q`select sum(x.amount) from settle_lines x join settlements s on s.id = x.settlement_id where s.supplier_id = b.owner_id and x.is_held`;

/** `of`: which owners, over `a`. */
export const payableFaults = (db: Db, of: Sql): Promise<PayableFault[]> =>
  rows<PayableFault>(
    db,
    q`select f.owner_id as supplier_id, coalesce(v.name, f.owner_id::text) as name, f.payable, f.lines from (
        select b.owner_id, b.payable, (b.waiting + coalesce((${IN_SETTLEMENTS}), 0) + coalesce((${HELD_BACK}), 0) - ${prepaidSum(q`b.owner_id`)})::int8 as lines
        from (select a.owner_id, (-sum(l.amount))::int8 as payable, coalesce(-sum(l.amount) filter (where ${UNSETTLED}), 0)::int8 as waiting
          from ${UNSETTLED_FROM} where a.code = any(${[...PAYABLES]}::text[]) and ${of} group by 1) b) f
      left join suppliers v on v.id = f.owner_id where f.payable <> f.lines order by f.owner_id limit 20`,
  );
