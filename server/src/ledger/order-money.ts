/** What finance offers to orders: payment, revenue, supplier cost, and their reversals. Every door is repeatable without effect. */
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { q, row } from "#kit/db/sql.ts";
import { postedBefore, postJournal, postNew, reverseJournal } from "./ledger.ts";
import type { AccountCode } from "./ledger.rules.ts";
import {
  adjustmentPosting,
  costPosting,
  costStep,
  paymentPosting,
  revenuePosting,
  sourceOf,
  type Bearer,
  type BookedCost,
  type Held,
  type OrderPayment,
  type Owed,
  type Revenue,
} from "./order-money.rules.ts";
import { takeFromPeer } from "./peer-payment.ts";
import type { CreditOf } from "./ports.ts";

/** Books money that came in for fee lines; what the peer's accounts give is judged under their lock. */
export async function postOrderPayment(ctx: Ctx, p: OrderPayment, creditOf: CreditOf): Promise<number | null> {
  const first = await postedBefore(ctx, paymentPosting(p));
  if (first !== null) return first;
  return postNew(ctx, paymentPosting(p, await takeFromPeer(ctx, p, creditOf)), creditOf);
}

/** What an account still holds for one applicant (null: the whole-order lines), by fee kind. */
export async function heldBy(db: Db, code: AccountCode, { order_id, applicant_id }: Bearer): Promise<Held> {
  const rows = await db
    .selectFrom("journal_lines as l")
    .innerJoin("ledger_accounts as a", "a.id", "l.account_id")
    .select(["l.fee_kind", (e) => e.fn.sum<string>("l.amount").as("sum")])
    .where("a.code", "=", code)
    .where("l.order_id", "=", order_id)
    .where("l.applicant_id", applicant_id === null ? "is" : "=", applicant_id)
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
async function countOf(db: Db, kind: string, bearer: Bearer): Promise<number> {
  const { source_noun, source_id } = sourceOf(bearer);
  const n = await db
    .selectFrom("journals")
    .select((e) => e.fn.countAll<number>().as("n"))
    .where("source_noun", "=", source_noun)
    .where("source_id", "=", source_id)
    .where("kind", "=", kind)
    .executeTakeFirstOrThrow();
  return n.n;
}

/** Turns what is deferred for these fee kinds into revenue; what is already revenue posts nothing. */
export async function postRevenue(ctx: Ctx, r: Revenue): Promise<number | null> {
  const deferred = await heldBy(ctx.db, "order_deferred", r);
  return postJournal(ctx, revenuePosting(r, deferred, await countOf(ctx.db, "revenue", r)));
}

/** Takes back all revenue of an applicant, and that of whole-order lines of these kinds: the result that earned them is no more. */
export async function undoRevenue(ctx: Ctx, { order_id, applicant_id, kinds }: Revenue, reason: string): Promise<void> {
  const whole = await openJournals(ctx.db, ["revenue"], "order", order_id);
  const earned = await ctx.db
    .selectFrom("journal_lines")
    .select("journal_id")
    .distinct()
    .where("journal_id", "in", [0, ...whole.map((j) => j.id)])
    .where("fee_kind", "in", [...kinds])
    .execute();
  const isEarned = new Set(earned.map((l) => l.journal_id));
  const own = applicant_id === null ? [] : await openJournals(ctx.db, ["revenue"], "applicant", applicant_id);
  for (const j of [...own, ...whole.filter((x) => isEarned.has(x.id))]) await reverseJournal(ctx, j.id, reason);
}

const COSTS = ["supplier_cost", "supplier_cost_adjust"] as const;
/** The lines of each person's costs, as far as no reversal mirrors them. */
async function bookedCosts(db: Db, applicantIds: readonly number[]): Promise<Map<number, BookedCost[]>> {
  const lines = await db
    .selectFrom("journals as j")
    .innerJoin("journal_lines as l", "l.journal_id", "j.id")
    .innerJoin("ledger_accounts as a", "a.id", "l.account_id")
    .select(["j.source_id", "a.code", "a.owner_id", "a.kind", "l.amount"])
    .where("j.source_noun", "=", "applicant")
    .where("j.source_id", "in", [...applicantIds])
    .where("j.kind", "in", [...COSTS])
    .where((e) => e.not(e.exists(e.selectFrom("journals as r").select("r.id").whereRef("r.reversal_of", "=", "j.id"))))
    .execute();
  return Map.groupBy(lines, (l) => l.source_id);
}

/** Books what suppliers are owed beyond, or short of, what the books say; the caller holds the order. Said again it posts nothing. */
export async function settleCosts(ctx: Ctx, list: readonly Owed[], reason: string): Promise<void> {
  if (list.length === 0) return;
  const booked = await bookedCosts(
    ctx.db,
    list.map((c) => c.applicant_id),
  );
  for (const c of list) {
    const step = costStep(booked.get(c.applicant_id) ?? [], c);
    if (step.reverse)
      for (const j of await openJournals(ctx.db, COSTS, "applicant", c.applicant_id)) await reverseJournal(ctx, j.id, reason);
    if (step.cost)
      await postJournal(ctx, costPosting(c, await heldBy(ctx.db, "embassy_trust", c), await countOf(ctx.db, "supplier_cost", c)));
    if (step.difference !== 0)
      await postJournal(ctx, adjustmentPosting(c, step.difference, reason, await countOf(ctx.db, "supplier_cost_adjust", c)));
  }
}

/** Lines of refunds that stand: neither of a journal that was taken back, nor of what took it back. */
const refundLines = (db: Db) =>
  db
    .selectFrom("journal_lines as l")
    .innerJoin("journals as j", "j.id", "l.journal_id")
    .where("l.refund_id", "is not", null)
    .where("j.reversal_of", "is", null)
    .where((e) => e.not(e.exists(e.selectFrom("journals as r").select("r.id").whereRef("r.reversal_of", "=", "j.id"))));

/** Of these people those about whom a refund is booked. */
export async function refundedPeople(db: Db, applicantIds: readonly number[]): Promise<Set<number>> {
  const refunded = await refundLines(db)
    .select("l.applicant_id")
    .distinct()
    .where("l.applicant_id", "in", [...applicantIds, 0])
    .execute();
  return new Set(refunded.flatMap((r) => r.applicant_id ?? []));
}

/** The first closed month that holds revenue or cost of it which nothing took back. */
async function closedMonth(db: Db, orderId: number, applicantId: number | null): Promise<string | undefined> {
  const found = await row<{ month: string }>(
    db,
    q`select min(p.month) as month from journal_lines l join journals j on j.id = l.journal_id
        join periods p on p.month = to_char(j.booked_on, 'YYYY-MM') and p.period_status = 'closed'
      where l.order_id = ${orderId} and ${applicantId === null ? q`true` : q`l.applicant_id = ${applicantId}`}
        and j.source_noun = 'applicant' and j.kind in ('revenue', 'supplier_cost', 'supplier_cost_adjust')
        and not exists (select 1 from journals r where r.reversal_of = j.id)`,
  );
  return found?.month ?? undefined;
}

/** Sentences that forbid a roll-back or a settle-price edit. */
export async function orderLocks(db: Db, orderId: number, applicantId: number | null = null): Promise<string[]> {
  const refunded = await refundLines(db)
    .select("l.id")
    .where("l.order_id", "=", orderId)
    .$if(applicantId !== null, (e) => e.where("l.applicant_id", "=", applicantId))
    .limit(1)
    .executeTakeFirst();
  const frozen = await db
    .selectFrom("frozen_lines as f")
    .innerJoin("journal_lines as l", "l.id", "f.journal_line_id")
    .select("f.by_no")
    .where("l.order_id", "=", orderId)
    .$if(applicantId !== null, (e) => e.where("l.applicant_id", "=", applicantId))
    .orderBy("f.journal_line_id")
    .limit(1)
    .executeTakeFirst();
  const closed = await closedMonth(db, orderId, applicantId);
  return [
    ...(refunded ? ["已有退款入账，不能回退"] : []),
    ...(frozen ? [`结算单 ${frozen.by_no} 已确认，不能回退或修改结算价`] : []),
    ...(closed ? [`成本或收入已记入 ${closed}，该月已结账，不能回退或修改结算价`] : []),
  ];
}
