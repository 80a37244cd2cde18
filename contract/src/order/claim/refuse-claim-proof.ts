/** What of a claim the pages of the order show: its proof, and what was made of it. */
import { choice, files, int, money, text, z } from "../../kit/field.ts";
import { CLAIM_BY, CLAIM_REJECTS } from "./refuse-claim.words.ts";

export const claimProof = z.object({
  proof_files: files("拒签证明", "letter"),
  proof_by: z.nullable(choice("提交方", CLAIM_BY)),
  appeal_reason: text("申诉理由", { min: 0 }),
  reason_code: z.nullable(choice("不通过原因", CLAIM_REJECTS)),
  reason: text("审核说明", { min: 0 }),
});
/** On the page of the person. */
export const applicantClaim = claimProof.extend({
  plan_name: text("保障产品", { min: 0 }),
  premium: money("保费"),
  trial_amount: z.nullable(money("试算金额")),
  approved_amount: z.nullable(money("核定金额")),
  appeals_used: int("已申诉(次)"),
  appeal_times: int("可申诉(次)"),
  refund_no: z.nullable(text("退款单号")),
});
