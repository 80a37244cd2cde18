/** The legal moves of a person with the dialogs that need more than the endpoint's plain fields. */
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { applicantApi } from "@visadesk/contract/order/applicant.ts";
import { refuseClaimApi } from "@visadesk/contract/order/claim/refuse-claim.ts";
import { visitApi } from "@visadesk/contract/order/applicant-material.ts";
import { applicantFlow } from "@visadesk/contract/order/order.flow.ts";
import type { ReactNode } from "react";
import { Item } from "#kit/page/item.tsx";
import type { MoveJudged } from "#kit/act/moves.tsx";
import { OriginalCounts, RejectItems, RollbackTarget } from "./applicant-move-inputs.tsx";
import type { Applicant, Material } from "./applicant-model.ts";

/** Claims are judged on their own screen. */
export const applicantEndpoints = {
  ...applicantApi,
  ...visitApi,
  refuse_claim_submit: refuseClaimApi.refuse_claim_submit,
  refuse_claim_appeal: refuseClaimApi.refuse_claim_appeal,
};

const today = (): string => shanghaiDate(new Date());
export const daysFromNow = (days: number): string => shanghaiDate(new Date(Date.now() + days * 86_400_000));
const originals = (a: Applicant): Material[] => a.materials.filter((m) => m.kind === 2 && m.material_status !== "waived");

/** First values of a move's dialog. */
export function moveStart(a: Applicant, move: string): Readonly<Record<string, unknown>> {
  switch (move) {
    case "originals_pass":
      return {
        counts: originals(a).map((m) => ({ material_id: m.id, count: m.received_count || Math.max(1, m.copies) })),
        slot: originals(a).find((m) => m.slot)?.slot ?? "",
      };
    case "submit":
    case "visit_attend":
      return { submit_date: today(), application_no: a.application_no };
    case "train_done":
      return { trained_on: today() };
    case "embassy_supplement":
      return { due_date: daysFromNow(7) };
    case "visit_accept":
      return { appointment_no: a.visits[0]?.appointment_no ?? undefined, letter: a.visits[0]?.letter ?? undefined };
    case "claim_submit":
    case "claim_appeal":
      return { proof_files: [] };
    case "rollback":
      return { notify: false };
    default:
      return {};
  }
}

/** What is rejected already and will be told to the customer. */
function RejectedSoFar({ a }: { a: Applicant }): ReactNode {
  const rejected = a.materials.filter((m) => m.material_status === "rejected");
  if (rejected.length === 0) return <p className="vd-muted">还没有不合格的资料，请在下面勾选并选择原因。</p>;
  return (
    <ul className="vd-note vd-near vd-tone-red vd-whole-row vd-after-12">
      {rejected.map((m) => (
        <li key={m.id}>
          <b>{m.name}</b>
          {m.reject_reason}
          {m.reject_text && `：${m.reject_text}`}
        </li>
      ))}
    </ul>
  );
}

/** Fields of the dialogs that are not simply all of the endpoint's. */
export const moveInputs = (a: Applicant): Readonly<Record<string, ReactNode>> => ({
  review_reject: (
    <>
      <RejectedSoFar a={a} />
      <Item name="items" label="一并退回">
        <RejectItems materials={a.materials.filter((m) => m.material_status === "submitted" || m.material_status === "passed")} />
      </Item>
      <Item name="reason" rows={2} />
    </>
  ),
  originals_pass: (
    <>
      <Item name="counts" label="实收份数">
        <OriginalCounts materials={originals(a)} />
      </Item>
      <Item name="slot" />
    </>
  ),
  originals_reject: (
    <>
      <Item name="items" label="不合格的原件">
        <RejectItems materials={originals(a)} />
      </Item>
      <Item name="reason" rows={2} />
    </>
  ),
  embassy_supplement: (
    <>
      <Item name="items" label="需要补的资料">
        <RejectItems materials={a.materials.filter((m) => m.owner !== "ours")} />
      </Item>
      <Item name="due_date" />
    </>
  ),
  visit_book: (
    <>
      <Item name="visit_at" half />
      <Item name="embassy_id" half />
      <Item name="appointment_no" half />
      <Item name="letter" half />
      <Item name="customer_agreed" help="时间不在客户意向内时须客户同意" />
      <Item name="reason" rows={2} help="客户同意的方式和时间" />
    </>
  ),
  submit: (
    <>
      <Item name="submit_date" half />
      <Item name="application_no" half {...(a.needs.application_no && { help: "使领馆有受理号的须填写" })} />
      {originals(a).some((m) => m.holder === "us") && <Item name="with_originals" help="不勾选则原件仍在我方，由交接单寄出" />}
    </>
  ),
  issue: (
    <>
      <Item name="visa_no" half />
      <Item name="visa_issue_date" half />
      <Item name="visa_effective_date" half />
      <Item name="visa_expiry_date" half />
      <Item name="stay_days" half />
      <Item name="entry_count" half />
      <Item name="result_files" {...(a.needs.evisa && { help: "电子签请上传 PDF 签证文件" })} />
    </>
  ),
  refuse: (
    <>
      <Item name="refusal_category" />
      <Item name="refusal_files" />
      <Item name="refusal_text" rows={2} />
      <Item name="liability" />
    </>
  ),
  claim_submit: <Item name="proof_files" help="拒签信或护照上的拒签页，每份一个文件" />,
  claim_appeal: (
    <>
      <Item name="reason" rows={3} placeholder="至少5个字" />
      <Item name="proof_files" help="补充的证明；已提交的仍然保留" />
    </>
  ),
  rollback: (
    <>
      <Item name="to">
        <RollbackTarget applicant={a} />
      </Item>
      <Item name="reason_code" />
      <Item name="reason" rows={2} />
      <Item name="notify" />
    </>
  ),
});

/** Counts given in the dialog may turn this refusal round, so the dialog stays open to it. */
const GIVEN_LATER: readonly string[] = ["originals_pass"];

/** The server's judgement, except where the dialog itself brings what is missing. */
export const judgedMoves = (a: Applicant): MoveJudged[] =>
  a.moves.filter((m) => !(GIVEN_LATER.includes(m.move) && !m.ok && m.missing?.startsWith("缺：")));

export const MANAGEMENT_MOVES: readonly string[] = ["rollback"];
export const PROCESSING_MOVES: readonly string[] = Object.keys(applicantFlow.moves).filter((m) => !MANAGEMENT_MOVES.includes(m));

/** The first refusal among the moves that lead on, for the line beside the buttons. */
export const firstMissing = (a: Applicant): string | null => judgedMoves(a).find((m) => !m.ok && m.move === a.next_move)?.missing ?? null;
