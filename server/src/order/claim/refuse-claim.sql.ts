/** The row of a claim: opened with a refusal, written as it goes on. Its order is held by whoever writes. */
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { found } from "#kit/http/refuse.ts";
import { joined, q, row, rows } from "#kit/db/sql.ts";
import { setsOf } from "#kit/noun/save.ts";
import type { Recovery } from "../../ledger/index.ts";
import { coverOf } from "../desk/protection.rules.ts";
import type { ClaimRow, Person } from "../flow/facts.ts";
import type { Work } from "../flow/work.ts";
import { claimTrial, isOwnClaim } from "./refuse-claim.rules.ts";

/** Nothing handed in, nothing judged. */
const BLANK = {
  proof_files: [],
  proof_by: null,
  handed_by: [],
  appeals_used: 0,
  appeal_reason: "",
  exclusion_checks: "{}",
  approved_amount: null,
  reason_code: null,
  reason: null,
  loss_party: null,
  refund_id: null,
  reviewer_id: null,
  reviewed_at: null,
};
const DEFAULT_DAYS = 7;

/** The claim of somebody who is refused, with the terms he bought; answers until when the proof is due. */
export async function openClaim(w: Work, p: Person): Promise<string> {
  const { ctx, facts } = w;
  const terms = coverOf(facts);
  const premium = facts.fees
    .filter((f) => f.applicant_id === p.id && f.kind === "protection")
    .reduce((n, f) => n + f.payable - f.refunded, 0);
  const due = w.clocks.calendar.dueAt(ctx.now, terms?.proof_days ?? DEFAULT_DAYS, "day").toISOString();
  const opened = {
    ...BLANK,
    plan: JSON.stringify({ ...terms, premium }),
    proof_due_at: due,
    trial_amount: terms ? claimTrial(terms, facts.fees, p.id) : null,
    created_by: ctx.principal?.worker_id ?? null,
  };
  await ctx.db
    .insertInto("refuse_claims")
    .values({ order_id: facts.order.id, applicant_id: p.id, ...opened, created_at: ctx.now })
    .onConflict((c) => c.column("applicant_id").doUpdateSet(opened))
    .execute();
  return due;
}

type Set = Readonly<Partial<Record<keyof ClaimRow, unknown>>>;
export const writeClaim = ({ db }: Pick<Ctx, "db">, applicantId: number, set: Set): Promise<unknown> =>
  rows(db, q`update refuse_claims set ${joined(setsOf(set), ", ")} where applicant_id = ${applicantId}`);
/** His result was taken back: what was handed in and judged goes into the log, the row waits for another refusal. */
export async function voidClaim({ db }: Pick<Ctx, "db">, applicantId: number): Promise<Record<string, unknown> | null> {
  const kept = await row<Record<string, unknown>>(
    db,
    q`select proof_files, proof_by, appeals_used, approved_amount, reason_code, reason from refuse_claims where applicant_id = ${applicantId}`,
  );
  if (kept) await writeClaim({ db }, applicantId, BLANK);
  return kept ?? null;
}

/** What whoever bears the loss of a paid claim gives back of it; nobody: it is ours. */
export async function recoveryOf(db: Db, refundId: number, amount: number): Promise<Recovery | null> {
  const c = found(
    await row<{ loss_party: string | null; supplier_id: number | null; product_id: number }>(
      db,
      q`select c.loss_party, a.supplier_id, (c.plan ->> 'id')::int8 as product_id from refuse_claims c join applicants a on a.id = c.applicant_id
        where c.refund_id = ${refundId}`,
    ),
  );
  const insurer = c.loss_party === "insurer" ? await insurerOf(db, c.product_id) : null;
  if (insurer !== null) return { code: "payable_insurer", supplier_id: insurer, amount };
  return c.loss_party === "supplier" && c.supplier_id !== null ? { code: "payable_supplier", supplier_id: c.supplier_id, amount } : null;
}
/** He recorded the refusal, or handed in some proof, of the claim that is paid by it. */
export async function isOwnOf(db: Db, r: { id: number; kind: string }, worker: number): Promise<boolean> {
  if (r.kind !== "claim") return false;
  return isOwnClaim(found(await row(db, q`select created_by, handed_by from refuse_claims where refund_id = ${r.id}`)), worker);
}
/** The refund of a claim was not granted: it is judged anew. */
export const claimBack = ({ db }: Pick<Ctx, "db">, refundId: number): Promise<unknown> =>
  rows(
    db,
    q`update refuse_claims set refund_id = null, approved_amount = null, loss_party = null, reviewer_id = null, reviewed_at = null where refund_id = ${refundId}`,
  );

/** The insurer who bears what the product pays back, where one is named. */
export const insurerOf = async (db: Db, productId: number): Promise<number | null> =>
  (await row<{ supplier_id: number | null }>(db, q`select supplier_id from refuse_no_worry_products where id = ${productId}`))
    ?.supplier_id ?? null;
export const NO_CLAIM = "理赔不存在或无权查看";
