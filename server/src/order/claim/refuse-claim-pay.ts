/** The refund of a claim that passed: over the covered fees, in the name of whoever handed the proof in, looked at once already. */
import { money } from "@visadesk/contract/kit/format.ts";
import type { Db } from "#kit/db/db.ts";
import { nextNumber } from "#kit/db/numbers.ts";
import { found, refuse } from "#kit/http/refuse.ts";
import { bareNumber, sealFields } from "#kit/seal/seal.ts";
import { refundQuote } from "../../ledger/index.ts";
import type { ClaimRow, Facts, Person } from "../flow/facts.ts";
import type { Work } from "../flow/work.ts";
import { passedFirst } from "../refund/refund-decide.ts";
import { sealedRefund } from "../refund/refund.noun.ts";
import { heldRefund, openRefundOf, paidParts } from "../refund/refund.sql.ts";
import { claimLines, type ClaimLine } from "./refuse-claim.rules.ts";
import { writeClaim } from "./refuse-claim.sql.ts";

export interface Payee {
  payee_name?: string | undefined;
  payee_account?: string | undefined;
  payee_bank?: string | undefined;
}
/** Part of so much leaves by a bank: whose account is needed. */
export async function needsPayee(
  db: Db,
  f: Pick<Facts, "order" | "now">,
  applicantId: number,
  lines: readonly ClaimLine[],
): Promise<boolean> {
  const { order } = f;
  const asked = lines
    .filter((l) => l.amount > 0)
    .map((l) => ({ order_id: order.id, applicant_id: applicantId, kind: l.fee_kind, amount: l.amount }));
  const { ways } = await refundQuote(db, asked, await paidParts(db, order.id), { peer_id: order.peer_id, now: f.now });
  return ways.some((w) => w.way === "bank");
}

interface Passed extends Payee {
  approved_amount: number;
  trial: number;
  note: string;
}
/** His case rests already. Answers the refund, which is paid at once where it needs no second look. */
export async function refundClaim(w: Work, p: Person, c: ClaimRow, by: Passed): Promise<void> {
  const { ctx, facts } = w;
  const { order } = facts;
  const open = await openRefundOf(ctx.db, [p.id]);
  if (open) refuse("duplicate", `该申请人已有进行中的退款 ${open.refund_no}`);
  const lines = claimLines(c.plan, facts.fees, p.id, by.approved_amount).filter((l) => l.is_covered);
  const policy = claimLines(c.plan, facts.fees, p.id, by.trial);
  if (by.payee_account === undefined && (await needsPayee(ctx.db, facts, p.id, lines)))
    refuse("incomplete", "部分款项须转账退回，请先填写收款账户", { issues: [{ path: "payee_account", message: "请填写收款账户" }] });
  const refund_no = await nextNumber(ctx.db, "TK", ctx.now);
  const { id } = await ctx.db
    .insertInto("refunds")
    .values({
      refund_no,
      order_id: order.id,
      kind: "claim",
      initiator: order.customer_kind === "direct" ? "customer" : "peer",
      reason_code: "refused",
      reason: `拒签无忧理赔 ${p.applicant_no}`,
      liability: p.liability ?? "unknown",
      trial: JSON.stringify(
        policy.map((l) => ({
          ...l,
          applicant_id: p.id,
          diff_id: null,
          stage: "refused_protected",
          clause: `${c.plan.name}，赔付比例 ${c.plan.rate}%${c.plan.cap > 0 ? `，最高 ${money(c.plan.cap)}` : ""}`,
          rate: c.plan.rate,
          policy_amount: l.amount,
        })),
      ),
      asked_amount: by.trial,
      payee_name: by.payee_name ?? "",
      payee_bank: by.payee_bank ?? "",
      ...(by.payee_account !== undefined && sealFields(sealedRefund, refund_no, { payee_account: bareNumber(by.payee_account) })),
      created_by: c.handed_by.at(-1) ?? null,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await ctx.db.insertInto("refund_people").values({ refund_id: id, applicant_id: p.id }).execute();
  const ofPolicy = new Map(policy.map((l) => [l.fee_id, l.amount]));
  await ctx.db
    .insertInto("refund_lines")
    .values(
      lines.map((l) => ({
        refund_id: id,
        fee_id: l.fee_id,
        paid: l.paid,
        policy_amount: ofPolicy.get(l.fee_id) ?? 0,
        asked_amount: ofPolicy.get(l.fee_id) ?? 0,
        approved_amount: l.amount,
        note: by.note,
      })),
    )
    .execute();
  await writeClaim(ctx, p.id, { refund_id: id });
  await passedFirst(w, found(await heldRefund(ctx.db, id)), by.approved_amount);
}
