/** The judgement of a claim: passed once every exclusion is answered with no, or rejected with a reason; neither by who handed it in. */
import { refuseClaimApi } from "@visadesk/contract/order/claim/refuse-claim.ts";
import { applicantFlow } from "@visadesk/contract/order/order.flow.ts";
import { money } from "@visadesk/contract/kit/format.ts";
import { Moves, type MoveJudged } from "#kit/act/moves.tsx";
import { Item } from "#kit/page/item.tsx";
import type { ClaimDetail } from "./refuse-claim-words.tsx";

export interface ClaimMovesProps {
  claim: ClaimDetail;
  /** By the exclusion's key, as they stand beside the pictures. */
  answers: Readonly<Record<string, boolean>>;
}
/** What keeps it from passing now. */
export function passMissing(
  c: Pick<ClaimDetail, "fault" | "exclusions" | "trial_now" | "held_at">,
  answers: ClaimMovesProps["answers"],
): string | null {
  if (c.fault !== null) return c.fault;
  if (c.held_at !== null) return "申请人已挂起，请先恢复办理";
  const open = c.exclusions.filter((x) => answers[x.key] === undefined);
  if (open.length > 0) return `还有 ${open.length} 项除外情形未核对`;
  const hit = c.exclusions.filter((x) => answers[x.key]);
  if (hit.length > 0) return `属于除外情形：${hit.map((x) => x.label).join("、")}`;
  return c.trial_now === 0 ? "没有可赔付的费用" : null;
}

export function ClaimMoves({ claim: c, answers }: ClaimMovesProps) {
  const missing = passMissing(c, answers);
  const judged: MoveJudged[] = [
    { move: "claim_pass", ok: missing === null, missing },
    { move: "claim_reject", ok: c.fault === null, missing: c.fault },
  ];
  const checks = Object.entries(answers).map(([key, is_excluded]) => ({ key, is_excluded }));
  return (
    <Moves
      flow={applicantFlow}
      row={{ id: c.id, version: c.version, moves: judged }}
      state={c.applicant_status}
      endpoints={refuseClaimApi}
      variant="head"
      first="claim_pass"
      only={["claim_pass", "claim_reject"]}
      intros={{
        claim_pass: `试算 ${money(c.trial_now)}；通过后生成退款，超过 ¥2,000.00 须由第三人复核。`,
        claim_reject: "客户会收到原因，可在截止前申诉。",
      }}
      initial={(move) => ({ checks, ...(move === "claim_pass" && { approved_amount: c.trial_now, loss_party: "us" }) })}
      inputs={{
        claim_pass: (
          <>
            <Item name="approved_amount" half />
            <Item name="loss_party" half />
            <Item name="note" rows={2} placeholder="核定低于试算时必填" />
            {c.needs_payee && (
              <>
                <Item name="payee_name" half />
                <Item name="payee_account" half />
                <Item name="payee_bank" />
              </>
            )}
          </>
        ),
        claim_reject: (
          <>
            <Item name="reason_code" />
            <Item name="reason" rows={3} placeholder="至少5个字" />
          </>
        ),
      }}
    />
  );
}
