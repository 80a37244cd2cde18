/** The acts upon one policy: registered, failed, tried again, changed, given up, claimed upon. */
import { useAfterWrite } from "#kit/act/after-write.ts";
import { Moves } from "#kit/act/moves.tsx";
import { FormDialog, useDialog } from "#kit/form/form-dialog.tsx";
import { Item } from "#kit/page/item.tsx";
import { Reads } from "#kit/page/reads.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { money } from "@visadesk/contract/kit/format.ts";
import { policyApi as api } from "@visadesk/contract/finance/insurance/policy.ts";
import { policyFlow } from "@visadesk/contract/finance/insurance/policy.flow.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { PolicyRow } from "./policy-columns.tsx";

const CoverItems = () => (
  <>
    <Item name="policy_no" />
    <Item name="start_on" half />
    <Item name="end_on" half />
    <Item name="file" help="保司出具的PDF保单" />
  </>
);
const INPUTS = {
  issued: (
    <>
      <CoverItems />
      <Item name="cost" help="与计划成本不同时填写" />
    </>
  ),
  failed: <Item name="reason" rows={3} placeholder="写明出单失败原因，至少5个字" />,
  surrender: <Item name="reason" rows={3} placeholder="写明退保原因，至少5个字" />,
};

interface OfPolicy {
  policy: PolicyRow;
  onClose: () => void;
}
function ChangeForm({ policy: p, onClose }: OfPolicy) {
  const afterWrite = useAfterWrite();
  const answer = useRecord(api.policy_get, { id: p.id });
  return (
    <Reads answer={answer}>
      {(full) => (
        <FormDialog
          endpoint={api.policy_change}
          title={`批改：${p.policy_no ?? p.apply_no}`}
          intro="保障生效前可批改，前后两版都会保留。"
          initial={{
            id: full.id,
            version: full.version,
            policy_no: full.policy_no ?? "",
            ...(full.start_on !== null && { start_on: full.start_on }),
            ...(full.end_on !== null && { end_on: full.end_on }),
            ...(full.file !== null && { file: full.file }),
          }}
          onDone={afterWrite}
          onClose={onClose}
        >
          <CoverItems />
          <Item name="reason" rows={3} placeholder="写明批改原因，至少5个字" />
        </FormDialog>
      )}
    </Reads>
  );
}
function ClaimForm({ policy: p, onClose }: OfPolicy) {
  const afterWrite = useAfterWrite();
  return (
    <FormDialog
      endpoint={api.policy_claim_add}
      title={`理赔登记：${p.policy_no ?? p.apply_no}`}
      intro={`保障期 ${p.start_on ?? ""} 至 ${p.end_on ?? ""}，已登记 ${p.claim_count} 次，已赔付 ${money(p.claim_paid)}。赔款由保司付给被保人，这里只作登记。`}
      initial={{ id: p.id, version: p.version, note: "" }}
      onDone={afterWrite}
      onClose={onClose}
    >
      <Item name="on" half />
      <Item name="claimed" half />
      <Item name="paid" half />
      <Item name="note" rows={2} />
    </FormDialog>
  );
}

const BEGUN = "保障已生效，不可操作";
const judged = (p: PolicyRow) => [{ move: "surrender", ok: !p.is_begun, missing: p.is_begun ? BEGUN : null }];

export function PolicyMoves({ policy: p, onLook }: { policy: PolicyRow; onLook: () => void }) {
  const [dialog, open] = useDialog();
  const isWritten = p.policy_status === "issued";
  const act = (key: string, label: string, form: (close: () => void) => React.ReactElement) => ({
    key,
    label,
    may: may.insurance,
    onClick: () => open(form),
  });
  const change = act("change", "批改", (close) => <ChangeForm policy={p} onClose={close} />);
  const claim = act("claim", "理赔登记", (close) => <ClaimForm policy={p} onClose={close} />);
  const look = { key: "look", label: "查看", onClick: onLook };
  const more = [...(isWritten && !p.is_begun ? [change] : []), ...(isWritten || p.policy_status === "ended" ? [claim] : []), look];
  return (
    <>
      <Moves
        flow={policyFlow}
        row={{ id: p.id, version: p.version, moves: judged(p) }}
        state={p.policy_status}
        endpoints={api}
        variant="row"
        inputs={INPUTS}
        initial={(move) =>
          move === "issued" ? { ...(p.start_on !== null && { start_on: p.start_on }), ...(p.end_on !== null && { end_on: p.end_on }) } : {}
        }
        more={more}
        {...(isWritten && { lead: p.is_begun ? claim : look })}
      />
      {dialog}
    </>
  );
}
