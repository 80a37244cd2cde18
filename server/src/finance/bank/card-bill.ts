/** A card's line as the bill of one mission fee: what it differs by from what was booked is an exchange difference. */
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { statementLineApi } from "@visadesk/contract/finance/bank/statement-line.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import type { Ctx } from "#kit/call/context.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { badInput, found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { saveRows } from "#kit/noun/save.ts";
import { dayToBook } from "../../ledger/index.ts";
import { embassyPaymentNoun } from "../embassy-payment/embassy-payment.noun.ts";
import { billEmbassyPayment } from "../embassy-payment/embassy-payment.paid.ts";
import { heldLedgerLines, openLedgerLines } from "./ledger-line.sql.ts";
import { cashLineOf } from "./line-book.ts";
import { storedLine, type HeldLine } from "./statement-line.sql.ts";

type Target = NonNullable<Parsed<(typeof statementLineApi)["statement_line_match"]>["targets"]>[number];
interface Share {
  target_id: number;
  amount: number;
  /** What the match itself posted. */
  journal_id: number | null;
}

/** Before the line is held: orders and their payments come first. Answers what the line is made of. */
export async function billed(ctx: Ctx, lineId: number, targets: readonly Target[]): Promise<Share[]> {
  const line = await storedLine(ctx.db, lineId);
  const [target, second] = targets;
  if (!target || second || target.target_noun !== "journal_line")
    throw badInput({ path: "targets", message: "按账单结清时只选择一笔使馆费" });
  const [paid] = await openLedgerLines(ctx.db, line.company_account_id, q`l.id = ${target.target_id}`, 1);
  if (!paid || paid.left < paid.amount) return refuse("taken", "该分录已被其他流水匹配");
  refuseUnless(paid.kind === "embassy_paid" && line.direction === "out", "guard_failed", "只有使馆费的付款可以按账单结清");
  const fee = found(await row<{ version: number }>(ctx.db, q`select version from embassy_payments where id = ${paid.source_id}`));
  const day = await dayToBook(ctx, shanghaiDate(line.at));
  const journal_id = await billEmbassyPayment(ctx, { id: paid.source_id, version: fee.version }, line.amount, day);
  const share = { target_id: paid.id, amount: paid.amount, journal_id: null };
  if (journal_id === null) return [share];
  const differs = { target_id: await cashLineOf(ctx, journal_id, line.company_account_id), amount: line.amount - paid.amount, journal_id };
  return [share, differs];
}
/** Writes what it is made of and answers the sum, which is all of it. */
export async function matchBill(ctx: Ctx, line: HeldLine, shares: readonly Share[]): Promise<number> {
  refuseUnless(line.line_status === "open", "taken", "该流水已被匹配");
  // Another line may have been matched to the fee since it was read.
  const [paid] = await heldLedgerLines(
    ctx.db,
    line.company_account_id,
    shares.filter((s) => s.journal_id === null).map((s) => s.target_id),
  );
  if (!paid || paid.left < paid.amount) refuse("taken", "该分录已被其他流水匹配");
  const of = { line_id: line.id, target_noun: "journal_line" as const, created_by: ctx.me.worker_id, created_at: ctx.now };
  await ctx.db
    .insertInto("line_matches")
    .values(shares.map((s) => ({ ...of, ...s })))
    .execute();
  return shares.reduce((n, s) => n + s.amount, 0);
}
/** Fees whose bill the voucher booked are unbilled again once it is taken back. */
export async function unbill(ctx: Ctx, journalId: number): Promise<void> {
  const j = await row<{ source_id: number }>(
    ctx.db,
    q`select source_id from journals where id = ${journalId} and kind = 'embassy_settled'`,
  );
  if (j) await saveRows(ctx, embassyPaymentNoun, { where: q`id = ${j.source_id}`, set: { settled_amount: null, updated_at: ctx.now } });
}
/** Orders of the fees that these vouchers settled, held before the line is. */
export const holdBilled = (ctx: Ctx, lineId: number): Promise<unknown> =>
  rows(
    ctx.db,
    q`select o.id from orders o where o.id in (select e.order_id from line_matches m join journals j on j.id = m.journal_id and j.kind = 'embassy_settled'
      join embassy_payments e on e.id = j.source_id where m.line_id = ${lineId}) order by o.id for update`,
  );
