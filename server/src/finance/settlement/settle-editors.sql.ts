/** Who had a hand in what a settlement is worth: none of them confirms it. */
import type { Ctx } from "#kit/call/context.ts";
import { SETTLE_PREFIXES } from "@visadesk/contract/finance/settle.words.ts";
import { keysOf } from "@visadesk/contract/kit/field.ts";
import { q, row } from "#kit/db/sql.ts";
import { priceEditors } from "../../order/index.ts";
import { handsIn } from "../checker.ts";
import { WORTH } from "./settle-totals.sql.ts";

/** Did this worker add an adjustment, or edit a price that is settled in it? */
export async function isEditor(ctx: Ctx, settlementId: number, worker: number): Promise<boolean> {
  const own = await row(
    ctx.db,
    q`select 1 from settle_lines x left join journal_lines l on l.id = x.journal_line_id left join journals j on j.id = l.journal_id
      where x.settlement_id = ${settlementId} and x.freed_at is null
        and ((x.source = 'adjust' and x.created_by = ${worker}) or (j.kind = 'supplier_cost_adjust' and j.created_by = ${worker})) limit 1`,
  );
  if (own) return true;
  const people = await row<{ ids: number[] | null }>(
    ctx.db,
    q`select array_agg(distinct applicant_id) as ids from settle_lines where settlement_id = ${settlementId} and freed_at is null and applicant_id is not null and account_code <> 'peer_credit'`,
  );
  return (await priceEditors(ctx.db, people?.ids ?? [])).has(worker);
}

/** Did this worker say what lines are worth, and are some worth something else than we have booked? */
export async function isJudge(ctx: Ctx, settlementId: number, worker: number): Promise<boolean> {
  const changed = await row(
    ctx.db,
    q`select 1 from settle_lines x where x.settlement_id = ${settlementId} and x.freed_at is null and x.verdict is not null and ${WORTH} <> x.amount limit 1`,
  );
  if (!changed) return false;
  const did = keysOf(SETTLE_PREFIXES).map((prefix) => `${prefix}_line_verdict`);
  return (await handsIn(ctx, { noun: "settlement", id: settlementId, did })).includes(worker);
}
