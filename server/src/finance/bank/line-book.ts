/** A line of a statement that the voucher of another paper books: matched to the voucher's own line on the account. */
import type { Ctx } from "#kit/call/context.ts";
import { money, shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { q, row } from "#kit/db/sql.ts";
import { found, refuseUnless } from "#kit/http/refuse.ts";
import { moveRow } from "#kit/noun/move.ts";
import { statementLineNoun } from "./bank.noun.ts";
import { heldLine, type HeldLine } from "./statement-line.sql.ts";

/** Held, and of nobody yet: of this account, this way, of exactly this amount. */
export async function openLine(
  ctx: Ctx,
  id: number,
  of: { company_account_id: number; direction: "in" | "out"; amount: number },
): Promise<HeldLine> {
  const line = await heldLine(ctx.db, id);
  refuseUnless(line.line_status === "open", "taken", "该流水已被匹配");
  const fits = line.company_account_id === of.company_account_id && line.direction === of.direction;
  refuseUnless(fits, "guard_failed", "流水的账户或收付方向与单据不一致");
  refuseUnless(line.amount === of.amount, "amount_mismatch", `流水金额为 ${money(line.amount)}，与单据不一致`);
  return line;
}

/** What of a voucher lies on an account of ours. */
export const cashLineOf = async (ctx: Pick<Ctx, "db">, journalId: number, account: number): Promise<number> =>
  found(
    await row<{ id: number }>(
      ctx.db,
      q`select l.id from journal_lines l join ledger_accounts a on a.id = l.account_id
        where l.journal_id = ${journalId} and a.code = 'cash' and a.owner_id = ${account} order by l.id limit 1`,
    ),
  ).id;

export async function bookLine(ctx: Ctx, line: HeldLine, journalId: number, no: string): Promise<void> {
  const target_id = await cashLineOf(ctx, journalId, line.company_account_id);
  await ctx.db
    .insertInto("line_matches")
    .values({
      line_id: line.id,
      target_noun: "journal_line",
      target_id,
      amount: line.amount,
      created_by: ctx.me.worker_id,
      created_at: ctx.now,
    })
    .execute();
  const set = { matched: line.amount, handled_by: ctx.me.worker_id, handled_at: ctx.now, updated_at: ctx.now };
  await moveRow(ctx, statementLineNoun, "match", { id: line.id, to: "matched", set });
  const told = `${shanghaiDate(line.at)} ${money(line.amount)}`;
  ctx.note({ noun: "statement_line", noun_id: line.id, noun_no: told, reason: `由 ${no} 入账` });
}
