/** Money of a settlement: passed for payment by another person than who confirmed it, settled line by line when it left. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { SettleState } from "@visadesk/contract/finance/settle.flow.ts";
import type { SettleKind } from "@visadesk/contract/finance/settle.words.ts";
import type { supplierSettleApi } from "@visadesk/contract/finance/supplier-settle.ts";
import type { Ctx } from "#kit/call/context.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { badInput, found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { moveRow } from "#kit/noun/move.ts";
import { saveRows } from "#kit/noun/save.ts";
import { postSettlePaid, type Left } from "../../ledger/index.ts";
import { payeeOf } from "../../supplier/index.ts";
import { assertChecker } from "../checker.ts";
import { held, lockOrders } from "./settle-held.ts";
import type { SettlePorts } from "./settle-ports.ts";
import { allot, isPayable } from "./settle.rules.ts";
import { retotal } from "./settle-totals.sql.ts";
import { settlementNoun } from "./settlement.noun.ts";
import { heldLines, type HeldLine, type StoredSettlement } from "./settlement.sql.ts";
import { lockPayables, prepaidLeft } from "./unsettled.sql.ts";

type Approve = typeof supplierSettleApi.supplier_settle_approve;
const yuan = (cents: number): string => (cents / 100).toFixed(2);

/** Settles lines by an amount and remembers which. */
async function allocate(
  ctx: Ctx,
  s: { id: number },
  a: { source: "payout" | "prepaid"; amount: number; payout_id?: number; journal_id?: number | null },
): Promise<void> {
  const lines = await heldLines(ctx, s.id);
  const parts = allot(
    lines.map((l) => ({ id: l.id, open: l.worth - l.settled })),
    a.amount,
  );
  await settle(ctx, parts, 1);
  await rows(
    ctx.db,
    q`insert into settle_allocations (settlement_id, source, payout_id, journal_id, amount, parts, created_by, created_at)
      values (${s.id}, ${a.source}, ${a.payout_id ?? null}, ${a.journal_id ?? null}, ${a.amount}, ${JSON.stringify(parts)}::jsonb, ${ctx.principal?.worker_id ?? null}, ${ctx.now})`,
  );
}
const settle = (ctx: Ctx, parts: readonly (readonly [number, number])[], sign: 1 | -1): Promise<unknown> =>
  rows(
    ctx.db,
    q`update settle_lines x set settled = x.settled + p.amount, updated_at = ${ctx.now}
      from unnest(${parts.map(([id]) => id)}::int8[], ${parts.map(([, amount]) => amount * sign)}::int8[]) as p(id, amount) where x.id = p.id`,
  );

interface Payer {
  invoice_kind: string;
}
async function assertPayable(ctx: Ctx, s: StoredSettlement): Promise<void> {
  assertChecker(ctx, [s.confirmed_by]);
  const v = found(await row<Payer>(ctx.db, q`select invoice_kind from suppliers where id = ${s.supplier_id}`));
  refuseUnless(v.invoice_kind === "none" || s.input_invoice_no !== "" || s.final <= 0, "input_invoice_missing");
}

export const approveWith =
  ({ openPayout }: SettlePorts) =>
  async (
    { idempotency_key: _key, pay_amount, ...seen }: Parsed<Approve>,
    ctx: Ctx,
    kinds: readonly SettleKind[],
  ): Promise<Output<Approve>> => {
    const s = await held(ctx, seen, kinds, ["confirmed", "part_paid"]);
    const supplier_id = found(s.supplier_id);
    await assertPayable(ctx, s);
    await lockPayables(ctx.db, supplier_id);
    const ahead = Math.min(await prepaidLeft(ctx.db, supplier_id), s.remaining);
    const rest = s.remaining - ahead;
    if (pay_amount !== undefined && pay_amount > rest)
      throw badInput({ path: "pay_amount", message: `付款金额不能超过未结 ¥${yuan(rest)}` });
    if (ahead > 0) await allocate(ctx, s, { source: "prepaid", amount: ahead });
    const amount = pay_amount ?? rest;
    const by = { approved_by: ctx.me.worker_id, approved_at: ctx.now, updated_at: ctx.now };
    ctx.note({
      noun: "settlement",
      noun_id: s.id,
      noun_no: s.settle_no,
      changes: [{ field: "pay_amount", label: "审批付款", before: null, after: amount }],
    });
    if (rest === 0) {
      await moveRow(ctx, settlementNoun, "approve", { ...seen, to: "paid", set: by });
      await retotal(ctx, q`s.id = ${s.id}`);
      return { paid: true, payout_amount: 0 };
    }
    const payee = await payeeOf(ctx.db, supplier_id);
    if (!payee) refuse("guard_failed", "供应商没有已复核的人民币收款账户");
    await openPayout(ctx, {
      source_noun: "settlement",
      source_id: s.id,
      source_no: s.settle_no,
      supplier_id,
      method: "bank",
      payee_name: payee.account_name,
      payee_account: payee.account_no,
      payee_bank: [payee.bank_name, payee.branch].filter((p) => p !== "").join(" "),
      amount,
      approvers: [s.confirmed_by, ctx.me.worker_id].filter((w) => w !== null),
      payee_changed_at: payee.changed_at,
      due_at: new Date(`${s.due_on}T15:59:59Z`),
    });
    await moveRow(ctx, settlementNoun, "approve", { ...seen, to: "approved", set: { ...by, pay_amount: amount } });
    await retotal(ctx, q`s.id = ${s.id}`);
    return { paid: false, payout_amount: amount };
  };

/** A payment as its source sees it. */
export interface PaidSettlement {
  id: number;
  source_id: number;
  amount: number;
}
interface Standing {
  id: number;
  settlement_status: SettleState;
  paid: number;
  remaining: number;
  pay_amount: number | null;
}
const standing = async (ctx: Ctx, id: number): Promise<Standing> =>
  found(
    await row<Standing>(ctx.db, q`select id, settlement_status, paid, remaining, pay_amount from settlements where id = ${id} for update`),
  );

/** Payments under way less one that ended, or with one that is asked for again. */
const underWay = (s: Standing, by: number): number | null => {
  const left = (s.pay_amount ?? 0) + by;
  return left > 0 ? left : null;
};
async function settledLines(ctx: Ctx, id: number, amount: number) {
  const lines = await heldLines(ctx, id);
  const byId = new Map<number, HeldLine>(lines.map((l) => [l.id, l]));
  return allot(
    lines.map((l) => ({ id: l.id, open: l.worth - l.settled })),
    amount,
  ).flatMap(([line, part]) => {
    const l = byId.get(line);
    return l && isPayable(l.account_code)
      ? [{ code: l.account_code, amount: part, order_id: l.order_id, applicant_id: l.applicant_id }]
      : [];
  });
}

/** Doors of the cashier's desk. The paper is held before the payment's own row. */
export const settlementSource = {
  noun: "settlement" as const,
  async hold(ctx: Ctx, id: number): Promise<void> {
    await lockOrders(ctx, id);
    await standing(ctx, id);
  },
  /** Posts what left, one payable line per settled line, and answers the journal; said again it is the first. */
  async paid(ctx: Ctx, p: PaidSettlement, by: Omit<Left, "seq">): Promise<number | null> {
    const known = await row<{ journal_id: number | null }>(
      ctx.db,
      q`select journal_id from settle_allocations where payout_id = ${p.id} and undone_at is null`,
    );
    if (known) return known.journal_id;
    const s = await standing(ctx, p.source_id);
    if (p.amount > s.remaining) refuse("limit_exceeded", `付款金额超过未结 ¥${yuan(s.remaining)}`);
    const { supplier_id } = found(await row<{ supplier_id: number }>(ctx.db, q`select supplier_id from settlements where id = ${s.id}`));
    const tries = await row<{ n: number }>(
      ctx.db,
      q`select count(*)::int as n from settle_allocations where settlement_id = ${s.id} and source = 'payout'`,
    );
    const lines = (await settledLines(ctx, s.id, p.amount)).map((l) => ({ ...l, supplier_id }));
    const journal_id = await postSettlePaid(ctx, s.id, lines, { ...by, seq: tries?.n ?? 0 });
    await allocate(ctx, s, { source: "payout", amount: p.amount, payout_id: p.id, journal_id });
    const pay_amount = underWay(s, -p.amount);
    if (pay_amount === null)
      await moveRow(ctx, settlementNoun, "pay", {
        id: s.id,
        to: s.remaining === p.amount ? "paid" : "part_paid",
        set: { pay_amount, updated_at: ctx.now },
      });
    else await saveRows(ctx, settlementNoun, { where: q`id = ${s.id}`, set: { pay_amount } });
    await retotal(ctx, q`s.id = ${s.id}`);
    return journal_id;
  },
  /** It never left: what it would have paid is open again. */
  async givenUp(ctx: Ctx, p: PaidSettlement): Promise<void> {
    const s = await standing(ctx, p.source_id);
    const pay_amount = underWay(s, -p.amount);
    if (pay_amount !== null) return void (await saveRows(ctx, settlementNoun, { where: q`id = ${s.id}`, set: { pay_amount } }));
    await moveRow(ctx, settlementNoun, "unpay", {
      id: s.id,
      to: s.paid > 0 ? "part_paid" : "confirmed",
      set: { pay_amount, updated_at: ctx.now },
    });
  },
  /** The bank sent it back: its journal was mirrored, the paper waits for the same payment again. */
  async bounced(ctx: Ctx, p: PaidSettlement): Promise<void> {
    const s = await standing(ctx, p.source_id);
    const undone = await row<{ parts: [number, number][] }>(
      ctx.db,
      q`update settle_allocations set undone_at = ${ctx.now}, undone_by = ${ctx.principal?.worker_id ?? null} where payout_id = ${p.id} and undone_at is null returning parts`,
    );
    if (!undone) return;
    await settle(ctx, undone.parts, -1);
    await moveRow(ctx, settlementNoun, "unpay", {
      id: s.id,
      to: "approved",
      set: { pay_amount: underWay(s, p.amount), updated_at: ctx.now },
    });
    await retotal(ctx, q`s.id = ${s.id}`);
  },
};
