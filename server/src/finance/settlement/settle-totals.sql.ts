/** Sums of a settlement, always of its lines and allocations. */
import type { Ctx } from "#kit/call/context.ts";
import { q, type Sql } from "#kit/db/sql.ts";
import { saveRows } from "#kit/noun/save.ts";
import { settlementNoun } from "./settlement.noun.ts";

/** What a line is worth; one nobody judged is worth what the books say. */
export const WORTH = q`(case when x.match = 'duplicate' then 0 else coalesce(x.agreed, x.amount) end)`;
/** Of their file, and judged by nobody. */
export const UNJUDGED = q`(x.match in ('diff', 'ours_only', 'theirs_only') and x.verdict is null)`;

export async function retotal(ctx: Ctx, which: Sql): Promise<void> {
  await saveRows(ctx, settlementNoun, {
    from: q`(
      select s.id as settlement_id, count(x.id)::int as n, coalesce(sum(x.amount) filter (where x.source <> 'adjust'), 0)::int8 as ours,
        (sum(case when x.match = 'duplicate' then 0 else coalesce(x.agreed, x.their_amount, 0) end) filter (where x.match is not null))::int8 as theirs,
        coalesce(sum(${WORTH} - case when x.source = 'adjust' then 0 else x.amount end), 0)::int8 as adjust,
        (count(*) filter (where ${UNJUDGED}))::int as unjudged, (count(*) filter (where x.dispute = 'open'))::int as disputes,
        coalesce((select sum(p.amount) from settle_allocations p where p.settlement_id = s.id and p.undone_at is null), 0)::int8 as paid,
        coalesce(sum(${WORTH}) filter (where s.kind = 'peer' and x.source in ('charge', 'adjust', 'theirs')), 0)::int8 as consumed,
        -coalesce(sum(x.amount) filter (where x.source = 'refund'), 0)::int8 as refunded, -coalesce(sum(x.amount) filter (where x.source = 'repay'), 0)::int8 as repaid
      from settlements s left join settle_lines x on x.settlement_id = s.id and x.freed_at is null where ${which} group by s.id) t`,
    where: q`settlements.id = t.settlement_id`,
    set: {
      line_count: q`t.n`,
      ours: q`t.ours`,
      theirs: q`t.theirs`,
      adjust: q`t.adjust`,
      final: q`case when settlements.kind = 'peer' then greatest(t.consumed, 0) else t.ours + t.adjust end`,
      paid: q`t.paid`,
      open_count: q`t.unjudged`,
      dispute_count: q`t.disputes`,
      consumed: q`t.consumed`,
      refunded: q`t.refunded`,
      repaid: q`t.repaid`,
      updated_at: ctx.now,
    },
  });
  await followOn(ctx, which);
}

/** A peer's open statements begin with what all earlier ones left. */
export async function followOn(ctx: Ctx, which: Sql): Promise<void> {
  const before = q`coalesce((select sum(${WORTH}) from settlements b join settle_lines x on x.settlement_id = b.id and x.freed_at is null
    where b.peer_id = settlements.peer_id and b.kind = 'peer' and b.cycle_end < settlements.cycle_end and b.settlement_status <> 'void'), 0)::int8`;
  await saveRows(ctx, settlementNoun, {
    where: q`settlements.kind = 'peer' and settlements.settlement_status in ('draft', 'sent', 'disputed')
      and settlements.peer_id in (select s.peer_id from settlements s where ${which} and s.kind = 'peer') and settlements.opening <> ${before}`,
    set: { opening: before, updated_at: ctx.now },
  });
}
