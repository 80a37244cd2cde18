/** Why a refused person cannot hand in his proof, or object, now. Pure. */
import type { Facts, Person } from "../flow/facts.ts";

export const TOO_LATE = "已超过提交期限";
export const isLate = (f: Pick<Facts, "now">, p: Pick<Person, "status_due_at">): boolean =>
  p.status_due_at !== null && Date.parse(p.status_due_at) <= f.now.getTime();

export const proofGuard = (f: Pick<Facts, "now">, p: Person): string | null =>
  p.claim === null ? "该申请人没有拒签无忧理赔" : isLate(f, p) ? TOO_LATE : null;
export const appealGuard = (f: Pick<Facts, "now">, p: Person): string | null =>
  proofGuard(f, p) ?? ((p.claim?.appeals_used ?? 0) >= (p.claim?.plan.appeal_times ?? 0) ? "申诉机会已用完" : null);
