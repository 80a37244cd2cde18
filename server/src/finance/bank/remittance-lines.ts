/** What papers of remittances ask of the bank's side; the remittance's row is locked by the caller. */
import type { Ctx } from "#kit/call/context.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { moveRow } from "#kit/noun/move.ts";
import { statementLineNoun } from "./bank.noun.ts";
import { countDown } from "./known-payer.ts";
import { heldLine } from "./statement-line.sql.ts";

export { CANDIDATES_JOB } from "./line-candidates.jobs.ts";
export interface AttachedLine {
  line_id: number;
  amount: number;
  at: string;
  counterparty_name: string;
  counterparty_key: string;
}
/** Lines attached to a remittance and how much of each; their sum is what came in. */
export const linesOf = ({ db }: Pick<Ctx, "db">, remittanceId: number): Promise<AttachedLine[]> =>
  rows<AttachedLine>(
    db,
    q`select m.line_id, m.amount, l.at, l.counterparty_name, l.counterparty_key from line_matches m join statement_lines l on l.id = m.line_id
      where m.target_noun = 'remittance' and m.target_id = ${remittanceId} order by l.at, l.id`,
  );
/** Rejected, withdrawn or reversed: its lines are open again and its payers no longer confirmed. */
export async function freeLines(ctx: Ctx, remittanceId: number): Promise<void> {
  for (const { line_id } of (await linesOf(ctx, remittanceId)).toSorted((a, b) => a.line_id - b.line_id)) {
    const line = await heldLine(ctx.db, line_id);
    const gone = await row<{ amount: number; known_payer_id: number | null }>(
      ctx.db,
      q`delete from line_matches where line_id = ${line_id} and target_noun = 'remittance' and target_id = ${remittanceId} returning amount, known_payer_id`,
    );
    if (!gone) continue;
    await countDown(ctx, gone.known_payer_id);
    const matched = line.matched - gone.amount;
    await moveRow(ctx, statementLineNoun, "free", {
      id: line_id,
      to: matched === 0 ? "open" : "part",
      set: { matched, updated_at: ctx.now },
    });
  }
}
