/** Endpoints of withdrawals: asked for, held at once, passed by others, queued for the cashier. */
import { WITHDRAW_REJECTS } from "@visadesk/contract/finance/cash.words.ts";
import { withdrawalApi } from "@visadesk/contract/finance/withdrawal.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { Ctx } from "#kit/call/context.ts";
import { serve } from "#kit/call/serve.ts";
import { nextNumber } from "#kit/db/numbers.ts";
import { pageOf } from "#kit/db/page.ts";
import { q } from "#kit/db/sql.ts";
import { found, refuse } from "#kit/http/refuse.ts";
import { addRow, saveRows } from "#kit/noun/save.ts";
import { dayOf } from "#kit/range.ts";
import { sealFields } from "#kit/seal/seal.ts";
import { lockPeer, peerAccountsOf, postWithdrawFrozen } from "../../ledger/index.ts";
import { financeSettings } from "../finance-setting/finance-setting.ts";
import { withdrawalMoves } from "./withdrawal.moves.ts";
import { sealedWithdrawal, withdrawalNoun } from "./withdrawal.noun.ts";
import { bareName, withdrawFault, withdrawQuote } from "./withdrawal.rules.ts";
import {
  NO_WITHDRAWAL,
  shownWithdrawals,
  storedWithdrawal,
  withdrawalCounts,
  withdrawalList,
  withdrawingPeer,
  type StoredWithdrawal,
  type WithdrawalRow,
} from "./withdrawal.sql.ts";

type Api = typeof withdrawalApi;
const NO_PEER = "同行不存在或无权查看";
const EMPTY = { principal: 0, gift: 0, frozen: 0, credit_used: 0, overdue_since: null };

async function one(ctx: Ctx, id: number): Promise<WithdrawalRow> {
  const [shown] = await shownWithdrawals(ctx, [found(await storedWithdrawal(ctx, id), NO_WITHDRAWAL)]);
  return found(shown, NO_WITHDRAWAL);
}

async function quote({ peer_id, amount }: Parsed<Api["withdrawal_quote"]>, ctx: Ctx): Promise<Output<Api["withdrawal_quote"]>> {
  const peer = found(await withdrawingPeer(ctx, peer_id, false), NO_PEER);
  const purse = (await peerAccountsOf(ctx.db, [peer_id])).get(peer_id) ?? EMPTY;
  const rule = await financeSettings(ctx.db);
  const asked = amount ?? Math.max(0, purse.principal - purse.credit_used);
  return {
    company_name: peer.name,
    principal: purse.principal,
    credit_used: purse.credit_used,
    gift: purse.gift,
    ...withdrawQuote(purse, asked, rule),
    fault: withdrawFault(purse, asked, rule, dayOf(ctx.now))?.message ?? null,
  };
}

/** Held at once: what waits for its reviewers cannot be spent meanwhile. */
export async function withdrawalAdd(input: Omit<Parsed<Api["withdrawal_add"]>, "idempotency_key">, ctx: Ctx): Promise<WithdrawalRow> {
  const peer = found(await withdrawingPeer(ctx, input.peer_id, true), NO_PEER);
  const fault = (code: "payee_mismatch", path: string, message: string): never => refuse(code, message, { issues: [{ path, message }] });
  if (bareName(input.payee_name) !== bareName(peer.name)) fault("payee_mismatch", "payee_name", "收款户名须与企业名称一致");
  const rule = await financeSettings(ctx.db);
  const purse = await lockPeer(ctx, peer.id);
  const against = withdrawFault(purse, input.amount, rule, dayOf(ctx.now));
  if (against) refuse(against.code, against.message, { issues: [{ path: against.path, message: against.message }] });
  const { fee, gift_back } = withdrawQuote(purse, input.amount, rule);
  const withdrawal_no = await nextNumber(ctx.db, "TX", ctx.now);
  const { id } = await addRow(ctx, withdrawalNoun, {
    ...input,
    ...sealFields(sealedWithdrawal, withdrawal_no, { payee_account: input.payee_account.replace(/\s/g, "") }),
    files: [...input.files],
    withdrawal_no,
    fee,
    gift_back,
  });
  const journal_id = await postWithdrawFrozen(ctx, { withdrawal_id: id, peer_id: peer.id, amount: input.amount, gift_back });
  await saveRows(ctx, withdrawalNoun, { where: q`id = ${id}`, set: { journal_id } });
  return one(ctx, id);
}

export const withdrawalServer = serve(withdrawalApi, {
  withdrawal_query: async (input, ctx) => {
    const page = await pageOf<StoredWithdrawal>(ctx.db, input, withdrawalList(input, ctx));
    return { ...page, list: await shownWithdrawals(ctx, page.list) };
  },
  withdrawal_counts: async (_, ctx) => ({ counts: await withdrawalCounts(ctx) }),
  withdrawal_get: ({ id }, ctx) => one(ctx, id),
  withdrawal_quote: quote,
  withdrawal_add: ({ idempotency_key: _key, ...input }, ctx) => withdrawalAdd(input, ctx),
  withdrawal_approve: async (input, ctx) => one(ctx, await withdrawalMoves.approve(input, ctx)),
  withdrawal_recheck: async (input, ctx) => one(ctx, await withdrawalMoves.recheck(input, ctx)),
  withdrawal_reject: async ({ reason_code, reason, ...seen }, ctx) => {
    await withdrawalMoves.reject(seen, ctx, `${WITHDRAW_REJECTS[reason_code]}：${reason}`);
    return { ok: true as const };
  },
  withdrawal_withdraw: async (seen, ctx) => {
    await withdrawalMoves.withdraw(seen, ctx);
    return { ok: true as const };
  },
});
