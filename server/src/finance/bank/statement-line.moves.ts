/** What people do with a line: match, take back, park, set aside. Remittances are locked first, in id order, then the line, then the month. */
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { statementLineApi } from "@visadesk/contract/finance/bank/statement-line.ts";
import { money as moneyText, shanghaiDate } from "@visadesk/contract/kit/format.ts";
import type { Ctx } from "#kit/call/context.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { badInput, found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { expectUnmoved, moveRow } from "#kit/noun/move.ts";
import { dayToBook, lockPeriod, postJournal, reverseJournal } from "../../ledger/index.ts";
import type { BankDoors } from "./bank-doors.ts";
import { assertSeesAll } from "./bank-scope.ts";
import { statementLineNoun } from "./bank.noun.ts";
import { channelPayoutPosting, suspenseInPosting } from "./bank.postings.rules.ts";
import { billed, holdBilled, matchBill, unbill } from "./card-bill.ts";
import { countDown } from "./known-payer.ts";
import { heldLedgerLines } from "./ledger-line.sql.ts";
import { matchTargets } from "./match-targets.ts";
import { heldLine, NO_LINE, type HeldLine } from "./statement-line.sql.ts";

type Api = typeof statementLineApi;
const TAKEN = "该流水已被匹配";

/** The line as its caller saw it; one that somebody else matched meanwhile is said to be taken. */
async function seenLine(ctx: Ctx, id: number, version: number): Promise<HeldLine> {
  const line = await heldLine(ctx.db, id);
  if (line.version !== version && line.line_status !== "open") refuse("taken", TAKEN);
  expectUnmoved(line, version, () => statementLineNoun.flow.states[line.line_status].label);
  return line;
}
const bankMoney = async (ctx: Ctx, line: HeldLine) => ({
  line_id: line.id,
  seq: line.version,
  company_account_id: line.company_account_id,
  amount: line.amount,
  booked_on: await dayToBook(ctx, shanghaiDate(line.at)),
  event_at: new Date(line.at),
});
const told = (ctx: Ctx, line: HeldLine, reason: string): void =>
  ctx.note({ noun: "statement_line", noun_id: line.id, noun_no: `${shanghaiDate(line.at)} ${moneyText(line.amount)}`, reason });
/** Rows a move writes beside its state. */
const handled = (ctx: Ctx, set: object) => ({ ...set, handled_by: ctx.me.worker_id, handled_at: ctx.now, updated_at: ctx.now });

/** Income that is a channel's payout: its fee is booked with it, and the line is matched to what was posted. */
async function payout(ctx: Ctx, line: HeldLine, channel: NonNullable<Parsed<Api["statement_line_match"]>["channel"]>): Promise<void> {
  const accounts = await rows<{ id: number; kind: string }>(
    ctx.db,
    q`select id, kind from company_accounts where id = any(${[line.company_account_id, channel.company_account_id]}::int8[])`,
  );
  const kindOf = (id: number): string | undefined => accounts.find((a) => a.id === id)?.kind;
  refuseUnless(line.direction === "in" && line.matched === 0, "guard_failed", "只有未匹配的收入流水可以登记为通道到账");
  refuseUnless(kindOf(line.company_account_id) === "bank", "guard_failed", "通道到账须是银行账户的流水");
  if (kindOf(channel.company_account_id) !== "channel") throw badInput({ path: "channel", message: "请选择支付通道" });
  const clearing = await row<{ kind: string }>(
    ctx.db,
    q`select kind from ledger_accounts where code = 'clearing' and owner_id = ${channel.company_account_id} order by id limit 1`,
  );
  refuseUnless(clearing, "guard_failed", "该通道没有待清算的款项");
  const posting = channelPayoutPosting(
    await bankMoney(ctx, line),
    { code: "clearing", owner_id: channel.company_account_id, kind: clearing.kind },
    channel.fee,
  );
  const journal_id = await postJournal(ctx, posting);
  const cash = found(
    await row<{ id: number }>(
      ctx.db,
      q`select l.id from journal_lines l join ledger_accounts a on a.id = l.account_id where l.journal_id = ${journal_id} and a.code = 'cash'`,
    ),
  );
  await ctx.db
    .insertInto("line_matches")
    .values({
      line_id: line.id,
      target_noun: "journal_line",
      target_id: cash.id,
      amount: line.amount,
      journal_id,
      created_by: ctx.me.worker_id,
      created_at: ctx.now,
    })
    .execute();
}

async function match({ id, version, targets, channel, is_bill }: Parsed<Api["statement_line_match"]>, ctx: Ctx): Promise<{ ok: true }> {
  assertSeesAll(ctx, NO_LINE);
  const ids = (targets ?? []).filter((t) => t.target_noun === "remittance").map((t) => t.target_id);
  await rows(ctx.db, q`select id from remittances where id = any(${ids}::int8[]) order by id for update`);
  const shares = is_bill === true ? await billed(ctx, id, targets ?? []) : null;
  const line = await seenLine(ctx, id, version);
  refuseUnless(line.line_status === "open" || line.line_status === "part", "taken", TAKEN);
  if ((targets === undefined) === (channel === undefined)) throw badInput({ path: "targets", message: "请选择要匹配的单据" });
  const sum = channel ? line.amount : await (shares ? matchBill(ctx, line, shares) : matchTargets(ctx, line, targets ?? []));
  if (channel) await payout(ctx, line, channel);
  const matched = line.matched + sum;
  const to = matched === line.amount ? "matched" : "part";
  await moveRow(ctx, statementLineNoun, "match", { id, version, to, set: handled(ctx, { matched }), missing: NO_LINE });
  told(ctx, line, channel ? `通道到账，手续费 ${moneyText(channel.fee)}` : `匹配 ${targets?.length ?? 0} 张，${moneyText(sum)}`);
  return { ok: true };
}

interface Match {
  id: number;
  amount: number;
  target_noun: string;
  target_id: number;
  journal_id: number | null;
  known_payer_id: number | null;
  created_at: string;
}
const matchesOf = (ctx: Ctx, id: number): Promise<Match[]> =>
  rows<Match>(
    ctx.db,
    q`select id, amount, target_noun, target_id, journal_id, known_payer_id, created_at from line_matches where line_id = ${id} order by id`,
  );

async function takeBack(ctx: Ctx, m: Match): Promise<void> {
  await lockPeriod(ctx, shanghaiDate(m.created_at));
  if (m.target_noun === "remittance") {
    const r = await row<{ remittance_no: string; remittance_status: string }>(
      ctx.db,
      q`select remittance_no, remittance_status from remittances where id = ${m.target_id} for update`,
    );
    refuseUnless(r?.remittance_status !== "booked", "guard_failed", `${r?.remittance_no ?? ""} 已到账，请先冲正汇款单`);
  }
  await countDown(ctx, m.known_payer_id);
  await rows(ctx.db, q`delete from line_matches where id = ${m.id}`);
  if (m.journal_id === null) return;
  await reverseJournal(ctx, m.journal_id, "取消匹配");
  await unbill(ctx, m.journal_id);
}
/** What was parked leaves suspense again, unless it is somebody's by now: by its own line, or by a return that names none. */
async function takeUp(ctx: Ctx, doors: BankDoors, line: HeldLine): Promise<void> {
  const claimed = (await doors.claimedOf(ctx.db, [line.id])).get(line.id) ?? 0;
  refuseUnless(claimed === 0, "guard_failed", `该挂账已认领或退回 ${moneyText(claimed)}，请先冲正调账单`);
  await lockPeriod(ctx, shanghaiDate(ctx.now));
  const left = await doors.suspenseLeft(ctx.db, line.company_account_id);
  refuseUnless(left >= line.amount, "guard_failed", `暂收款已认领或待退回，只剩 ${moneyText(left)}，不能取消挂账`);
  await reverseJournal(ctx, found(line.journal_id), "取消挂账");
}
const unmatch =
  (doors: BankDoors) =>
  async ({ id, version, match_id }: Parsed<Api["statement_line_unmatch"]>, ctx: Ctx): Promise<{ ok: true }> => {
    assertSeesAll(ctx, NO_LINE);
    const before = await matchesOf(ctx, id);
    await holdBilled(ctx, id);
    const papers = before.filter((m) => m.target_noun === "remittance").map((m) => m.target_id);
    await rows(ctx.db, q`select id from remittances where id = any(${papers}::int8[]) order by id for update`);
    const line = await heldLine(ctx.db, id);
    expectUnmoved(line, version, () => statementLineNoun.flow.states[line.line_status].label);
    const all = await matchesOf(ctx, id);
    // What the match itself posted goes as a whole.
    const isWhole = match_id === undefined || all.some((m) => m.journal_id !== null);
    const gone = isWhole ? all : all.filter((m) => m.id === match_id);
    if (match_id !== undefined) found(gone[0], "匹配不存在");
    for (const m of gone) await takeBack(ctx, m);
    if (line.line_status === "parked") await takeUp(ctx, doors, line);
    const matched = line.matched - gone.reduce((n, m) => n + m.amount, 0);
    const set = handled(ctx, { matched, journal_id: null, note: "" });
    await moveRow(ctx, statementLineNoun, "unmatch", { id, version, to: matched === 0 ? "open" : "part", set, missing: NO_LINE });
    told(ctx, line, "取消匹配");
    return { ok: true };
  };

async function park({ id, version, note }: Parsed<Api["statement_line_park"]>, ctx: Ctx): Promise<{ ok: true }> {
  assertSeesAll(ctx, NO_LINE);
  const line = await seenLine(ctx, id, version);
  refuseUnless(line.direction === "in", "guard_failed", "只有收入流水可以挂账");
  refuseUnless(line.line_status === "open", "taken", TAKEN);
  const journal_id = await postJournal(ctx, suspenseInPosting(await bankMoney(ctx, line)));
  await moveRow(ctx, statementLineNoun, "park", { id, version, to: "parked", set: handled(ctx, { journal_id, note: note ?? "" }) });
  told(ctx, line, "挂账，待认领");
  return { ok: true };
}

/** Set aside: some journal of this account books it already. */
async function ignore({ id, version, journal_no, note }: Parsed<Api["statement_line_ignore"]>, ctx: Ctx): Promise<{ ok: true }> {
  assertSeesAll(ctx, NO_LINE);
  const line = await seenLine(ctx, id, version);
  refuseUnless(line.line_status === "open", "taken", TAKEN);
  const sign = line.direction === "in" ? 1 : -1;
  const booked = await rows<{ id: number; journal_id: number }>(
    ctx.db,
    q`select l.id, j.id as journal_id from journals j join journal_lines l on l.journal_id = j.id join ledger_accounts a on a.id = l.account_id
      where j.no = ${journal_no.toUpperCase()} and a.owner_id = ${line.company_account_id} and a.code in ('cash', 'clearing') and l.amount * ${sign}::int > 0`,
  );
  const [journal] = booked;
  if (!journal) throw badInput({ path: "journal_no", message: "该账户没有此凭证的同向分录" });
  const open = await heldLedgerLines(
    ctx.db,
    line.company_account_id,
    booked.map((b) => b.id),
  );
  const left = open.reduce((n, l) => n + l.left, 0);
  if (left < line.amount) refuse("amount_mismatch", `该凭证在本账户未匹配 ${moneyText(left)}，少于流水金额`);
  await moveRow(ctx, statementLineNoun, "ignore", {
    id,
    version,
    to: "ignored",
    set: handled(ctx, { journal_id: journal.journal_id, note }),
  });
  told(ctx, line, note);
  return { ok: true };
}

export const statementLineMoves = (doors: BankDoors) => ({
  statement_line_match: match,
  statement_line_unmatch: unmatch(doors),
  statement_line_park: park,
  statement_line_ignore: ignore,
});
