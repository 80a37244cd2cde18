/** The acts upon a withdrawal: passed and rejected by others, taken back by its maker. */
import { Moves } from "#kit/act/moves.tsx";
import { FileRecordProvider } from "#kit/file/file-links.tsx";
import { Fields } from "#kit/form/fields.tsx";
import { FormDialog } from "#kit/form/form-dialog.tsx";
import { Item } from "#kit/page/item.tsx";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { withdrawal, withdrawalApi } from "@visadesk/contract/finance/withdrawal.ts";
import { withdrawalFlow } from "@visadesk/contract/finance/withdrawal.flow.ts";

export type Withdrawal = Output<typeof withdrawalApi.withdrawal_get>;

const INPUTS = {
  reject: (
    <>
      <Item name="reason_code" />
      <Item name="reason" rows={3} placeholder="写明原因，至少5个字，提交人会看到" />
    </>
  ),
};
const onlyOf = (w: Withdrawal): string[] => {
  if (w.is_mine) return ["withdraw"];
  return w.is_decided_by_me ? ["reject"] : ["approve", "recheck", "reject"];
};

const SEEN = ["amount", "fee", "net", "payee_name", "payee_account", "payee_bank", "reason", "files"] as const;
interface VerdictProps {
  withdrawal: Withdrawal;
  move: "approve" | "recheck";
  onDone: () => void;
  onClose: () => void;
}
/** Nobody passes it without having seen to whom it goes, why, and the letter. */
function Verdict({ withdrawal: w, move, onDone, onClose }: VerdictProps) {
  const { label } = withdrawalFlow.moves[move];
  return (
    <FormDialog
      endpoint={withdrawalApi[`withdrawal_${move}`]}
      title={`${label} ${w.withdrawal_no}`}
      okText={label}
      width={640}
      initial={{ id: w.id, version: w.version }}
      onDone={onDone}
      onClose={onClose}
    >
      <div className="vd-whole-row">
        <FileRecordProvider value={{ noun: "withdrawal", noun_id: w.id }}>
          <Fields of={withdrawal} value={w} columns={2} names={[{ label: "同行", value: w.peer_name }, ...SEEN]} />
        </FileRecordProvider>
      </div>
    </FormDialog>
  );
}

export function WithdrawalMoves({ withdrawal: w, head, onLook }: { withdrawal: Withdrawal; head?: true; onLook?: () => void }) {
  const verdict = (move: VerdictProps["move"]) => (close: () => void, done: () => void) => (
    <Verdict withdrawal={w} move={move} onDone={done} onClose={close} />
  );
  return (
    <Moves
      flow={withdrawalFlow}
      row={{ id: w.id, version: w.version }}
      state={w.withdrawal_status}
      endpoints={withdrawalApi}
      variant={head ? "head" : "row"}
      inputs={INPUTS}
      dialogs={{ approve: verdict("approve"), recheck: verdict("recheck") }}
      only={onlyOf(w)}
      {...(onLook && { lead: { label: "查看", onClick: onLook } })}
    />
  );
}
