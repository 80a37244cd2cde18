/** Where suppliers are paid: entered by one person, passed by another, never edited; the number is sealed and shown one at a time. */
import type { Issue } from "@visadesk/contract/kit/envelope.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { money } from "@visadesk/contract/kit/format.ts";
import { mask } from "@visadesk/contract/kit/mask.ts";
import { supplierPayeeApi } from "@visadesk/contract/supplier/supplier-payee.ts";
import { supplierFlow, supplierPayeeFlow } from "@visadesk/contract/supplier/supplier.flow.ts";
import type { Ctx } from "#kit/call/context.ts";
import { serve } from "#kit/call/serve.ts";
import { badInput, found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { expectUnmoved, moveRow } from "#kit/noun/move.ts";
import { openField, sealFields } from "#kit/seal/seal.ts";
import { payablesOf } from "../../ledger/index.ts";
import { workerNames } from "../supplier/names.sql.ts";
import { revealed } from "../supplier/reveal.ts";
import { partChanged } from "../supplier/supplier-parts.ts";
import { NO_SUPPLIER } from "../supplier/supplier-scope.sql.ts";
import { lockedDetail, storedDetail, type StoredDetail } from "../supplier/supplier.sql.ts";
import { sealedPayee, supplierPayeeNoun } from "./supplier-payee.noun.ts";
import { activePayees, isKnownAccount, payeeRow, payeesOf, pendingPayees, type PayeeRow, type SealedPayee } from "./supplier-payee.sql.ts";

type Api = typeof supplierPayeeApi;
type Row = Output<Api["supplier_payee_add"]>;
export type PayeeFacts = Omit<Parsed<Api["supplier_payee_add"]>, "supplier_id">;
const NO_PAYEE = "收款账户不存在或无权查看";
/** No account of a supplier in these states is passed. */
const RESTING: readonly string[] = ["rejected", "ended"];
/** Letters of a reason for an account in another name. */
const REASON_MIN = 5;

async function shown(ctx: Pick<Ctx, "db" | "me">, s: Pick<StoredDetail, "name">, list: readonly PayeeRow[]): Promise<Row[]> {
  const names = await workerNames(
    ctx.db,
    list.flatMap((p) => [p.created_by, p.decided_by]),
  );
  return list.map((p) => ({
    ...p,
    is_other_name: p.account_name !== s.name,
    is_mine: p.created_by === ctx.me.worker_id,
    decided_by_name: names.get(p.decided_by ?? 0) ?? null,
    created_by_name: names.get(p.created_by ?? 0) ?? null,
  }));
}

export const payeeIssues = (p: Pick<PayeeFacts, "account_name" | "reason">, supplierName: string, under = ""): Issue[] =>
  p.account_name !== supplierName && [...p.reason].length < REASON_MIN
    ? [{ path: under === "" ? "reason" : `${under}.reason`, message: `户名与供应商名称不一致，请填写原因（至少${REASON_MIN}个字）` }]
    : [];

type Owner = Pick<StoredDetail, "id" | "short_name">;
const accountText = (p: Pick<PayeeRow, "account_name" | "bank_name" | "account_no" | "currency">): string =>
  `${p.account_name} ${p.bank_name} ${mask("card", p.account_no)} ${p.currency}`;
const noteOn = (ctx: Ctx, s: Owner, p: Parameters<typeof accountText>[0], state: readonly [string | null, string], reason?: string): void =>
  ctx.note({
    noun: "supplier",
    noun_id: s.id,
    noun_no: s.short_name,
    ...(reason !== undefined && { reason }),
    changes: [{ field: "payees", label: `收款账户 ${accountText(p)}`, before: state[0], after: state[1] }],
  });
const WORDS = supplierPayeeFlow.states;

/** Enters an account of a supplier that is held; answers its id. */
export async function insertPayee(ctx: Ctx, s: Owner, p: PayeeFacts): Promise<number> {
  const account_no = p.account_no.replace(/\s/g, "");
  refuseUnless(!(await isKnownAccount(ctx.db, s.id, account_no)), "duplicate", "该账户已存在");
  const row_key = crypto.randomUUID();
  const { id } = await ctx.db
    .insertInto("supplier_payees")
    .values({
      ...p,
      ...sealFields(sealedPayee, row_key, { account_no }),
      row_key,
      proof_files: [...p.proof_files],
      supplier_id: s.id,
      created_by: ctx.me.worker_id,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  noteOn(ctx, s, { ...p, account_no }, [null, WORDS.pending.label]);
  return id;
}

interface Held {
  payee: SealedPayee;
  supplier: StoredDetail;
}
/** An account and its supplier, both in the caller's sight and held: accounts of one supplier are decided one after another. */
async function heldPayee(ctx: Ctx, id: number, version: number, move: keyof typeof supplierPayeeFlow.moves): Promise<Held> {
  const { supplier_id } = found(await payeeRow(ctx.db, id), NO_PAYEE);
  const supplier = found(await lockedDetail(ctx, supplier_id), NO_PAYEE);
  const payee = found(await payeeRow(ctx.db, id), NO_PAYEE);
  expectUnmoved(payee, version, () => `现在是「${WORDS[payee.payee_status].label}」`);
  refuseUnless(
    supplierPayeeFlow.moves[move].from.some((state) => state === payee.payee_status),
    "state_changed",
  );
  return { payee, supplier };
}
const decided = (ctx: Ctx, note: string | null = null) => ({
  decided_by: ctx.me.worker_id,
  decided_at: ctx.now,
  decided_note: note,
  updated_at: ctx.now,
});
/** Whoever put the supplier forward again put forward what waited there with it. */
function notOwn(ctx: Ctx, s: StoredDetail, p: PayeeRow): void {
  const me = ctx.me.worker_id;
  refuseUnless(p.created_by !== me, "maker_is_checker", "不能复核自己录入的账户");
  const isAgain = s.resubmitted_at !== null && p.created_at <= s.resubmitted_at;
  refuseUnless(!(isAgain && s.resubmitted_by === me), "maker_is_checker", "不能复核自己重新提交的账户");
  refuseUnless(!s.changed_by.includes(me), "maker_is_checker", "供应商待审核，你修改过它，请由其他审核人复核账户");
}

/** Who passed it stays; why it went is said as such. */
const gone = (ctx: Ctx, note: string) => ({ decided_note: `停用：${note}`, updated_at: ctx.now });

/** Ends an account that another takes the place of, or that goes with its supplier. */
async function retired(ctx: Ctx, s: Owner, p: PayeeRow, note: string): Promise<void> {
  await moveRow(ctx, supplierPayeeNoun, "retire", { id: p.id, to: "retired", set: gone(ctx, note) });
  noteOn(ctx, s, p, [WORDS.active.label, WORDS.retired.label], note);
}

async function approve({ id, version }: Parsed<Api["supplier_payee_approve"]>, ctx: Ctx): Promise<{ ok: true }> {
  const { payee, supplier } = await heldPayee(ctx, id, version, "approve");
  notOwn(ctx, supplier, payee);
  const { supplier_status: state } = supplier;
  if (RESTING.includes(state)) refuse("guard_failed", `供应商${supplierFlow.states[state].label}，请先重新提交供应商再复核账户`);
  // Its supplier may have been renamed since it was entered, and an account is never edited.
  if (payeeIssues(payee, supplier.name).length > 0) refuse("guard_failed", "户名与供应商名称不一致且没有写原因，请驳回后重新录入");
  for (const old of await activePayees(ctx.db, supplier.id, payee.currency)) await retired(ctx, supplier, old, "由新账户代替");
  await moveRow(ctx, supplierPayeeNoun, "approve", { id, version, to: "active", set: decided(ctx) });
  noteOn(ctx, supplier, payee, [WORDS.pending.label, WORDS.active.label]);
  return { ok: true };
}

async function reject({ id, version, reason }: Parsed<Api["supplier_payee_reject"]>, ctx: Ctx): Promise<{ ok: true }> {
  const { payee, supplier } = await heldPayee(ctx, id, version, "reject");
  notOwn(ctx, supplier, payee);
  await moveRow(ctx, supplierPayeeNoun, "reject", { id, version, to: "rejected", set: decided(ctx, reason) });
  noteOn(ctx, supplier, payee, [WORDS.pending.label, WORDS.rejected.label], reason);
  return { ok: true };
}

async function withdraw({ id, version }: Parsed<Api["supplier_payee_withdraw"]>, ctx: Ctx): Promise<{ ok: true }> {
  const { payee, supplier } = await heldPayee(ctx, id, version, "withdraw");
  refuseUnless(payee.created_by === ctx.me.worker_id, "not_allowed", "只能撤回自己录入的账户");
  await moveRow(ctx, supplierPayeeNoun, "withdraw", { id, version, to: "rejected", set: decided(ctx, "录入人撤回") });
  noteOn(ctx, supplier, payee, [WORDS.pending.label, "已撤回"]);
  return { ok: true };
}

async function retire({ id, version, reason }: Parsed<Api["supplier_payee_retire"]>, ctx: Ctx): Promise<{ ok: true }> {
  const { payee, supplier } = await heldPayee(ctx, id, version, "retire");
  // The ledger is in CNY: what is owed may be paid to the CNY account, or to the only one there is.
  const owed = (await payablesOf(ctx.db, [supplier.id])).get(supplier.id) ?? 0;
  const isNeeded = payee.currency === "CNY" || (await activePayees(ctx.db, supplier.id)).length === 1;
  if (owed !== 0 && isNeeded) refuse("in_use", `尚有未结金额 ${money(owed)}，请先复核通过新的${payee.currency}账户`);
  await moveRow(ctx, supplierPayeeNoun, "retire", { id, version, to: "retired", set: gone(ctx, reason) });
  noteOn(ctx, supplier, payee, [WORDS.active.label, WORDS.retired.label], reason);
  return { ok: true };
}

/** A new supplier takes another name: accounts that were passed under the old one and give no reason for theirs are passed once more. */
export async function reviewPayees(
  ctx: Ctx,
  s: Pick<StoredDetail, "name" | "short_name">,
  before: Pick<StoredDetail, "id" | "name">,
): Promise<void> {
  const note = `供应商由「${before.name}」改名为「${s.name}」`;
  for (const p of (await activePayees(ctx.db, before.id)).filter((x) => payeeIssues(x, s.name).length > 0)) {
    const set = { decided_by: null, decided_at: null, decided_note: note, updated_at: ctx.now };
    await moveRow(ctx, supplierPayeeNoun, "review", { id: p.id, to: "pending", set });
    noteOn(ctx, { ...before, ...s }, p, [WORDS.active.label, WORDS.pending.label], note);
  }
}

const ENDS = "终止合作";
/** All accounts of a supplier that ends: those in use are retired, those that wait are withdrawn. */
export async function endPayees(ctx: Ctx, s: Owner): Promise<void> {
  for (const p of await activePayees(ctx.db, s.id)) await retired(ctx, s, p, ENDS);
  for (const p of await pendingPayees(ctx.db, s.id)) {
    await moveRow(ctx, supplierPayeeNoun, "withdraw", { id: p.id, to: "rejected", set: decided(ctx, ENDS) });
    noteOn(ctx, s, p, [WORDS.pending.label, "已撤回"], ENDS);
  }
}

async function reveal({ id, reason }: Parsed<Api["supplier_payee_reveal"]>, ctx: Ctx): Promise<{ account_no: string }> {
  const payee = found(await payeeRow(ctx.db, id), NO_PAYEE);
  const label = `收款账户 ${accountText(payee)} 的账号`;
  const look = { supplier_id: payee.supplier_id, field: "account_no", label, reason, missing: NO_PAYEE };
  return { account_no: await revealed(ctx, look, () => found(openField(sealedPayee, payee, "account_no"), NO_PAYEE)) };
}

export const supplierPayeeServer = serve(supplierPayeeApi, {
  supplier_payee_query: async ({ supplier_id }, ctx) => {
    const s = found(await storedDetail(ctx, supplier_id), NO_SUPPLIER);
    return { list: await shown(ctx, s, await payeesOf(ctx.db, supplier_id)) };
  },
  supplier_payee_add: async ({ supplier_id, ...facts }, ctx) => {
    const s = found(await lockedDetail(ctx, supplier_id), NO_SUPPLIER);
    const issues = payeeIssues(facts, s.name);
    if (issues.length > 0) throw badInput(...issues);
    const id = await insertPayee(ctx, s, facts);
    await partChanged(ctx, s);
    const [row] = await shown(ctx, s, [found(await payeeRow(ctx.db, id), NO_PAYEE)]);
    return found(row);
  },
  supplier_payee_withdraw: withdraw,
  supplier_payee_approve: approve,
  supplier_payee_reject: reject,
  supplier_payee_retire: retire,
  supplier_payee_reveal: reveal,
});
