/** What a line is matched to, judged under its lock: same account, same direction, no more than there is. */
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { statementLineApi } from "@visadesk/contract/finance/bank/statement-line.ts";
import type { Ctx } from "#kit/call/context.ts";
import { q, row } from "#kit/db/sql.ts";
import { badInput, found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { financeSettings } from "../finance-setting/finance-setting.ts";
import { countUp } from "./known-payer.ts";
import { heldLedgerLines } from "./ledger-line.sql.ts";
import type { HeldLine } from "./statement-line.sql.ts";

type Target = NonNullable<Parsed<(typeof statementLineApi)["statement_line_match"]>["targets"]>[number];
const yuan = (cents: number): string => (cents / 100).toFixed(2);
const differs = (cents: number): never => refuse("amount_mismatch", `差额 ¥${yuan(Math.abs(cents))}`);

interface Remittance {
  id: number;
  remittance_no: string;
  remittance_status: string;
  company_account_id: number;
  peer_id: number | null;
  amount: number;
  matched: number;
}
/** Its row is locked by the caller. */
async function remittance(ctx: Ctx, line: HeldLine, { target_id, amount }: Target): Promise<Remittance> {
  const r = found(
    await row<Remittance>(
      ctx.db,
      q`select r.id, r.remittance_no, r.remittance_status, r.company_account_id, r.peer_id, r.amount,
          coalesce((select sum(m.amount) from line_matches m where m.target_noun = 'remittance' and m.target_id = r.id), 0)::int8 as matched
        from remittances r where r.id = ${target_id}`,
    ),
    "汇款单不存在",
  );
  const fits = r.company_account_id === line.company_account_id && line.direction === "in";
  refuseUnless(fits, "guard_failed", `${r.remittance_no} 的收款账户与流水不一致`);
  refuseUnless(["pending", "second_review"].includes(r.remittance_status), "guard_failed", `${r.remittance_no} 已处理，不能匹配`);
  const { write_off_limit } = await financeSettings(ctx.db);
  const over = r.matched + amount - r.amount;
  if (over > write_off_limit) refuse("limit_exceeded", `差额 ¥${yuan(over)} 超过核销上限 ¥${yuan(write_off_limit)}`);
  return r;
}
async function insert(ctx: Ctx, line: HeldLine, t: Target, known_payer_id: number | null): Promise<void> {
  const kept =
    t.target_noun === "remittance"
      ? await row<{ score: number; lead: number }>(
          ctx.db,
          q`select score, lead from line_candidates where line_id = ${line.id} and remittance_id = ${t.target_id}`,
        )
      : undefined;
  const { match_suggest, match_lead } = await financeSettings(ctx.db);
  await ctx.db
    .insertInto("line_matches")
    .values({
      line_id: line.id,
      target_noun: t.target_noun,
      target_id: t.target_id,
      amount: t.amount,
      known_payer_id,
      score: kept?.score ?? null,
      is_suggested: kept !== undefined && kept.score >= match_suggest && kept.lead >= match_lead,
      created_by: ctx.me.worker_id,
      created_at: ctx.now,
    })
    .execute();
}
async function toRemittance(ctx: Ctx, line: HeldLine, t: Target): Promise<void> {
  const r = await remittance(ctx, line, t);
  const payer = {
    name: line.counterparty_name,
    key: line.counterparty_key,
    account_hash: line.counterparty_account_hash,
    account_mask: line.counterparty_account,
  };
  await insert(ctx, line, t, r.peer_id === null ? null : await countUp(ctx, { peer_id: r.peer_id, ...payer }));
}
async function toLedger(ctx: Ctx, line: HeldLine, t: Target): Promise<void> {
  const [l] = await heldLedgerLines(ctx.db, line.company_account_id, [t.target_id]);
  if (!l) return refuse("taken", "该分录已被其他流水匹配");
  refuseUnless(l.direction === line.direction, "guard_failed", `${l.no} 的收付方向与流水不一致`);
  if (t.amount > l.left) differs(t.amount - l.left);
  await insert(ctx, line, t, null);
}

/** Writes the matches and answers their sum. */
export async function matchTargets(ctx: Ctx, line: HeldLine, targets: readonly Target[]): Promise<number> {
  const keys = new Set(targets.map((t) => `${t.target_noun}:${t.target_id}`));
  if (keys.size < targets.length) throw badInput({ path: "targets", message: "同一张单据只能选择一次" });
  const sum = targets.reduce((n, t) => n + t.amount, 0);
  if (sum > line.amount - line.matched) differs(sum - (line.amount - line.matched));
  for (const t of targets.toSorted((a, b) => a.target_id - b.target_id)) {
    const twice = await row(
      ctx.db,
      q`select 1 from line_matches where line_id = ${line.id} and target_noun = ${t.target_noun} and target_id = ${t.target_id}`,
    );
    refuseUnless(!twice, "duplicate", "已匹配过这张单据，请先取消匹配");
    await (t.target_noun === "remittance" ? toRemittance : toLedger)(ctx, line, t);
  }
  return sum;
}
