/** The acts upon a withdrawal: passed and rejected by others, taken back by its maker. */
import { Moves } from "#kit/act/moves.tsx";
import { Item } from "#kit/page/item.tsx";
import { money } from "@visadesk/contract/kit/format.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { withdrawalApi } from "@visadesk/contract/finance/withdrawal.ts";
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

export function WithdrawalMoves({ withdrawal: w, head, onLook }: { withdrawal: Withdrawal; head?: true; onLook?: () => void }) {
  const question = () => ({
    title: `通过 ${w.withdrawal_no}？`,
    content: `${w.peer_name}：${money(w.amount)}，到账 ${money(w.net)}，付至 ${w.payee_bank} ${w.payee_account}。`,
  });
  return (
    <Moves
      flow={withdrawalFlow}
      row={{ id: w.id, version: w.version }}
      state={w.withdrawal_status}
      endpoints={withdrawalApi}
      variant={head ? "head" : "row"}
      inputs={INPUTS}
      asks={{ approve: question, recheck: question }}
      only={onlyOf(w)}
      {...(onLook && { lead: { label: "查看", onClick: onLook } })}
    />
  );
}
