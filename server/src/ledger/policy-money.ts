/** Money of insurance: what the insurer gets once a policy is issued, and what customers paid for it becomes revenue. The caller holds the order. */
import type { Ctx } from "#kit/call/context.ts";
import { q, rows } from "#kit/db/sql.ts";
import { mirrorJournal, postJournal } from "./ledger.ts";
import type { Posting } from "./ledger.rules.ts";
import { heldBy } from "./order-money.ts";

export interface InsuredPolicy {
  policy_id: number;
  order_id: number;
  applicant_id: number;
  insurer_id: number;
  /** Which cost it is: insurance that was sold as such, or the cover of a refusal protection. */
  fee_kind: "insurance" | "protection";
  premium: number;
  cost: number;
}
const sourceOf = ({ policy_id }: Pick<InsuredPolicy, "policy_id">) => ({ source_noun: "policy", source_id: policy_id });
const keysOf = ({ order_id, applicant_id, fee_kind }: InsuredPolicy) => ({ order_id, applicant_id, fee_kind });

export const policyIssuedPosting = (p: InsuredPolicy): Posting => ({
  kind: "policy_issued",
  ...sourceOf(p),
  lines: [
    { account: { code: "cost", kind: p.fee_kind }, amount: p.cost, ...keysOf(p) },
    { account: { code: "payable_insurer", owner_id: p.insurer_id }, amount: -p.cost, ...keysOf(p) },
  ],
});
/** The premium of this policy alone: another plan of the same person waits for its own. */
export const premiumPosting = (p: InsuredPolicy, deferred: number): Posting => {
  const amount = p.fee_kind === "insurance" ? Math.max(0, Math.min(p.premium, deferred)) : 0;
  return {
    kind: "revenue",
    ...sourceOf(p),
    lines: [
      { account: { code: "order_deferred" }, amount, ...keysOf(p) },
      { account: { code: "revenue", kind: p.fee_kind }, amount: -amount, ...keysOf(p) },
    ],
  };
};

/** Both in one transaction; said again they post nothing. A protection is earned by its own rules, not by its cover. */
export async function postPolicyIssued(ctx: Ctx, p: InsuredPolicy): Promise<void> {
  await postJournal(ctx, policyIssuedPosting(p));
  const posted = await rows(
    ctx.db,
    q`select id from journals where source_noun = 'policy' and source_id = ${p.policy_id} and kind = 'revenue'`,
  );
  if (posted.length > 0) return;
  const deferred = await heldBy(ctx.db, "order_deferred", p);
  await postJournal(ctx, premiumPosting(p, deferred.get("insurance") ?? 0));
}

/** Cost and revenue of the policy are taken back; what was paid for it waits again. */
export async function postPolicySurrendered(ctx: Ctx, { policy_id }: Pick<InsuredPolicy, "policy_id">, reason: string): Promise<void> {
  const open = await rows<{ id: number; kind: string }>(
    ctx.db,
    q`select j.id, j.kind from journals j where j.source_noun = 'policy' and j.source_id = ${policy_id} and j.kind in ('policy_issued', 'revenue')
      and not exists (select from journals r where r.reversal_of = j.id) order by j.id`,
  );
  for (const j of open) {
    const seq = j.kind === "policy_issued" ? 0 : 1;
    await mirrorJournal(ctx, j.id, reason, { kind: "policy_surrendered", ...sourceOf({ policy_id }), seq });
  }
}
