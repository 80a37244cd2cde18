/** What papers of remittances ask of the bank's side; the remittance's row is locked by the caller. */
import type { Ctx } from "#kit/call/context.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { refuse } from "#kit/http/refuse.ts";
import { moveRow } from "#kit/noun/move.ts";
import { statementLineNoun } from "./bank.noun.ts";
import { countDown } from "./known-payer.ts";
import { matchTargets } from "./match-targets.ts";
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
/** Parts of open lines become this remittance's; one that somebody else matched meanwhile is said to be taken. */
export async function attachLines(ctx: Ctx, remittanceId: number, asked: readonly { line_id: number; amount: number }[]): Promise<void> {
  for (const { line_id, amount } of asked.toSorted((a, b) => a.line_id - b.line_id)) {
    const line = await heldLine(ctx.db, line_id);
    const isOpen = line.line_status === "open" || line.line_status === "part";
    if (!isOpen || (line.matched > 0 && amount > line.amount - line.matched)) refuse("taken", "该流水已被匹配");
    const matched = line.matched + (await matchTargets(ctx, line, [{ target_noun: "remittance", target_id: remittanceId, amount }]));
    await moveRow(ctx, statementLineNoun, "match", {
      id: line_id,
      to: matched === line.amount ? "matched" : "part",
      set: { matched, handled_by: ctx.me.worker_id, handled_at: ctx.now, updated_at: ctx.now },
    });
  }
}
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
