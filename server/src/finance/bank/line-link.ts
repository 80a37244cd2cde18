/** Lines of channels and cards whose trade number and amount one line of the books has alone link themselves: that posts nothing. */
import type { Ctx } from "#kit/call/context.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { moveRow } from "#kit/noun/move.ts";
import type { BankDoors, Trade } from "./bank-doors.ts";
import { statementLineNoun } from "./bank.noun.ts";
import { heldLedgerLines, openLedgerLines, type LedgerLine } from "./ledger-line.sql.ts";

interface Linked {
  id: number;
  ref: string;
  amount: number;
  direction: "in" | "out";
}
const sourceKey = (of: Pick<Trade, "source_noun" | "source_id">): string => `${of.source_noun}:${of.source_id}`;

/** Answers how many linked themselves. */
export async function linkLines(
  ctx: Ctx,
  doors: Pick<BankDoors, "tradesByNumber">,
  { account, importId }: { account: number; importId: number },
): Promise<number> {
  const of = await row<{ kind: string }>(ctx.db, q`select kind from company_accounts where id = ${account}`);
  if (of?.kind !== "channel" && of?.kind !== "card") return 0;
  const lines = await rows<Linked>(
    ctx.db,
    q`select id, ref, amount, direction from statement_lines where import_id = ${importId} and line_status = 'open' and ref <> '' order by id for update`,
  );
  const trades = Map.groupBy(await doors.tradesByNumber(ctx.db, [...new Set(lines.map((l) => l.ref))]), (t) => t.trade_no);
  const sources = [...trades.values()].flat();
  const open = Map.groupBy(await ledgerOf(ctx, account, sources), sourceKey);
  const pairs = new Map<number, Linked>();
  for (const line of lines) {
    const fits = (trades.get(line.ref) ?? [])
      .flatMap((t) => open.get(sourceKey(t)) ?? [])
      .filter((l) => l.left === line.amount && l.amount === line.amount && l.direction === line.direction && !pairs.has(l.id));
    const [only, second] = fits;
    if (only && !second) pairs.set(only.id, line);
  }
  // Somebody may have matched one of them since it was read.
  const still = (await heldLedgerLines(ctx.db, account, [...pairs.keys()])).filter((l) => l.left === l.amount);
  for (const to of still) {
    const line = pairs.get(to.id);
    if (line) await link(ctx, line, to);
  }
  return still.length;
}
function ledgerOf(ctx: Ctx, account: number, sources: readonly Trade[]): Promise<LedgerLine[]> {
  if (sources.length === 0) return Promise.resolve([]);
  const asked = JSON.stringify(sources.map(({ source_noun, source_id }) => ({ source_noun, source_id })));
  const where = q`exists (select 1 from jsonb_to_recordset(${asked}::jsonb) as x(source_noun text, source_id int8)
    where x.source_noun = j.source_noun and x.source_id = j.source_id)`;
  return openLedgerLines(ctx.db, account, where, 20_000);
}
async function link(ctx: Ctx, line: Linked, to: LedgerLine): Promise<void> {
  await ctx.db
    .insertInto("line_matches")
    .values({ line_id: line.id, target_noun: "journal_line", target_id: to.id, amount: line.amount, is_auto: true, created_at: ctx.now })
    .execute();
  await moveRow(ctx, statementLineNoun, "link", {
    id: line.id,
    to: "matched",
    set: { matched: line.amount, handled_at: ctx.now, updated_at: ctx.now },
  });
}
