/** A payment is queued for the cashier: by whatever passed it, in the same transaction. */
import { HOUSE_ACCOUNTS } from "@visadesk/contract/finance/ledger.words.ts";
import type { PayoutMethod, PayoutSourceNoun } from "@visadesk/contract/finance/cash.words.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { nextNumber } from "#kit/db/numbers.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { found, refuse } from "#kit/http/refuse.ts";
import { addRow } from "#kit/noun/save.ts";
import { sealFields } from "#kit/seal/seal.ts";
import { payoutNoun, sealedPayout } from "./payout.noun.ts";

export interface NewPayout {
  source_noun: PayoutSourceNoun;
  source_id: number;
  source_no: string;
  /** Tells the ways of one source apart. */
  way?: string;
  peer_id?: number | null;
  order_id?: number | null;
  supplier_id?: number | null;
  method: PayoutMethod;
  /** Of a channel: the one that was paid first. Of a bank absent: the basic account. */
  company_account_id?: number;
  payee_name: string;
  payee_account: string;
  payee_bank: string;
  amount: number;
  original_trade_no?: string;
  /** Everybody who passed the source. */
  approvers: readonly number[];
  /** Since when a supplier is paid on this account. */
  payee_changed_at?: Date | null;
  due_at: Date | null;
}

/** The basic account, or the first bank account in use. */
async function bankAccount(db: Db): Promise<number> {
  const account = await row<{ id: number }>(
    db,
    q`select id from company_accounts where kind = 'bank' and account_status = 'enabled' order by id <> ${HOUSE_ACCOUNTS.bank}, id limit 1`,
  );
  return found(account, "没有启用的银行账户，请先启用资金账户").id;
}

/** The caller holds the source. One payment lives per source and way. */
export async function openPayout(ctx: Ctx, { way = "", company_account_id, payee_account, ...p }: NewPayout): Promise<number> {
  const live = await row<{ payout_no: string }>(
    ctx.db,
    q`select payout_no from payouts where source_noun = ${p.source_noun} and source_id = ${p.source_id} and way = ${way}
      and payout_status <> 'cancelled' and (source_noun <> 'settlement' or payout_status <> 'paid')`,
  );
  if (live) refuse("duplicate", `该单据已有付款单 ${live.payout_no}`);
  // What an earlier payment of this way posted keeps its number, also once the bank sent it back.
  const before = await row<{ attempt: number }>(
    ctx.db,
    q`select max(attempt) + 1 as attempt from payouts where source_noun = ${p.source_noun} and source_id = ${p.source_id} and way = ${way} having count(*) > 0`,
  );
  const payout_no = await nextNumber(ctx.db, "FK", ctx.now);
  const { id } = await addRow(ctx, payoutNoun, {
    ...p,
    ...sealFields(sealedPayout, payout_no, { payee_account }),
    way,
    payout_no,
    attempt: before?.attempt ?? 0,
    company_account_id: company_account_id ?? (await bankAccount(ctx.db)),
    approvers: [...p.approvers],
  });
  return id;
}

/** Numbers of payments that have not left yet, by the account they leave from: it stays in use as long. */
export async function openPayouts(db: Db, accountIds: readonly number[]): Promise<Map<number, string[]>> {
  const open = await rows<{ account: number; no: string }>(
    db,
    q`select company_account_id as account, payout_no as no from payouts
      where company_account_id = any(${[...accountIds]}::int8[]) and payout_status in ('queued', 'paying', 'failed') order by id`,
  );
  return new Map([...Map.groupBy(open, (o) => o.account)].map(([id, list]) => [id, list.map((o) => o.no)]));
}
