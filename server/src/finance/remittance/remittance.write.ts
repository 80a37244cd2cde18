/** A remittance is registered, or corrected while nobody booked it: what is wrong with it is said at its field. */
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { REMIT_DUE_DAYS } from "@visadesk/contract/finance/remittance.words.ts";
import type { remittanceApi } from "@visadesk/contract/finance/remittance.ts";
import { remittanceFlow } from "@visadesk/contract/finance/remittance.flow.ts";
import { refusalText } from "@visadesk/contract/kit/errors.ts";
import { narrow } from "@visadesk/contract/kit/patterns.ts";
import type { Ctx } from "#kit/call/context.ts";
import { nextNumber } from "#kit/db/numbers.ts";
import { and, q, row } from "#kit/db/sql.ts";
import { badInput, found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { givenOf } from "#kit/noun/noun.ts";
import { moveRow } from "#kit/noun/move.ts";
import { addRow, saveRow } from "#kit/noun/save.ts";
import { dayOf } from "#kit/range.ts";
import { sealFields } from "#kit/seal/seal.ts";
import { calendarOf } from "../../base-data/index.ts";
import { peerAccountsOf } from "../../ledger/index.ts";
import { payerKey } from "../bank/payer-key.ts";
import { CANDIDATES_JOB, freeLines } from "../bank/remittance-lines.ts";
import { heldAccount } from "../company-account/company-account.sql.ts";
import { financeSettings } from "../finance-setting/finance-setting.ts";
import { financeScope } from "../scope.sql.ts";
import { assertSeen, judgedOrders, type Part } from "./remittance-orders.ts";
import { remittanceNoun, sealedRemittance } from "./remittance.noun.ts";
import { partsFault } from "./remittance.rules.ts";
import { lockedRemittance, NO_REMITTANCE, sameRef, storedRemittance, type StoredRemittance } from "./remittance.sql.ts";
import { mayPayFor, shownRemittances } from "./shown.ts";

type Api = typeof remittanceApi;
type Added = Omit<Parsed<Api["remittance_add"]>, "idempotency_key">;
type Written = "peer_id" | "purpose" | "amount" | "payer_name" | "payer_letters" | "company_account_id" | "remitted_on" | "bank_ref";
type Facts = Pick<StoredRemittance, Written> & { order_parts: readonly Part[] };
/** One number however it was typed: wide letters, small ones, blanks. */
const bareRef = (typed: string): string => narrow(typed).replace(/\s/g, "").toUpperCase();
export const rescore = (ctx: Ctx, account: number): Promise<unknown> => ctx.enqueue(CANDIDATES_JOB, { account }, { key: String(account) });

async function assertPeer(ctx: Ctx, { peer_id, purpose }: Facts): Promise<void> {
  if (peer_id === null) {
    if (purpose !== "order") throw badInput({ path: "peer_id", message: "请选择同行" });
    return;
  }
  const peer = found(
    await row<{ peer_status: string }>(
      ctx.db,
      q`select p.peer_status from peers p where ${and([q`p.id = ${peer_id}`, financeScope(ctx, { peer: "p.id" })])} for key share`,
    ),
    "同行不存在或无权查看",
  );
  refuseUnless(peer.peer_status === "active", "guard_failed", "同行已停用，不能登记汇款");
  const owed = purpose === "repay" ? ((await peerAccountsOf(ctx.db, [peer_id])).get(peer_id)?.credit_used ?? 0) : 1;
  const message = "该同行没有未还授信，请登记为充值";
  if (owed === 0) refuse("guard_failed", message, { issues: [{ path: "purpose", message }] });
}
async function assertParts(ctx: Ctx, { peer_id, purpose, amount, order_parts: parts }: Facts): Promise<void> {
  if (purpose !== "order") {
    if (parts.length > 0) throw badInput({ path: "order_parts", message: "只有用途为订单时填写订单分配" });
    return;
  }
  if (parts.length === 0) throw badInput({ path: "order_parts", message: "请选择订单" });
  await assertSeen(ctx, peer_id, parts);
  await judgedOrders(ctx, peer_id, parts);
  const { write_off_limit } = await financeSettings(ctx.db);
  const fault = partsFault(amount, parts, write_off_limit);
  if (fault) refuse(fault.code, fault.message, { issues: [{ path: "order_parts", message: fault.message }] });
}
/** Somebody else's money comes with a letter that says so; whoever books it asks again, for a payer may be unknown by then. */
async function assertLetter(ctx: Ctx, f: Facts, except: number | null): Promise<void> {
  if (f.payer_letters.length > 0 || (await mayPayFor(ctx.db, f.peer_id, f.payer_name, except))) return;
  const message = refusalText("payer_mismatch");
  refuse("payer_mismatch", message, { issues: [{ path: "payer_name", message }] });
}
/** Under the account's lock: two of one number and amount are told apart by who comes first. */
async function assertAccount(ctx: Ctx, f: Facts, except: number | null): Promise<void> {
  const account = await heldAccount(ctx.db, f.company_account_id);
  const wrong = account.kind !== "bank" ? "请选择银行账户" : account.account_status !== "enabled" ? "收款账户未启用，请选择其他账户" : null;
  if (wrong !== null) throw badInput({ path: "company_account_id", message: wrong });
  if (f.remitted_on > dayOf(ctx.now)) throw badInput({ path: "remitted_on", message: "日期不能晚于今天" });
  const same = f.bank_ref === "" ? undefined : await sameRef(ctx.db, f, except);
  if (!same) return;
  const message = `该流水号与金额已登记：${same.remittance_no}`;
  refuse("duplicate", message, { issues: [{ path: "bank_ref", message }] });
}
async function judge(ctx: Ctx, facts: Facts, except: number | null): Promise<void> {
  await assertPeer(ctx, facts);
  await assertLetter(ctx, facts, except);
  await assertParts(ctx, facts);
  await assertAccount(ctx, facts, except);
}
const dueAt = async (ctx: Ctx): Promise<Date> => (await calendarOf(ctx.db)).dueAt(ctx.now, REMIT_DUE_DAYS, "work_day");
const sealedAccount = (row_key: string, typed: string) =>
  sealFields(sealedRemittance, row_key, { payer_account: typed.replace(/\s/g, "") });

/** Answers its id. */
export async function remittanceAdd(input: Added, ctx: Ctx): Promise<number> {
  const facts = { ...input, peer_id: input.peer_id ?? null, order_parts: input.order_parts ?? [], bank_ref: bareRef(input.bank_ref) };
  await judge(ctx, facts, null);
  const row_key = crypto.randomUUID();
  const { id } = await addRow(ctx, remittanceNoun, {
    ...facts,
    ...sealedAccount(row_key, input.payer_account),
    row_key,
    order_parts: JSON.stringify(facts.order_parts),
    vouchers: [...input.vouchers],
    payer_letters: [...input.payer_letters],
    payer_key: payerKey(input.payer_name),
    remittance_no: await nextNumber(ctx.db, "HK", ctx.now),
    source: "staff",
    submitted_by: ctx.me.worker_id,
    submitted_at: ctx.now,
    due_at: await dueAt(ctx),
  });
  await rescore(ctx, facts.company_account_id);
  return id;
}

/** What it is handed in with again: by whom, when, and what of its columns depends on others. */
async function resubmitted(ctx: Ctx, before: StoredRemittance, set: Omit<Parsed<Api["remittance_update"]>, "id" | "version">) {
  const { row_key } = found(await row<{ row_key: string }>(ctx.db, q`select row_key from remittances where id = ${before.id}`));
  const { order_parts, payer_account, ...plain } = set;
  return {
    ...givenOf(remittanceNoun, plain),
    ...(set.bank_ref !== undefined && { bank_ref: bareRef(set.bank_ref) }),
    ...(set.payer_name !== undefined && { payer_key: payerKey(set.payer_name) }),
    ...(payer_account !== undefined && sealedAccount(row_key, payer_account)),
    ...(order_parts !== undefined && { order_parts: JSON.stringify(order_parts) }),
    ...(set.vouchers !== undefined && { vouchers: [...set.vouchers] }),
    ...(set.payer_letters !== undefined && { payer_letters: [...set.payer_letters] }),
    changed_by: [...new Set([...before.changed_by, ctx.me.worker_id])],
    submitted_by: ctx.me.worker_id,
    submitted_at: ctx.now,
    due_at: await dueAt(ctx),
    updated_at: ctx.now,
  };
}
/** While it waits for its first look, or was rejected; lines of another account, amount or peer are free again. */
export async function remittanceUpdate({ id, version, ...set }: Parsed<Api["remittance_update"]>, ctx: Ctx): Promise<void> {
  const before = found(await lockedRemittance(ctx, id), NO_REMITTANCE);
  const { remittance_status: state } = before;
  if (before.version === version)
    refuseUnless(state === "pending" || state === "rejected", "locked", `现在是「${remittanceFlow.states[state].label}」，不能修改`);
  const purpose = set.purpose ?? before.purpose;
  const parts = set.order_parts ?? (purpose === "order" ? before.order_parts : []);
  const facts: Facts = {
    peer_id: set.peer_id === undefined ? before.peer_id : set.peer_id,
    purpose,
    amount: set.amount ?? before.amount,
    payer_name: set.payer_name ?? before.payer_name,
    payer_letters: set.payer_letters ?? before.payer_letters,
    order_parts: parts,
    company_account_id: set.company_account_id ?? before.company_account_id,
    remitted_on: set.remitted_on ?? before.remitted_on,
    bank_ref: set.bank_ref === undefined ? before.bank_ref : bareRef(set.bank_ref),
  };
  // Another version is told what stands, before anything else.
  if (before.version === version) await judge(ctx, facts, id);
  const [current] = await shownRemittances(ctx, [before]);
  const isMoved = purpose !== before.purpose && set.order_parts === undefined;
  const write = await resubmitted(ctx, before, isMoved ? { ...set, order_parts: [...parts] } : set);
  const saved = await saveRow(ctx, remittanceNoun, { id, version, set: write, current, missing: NO_REMITTANCE });
  const isOther = (["peer_id", "amount", "company_account_id"] as const).some((k) => facts[k] !== before[k]);
  if (isOther) await freeLines(ctx, id);
  if (saved.remittance_status === "rejected")
    await moveRow(ctx, remittanceNoun, "resubmit", {
      id,
      to: "pending",
      set: { reject_code: null, reject_text: "", rejected_by: null, approved_by: null, approved_at: null },
    });
  for (const account of new Set([before.company_account_id, facts.company_account_id])) await rescore(ctx, account);
  found(await storedRemittance(ctx, id), NO_REMITTANCE);
}
