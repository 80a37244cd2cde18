/** What finance offers to orders: payment, revenue, supplier cost, and their reversals. Every door is repeatable without effect. */
import type { Ctx } from "#kit/context.ts";
import { refuse } from "#kit/refuse.ts";
import type { Db } from "#kit/db.ts";
import { postJournal, reverseJournal } from "./ledger.ts";
import { depositAccount, payerAccount, supplierSplit, type AccountCode, type PayMethod } from "./ledger.rules.ts";

export interface PaidLine {
  applicant_id: number | null;
  kind: string;
  payable: number;
}
export interface OrderPayment {
  order_id: number;
  peer_id: number | null;
  /** `order` for the first payment, `order_diff` for a difference. */
  source: "order" | "order_diff";
  source_id: number;
  parts: readonly { method: PayMethod; amount: number }[];
  fee_lines: readonly PaidLine[];
}

const sumOf = (list: readonly number[]): number => list.reduce((a, b) => a + b, 0);
const yuan = (cents: number): string => (cents / 100).toFixed(2);

/** Books money that came in for fee lines: what the customer gave against what waits per applicant and fee. */
export async function postOrderPayment(ctx: Ctx, p: OrderPayment): Promise<number | null> {
  const paid = sumOf(p.parts.map((x) => x.amount));
  const due = sumOf(p.fee_lines.map((x) => x.payable));
  if (paid !== due) refuse("amount_mismatch", `支付金额与应付不一致，差额 ¥${yuan(Math.abs(paid - due))}`);
  return postJournal(ctx, {
    kind: p.source === "order" ? "order_paid" : "diff_paid",
    source_noun: p.source,
    source_id: p.source_id,
    lines: [
      ...p.parts.map((x) => ({ account: payerAccount(x.method, p.peer_id), amount: x.amount, order_id: p.order_id })),
      ...p.fee_lines.map((x) => ({
        account: depositAccount(x.kind),
        amount: -x.payable,
        order_id: p.order_id,
        applicant_id: x.applicant_id,
        fee_kind: x.kind,
      })),
    ],
  });
}

/** What an account still holds for one applicant (null: the whole-order lines), by fee kind. */
async function heldBy(db: Db, code: AccountCode, orderId: number, applicantId: number | null): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom("journal_lines as l")
    .innerJoin("ledger_accounts as a", "a.id", "l.account_id")
    .select(["l.fee_kind", (e) => e.fn.sum<string>("l.amount").as("sum")])
    .where("a.code", "=", code)
    .where("l.order_id", "=", orderId)
    .where("l.applicant_id", applicantId === null ? "is" : "=", applicantId)
    .groupBy("l.fee_kind")
    .execute();
  return new Map(rows.map((r) => [r.fee_kind ?? "", -Number(r.sum)]));
}

async function openJournals(db: Db, kinds: readonly string[], noun: string, id: number): Promise<{ id: number; kind: string }[]> {
  return db
    .selectFrom("journals as j")
    .select(["j.id", "j.kind"])
    .where("j.source_noun", "=", noun)
    .where("j.source_id", "=", id)
    .where("j.kind", "in", [...kinds])
    .where((e) => e.not(e.exists(e.selectFrom("journals as r").select("r.id").whereRef("r.reversal_of", "=", "j.id"))))
    .orderBy("j.id")
    .execute();
}
async function countOf(db: Db, kind: string, noun: string, id: number): Promise<number> {
  const n = await db
    .selectFrom("journals")
    .select((e) => e.fn.countAll<number>().as("n"))
    .where("source_noun", "=", noun)
    .where("source_id", "=", id)
    .where("kind", "=", kind)
    .executeTakeFirstOrThrow();
  return n.n;
}

/** Turns what is deferred for these fee kinds into revenue; what is already revenue posts nothing. */
export async function postRevenue(
  ctx: Ctx,
  r: { order_id: number; applicant_id: number | null; kinds: readonly string[] },
): Promise<number | null> {
  const [noun, id] = r.applicant_id === null ? (["order", r.order_id] as const) : (["applicant", r.applicant_id] as const);
  const held = await heldBy(ctx.db, "order_deferred", r.order_id, r.applicant_id);
  const lines = [...held]
    .filter(([kind, amount]) => amount > 0 && r.kinds.includes(kind))
    .flatMap(([kind, amount]) => {
      const keys = { order_id: r.order_id, applicant_id: r.applicant_id, fee_kind: kind };
      return [
        { account: { code: "order_deferred" as const }, amount, ...keys },
        { account: { code: "revenue" as const, kind }, amount: -amount, ...keys },
      ];
    });
  if (lines.length === 0) return null;
  return postJournal(ctx, { kind: "revenue", source_noun: noun, source_id: id, seq: await countOf(ctx.db, "revenue", noun, id), lines });
}

/** Takes back all revenue of an applicant. */
export async function undoRevenue(ctx: Ctx, applicantId: number, reason: string): Promise<void> {
  for (const j of await openJournals(ctx.db, ["revenue"], "applicant", applicantId)) await reverseJournal(ctx, j.id, reason);
}

export interface SupplierCost {
  order_id: number;
  applicant_id: number;
  supplier_id: number;
  price: number;
  /** Mission fee inside the price. */
  embassy_part: number;
}
/** Books what a supplier earns; a cost that is already booked posts nothing. */
export async function postSupplierCost(ctx: Ctx, c: SupplierCost): Promise<number | null> {
  if ((await openJournals(ctx.db, ["supplier_cost"], "applicant", c.applicant_id)).length > 0) return null;
  const trustLeft = sumOf([...(await heldBy(ctx.db, "embassy_trust", c.order_id, c.applicant_id)).values()]);
  const { trust, variance, supplier } = supplierSplit(c.price, c.embassy_part, trustLeft);
  const keys = { order_id: c.order_id, applicant_id: c.applicant_id };
  return postJournal(ctx, {
    kind: "supplier_cost",
    source_noun: "applicant",
    source_id: c.applicant_id,
    seq: await countOf(ctx.db, "supplier_cost", "applicant", c.applicant_id),
    lines: [
      { account: { code: "embassy_trust" }, amount: trust, ...keys, fee_kind: "embassy" },
      { account: { code: "cost", kind: "embassy_variance" }, amount: variance, ...keys },
      { account: { code: "cost", kind: "supplier" }, amount: supplier, ...keys },
      { account: { code: "payable_supplier", owner_id: c.supplier_id }, amount: -c.price, ...keys },
    ],
  });
}

/** Books the difference of an edited settle price, where the cost is booked already. */
export async function adjustSupplierCost(
  ctx: Ctx,
  c: { order_id: number; applicant_id: number; supplier_id: number; difference: number; reason: string },
): Promise<number | null> {
  if ((await openJournals(ctx.db, ["supplier_cost"], "applicant", c.applicant_id)).length === 0) return null;
  const keys = { order_id: c.order_id, applicant_id: c.applicant_id };
  return postJournal(ctx, {
    kind: "supplier_cost_adjust",
    source_noun: "applicant",
    source_id: c.applicant_id,
    seq: await countOf(ctx.db, "supplier_cost_adjust", "applicant", c.applicant_id),
    reason: c.reason,
    lines: [
      { account: { code: "cost", kind: "supplier" }, amount: c.difference, ...keys },
      { account: { code: "payable_supplier", owner_id: c.supplier_id }, amount: -c.difference, ...keys },
    ],
  });
}

/** Takes back a supplier's cost and its later adjustments. */
export async function reverseSupplierCost(ctx: Ctx, applicantId: number, reason: string): Promise<void> {
  for (const j of await openJournals(ctx.db, ["supplier_cost", "supplier_cost_adjust"], "applicant", applicantId))
    await reverseJournal(ctx, j.id, reason);
}

/** Sentences that forbid a roll-back or a settle-price edit. */
export async function orderLocks(db: Db, orderId: number, applicantId: number | null = null): Promise<string[]> {
  const refunded = await db
    .selectFrom("journal_lines")
    .select("id")
    .where("order_id", "=", orderId)
    .where("refund_id", "is not", null)
    .$if(applicantId !== null, (e) => e.where("applicant_id", "=", applicantId))
    .limit(1)
    .executeTakeFirst();
  return refunded ? ["已有退款入账，不能回退"] : [];
}
