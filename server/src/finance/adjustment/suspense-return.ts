/** 暂收退回: passed it waits for the cashier; booked when its payment left. */
import { WITHDRAW_DUE_DAYS } from "@visadesk/contract/finance/cash.words.ts";
import type { Ctx } from "#kit/call/context.ts";
import { q, row } from "#kit/db/sql.ts";
import { badInput, found } from "#kit/http/refuse.ts";
import { moveRow } from "#kit/noun/move.ts";
import { saveRows } from "#kit/noun/save.ts";
import { openField, sealFields } from "#kit/seal/seal.ts";
import { calendarOf } from "../../base-data/index.ts";
import { postJournal, type Left, type Posting } from "../../ledger/index.ts";
import { sealedLine } from "../bank/bank.noun.ts";
import { openPayout } from "../payout/payout-open.ts";
import type { PayoutSource } from "../payout/payout.source.ts";
import { adjustmentNoun, sealedAdjustment } from "./adjustment.noun.ts";
import type { StoredAdjustment } from "./adjustment.sql.ts";

export interface Payee {
  payee_name?: string | undefined;
  payee_account?: string | undefined;
  payee_bank?: string | undefined;
}
interface Sender {
  counterparty_name: string;
  counterparty_account: string;
  counterparty_account_sealed: string | null;
  row_key: string;
}
/** Who gets it: as it was typed, else whom the bank named as its sender. In clear. */
async function payeeOf(ctx: Ctx, lineId: number | null, p: Payee): Promise<{ name: string; account: string; bank: string }> {
  const line = lineId === null ? undefined : await row<Sender>(ctx.db, q`select * from statement_lines where id = ${lineId}`);
  const sent = line ? (openField(sealedLine, { ...line }, "counterparty_account") ?? "") : "";
  const payee = {
    name: p.payee_name ?? line?.counterparty_name ?? "",
    account: (p.payee_account ?? sent).replace(/\s/g, ""),
    bank: p.payee_bank ?? "",
  };
  if (payee.name === "") throw badInput({ path: "payee_name", message: "请输入收款户名" });
  if (payee.account === "") throw badInput({ path: "payee_account", message: "请输入收款账号" });
  if (payee.bank === "") throw badInput({ path: "payee_bank", message: "请输入开户行" });
  return payee;
}
/** Columns of the payee, its account sealed under the number of the adjustment. */
export async function payeeColumns(ctx: Ctx, adjustNo: string, lineId: number | null, p: Payee) {
  const { name, account, bank } = await payeeOf(ctx, lineId, p);
  return { payee_name: name, payee_bank: bank, ...sealFields(sealedAdjustment, adjustNo, { payee_account: account }) };
}

/** The caller holds it and passes it in the same breath. */
export async function queueReturn(ctx: Ctx, a: StoredAdjustment): Promise<void> {
  const sealed = found(
    await row<object>(ctx.db, q`select adjust_no, payee_account, payee_account_sealed from adjustments where id = ${a.id}`),
  );
  await openPayout(ctx, {
    source_noun: "suspense_return",
    source_id: a.id,
    source_no: a.adjust_no,
    method: "bank",
    company_account_id: found(a.company_account_id),
    payee_name: a.payee_name,
    payee_account: openField(sealedAdjustment, sealed, "payee_account") ?? "",
    payee_bank: a.payee_bank,
    amount: a.amount,
    approvers: [ctx.me.worker_id],
    due_at: (await calendarOf(ctx.db)).dueAt(ctx.now, WITHDRAW_DUE_DAYS, "work_day"),
  });
}

interface Held {
  id: number;
  adjust_no: string;
  amount: number;
  company_account_id: number;
  reason: string;
}
const held = async (ctx: Ctx, id: number): Promise<Held> =>
  found(await row<Held>(ctx.db, q`select id, adjust_no, amount, company_account_id, reason from adjustments where id = ${id} for update`));
export const returnPosting = (a: Omit<Held, "adjust_no">, by: Left): Posting => ({
  kind: "suspense_return",
  source_noun: "adjustment",
  source_id: a.id,
  seq: by.seq,
  reason: a.reason,
  lines: [
    { account: { code: "suspense", owner_id: a.company_account_id }, amount: a.amount },
    { account: { code: "expense", kind: "bank_fee" }, amount: by.bank_fee },
    { account: { code: "cash", owner_id: by.company_account_id }, amount: -a.amount - by.bank_fee },
  ],
});
const booked = (ctx: Ctx, id: number, booked_id: number | null): Promise<unknown> =>
  saveRows(ctx, adjustmentNoun, { where: q`id = ${id}`, set: { booked_id, updated_at: ctx.now } });

export const suspenseReturnSource: PayoutSource = {
  noun: "suspense_return",
  hold: async (ctx, id) => void (await held(ctx, id)),
  paid: async (ctx, p, by) => {
    const a = await held(ctx, p.source_id);
    const journal = await postJournal(ctx, returnPosting(a, by));
    await booked(ctx, a.id, journal);
    ctx.note({ noun: "adjustment", noun_id: a.id, noun_no: a.adjust_no, reason: p.payout_no });
    return journal;
  },
  givenUp: async (ctx, p, reason) => {
    const a = await held(ctx, p.source_id);
    await moveRow(ctx, adjustmentNoun, "give_up", { id: a.id, to: "withdrawn", set: { decided_note: reason, updated_at: ctx.now } });
    ctx.note({ noun: "adjustment", noun_id: a.id, noun_no: a.adjust_no, reason });
  },
  bounced: async (ctx, p, reason) => {
    const a = await held(ctx, p.source_id);
    await booked(ctx, a.id, null);
    ctx.note({ noun: "adjustment", noun_id: a.id, noun_no: a.adjust_no, reason });
  },
};
