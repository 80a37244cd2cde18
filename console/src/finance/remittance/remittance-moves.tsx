/** The acts upon a remittance: looked at and booked by others, taken back by its maker, reversed by somebody else than who booked it. */
import type { ReactElement } from "react";
import { Moves } from "#kit/act/moves.tsx";
import { part } from "#kit/app/part.tsx";
import { useCan } from "#kit/app/session.ts";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { Item } from "#kit/page/item.tsx";
import { remittanceApi } from "@visadesk/contract/finance/remittance.ts";
import { remittanceFlow } from "@visadesk/contract/finance/remittance.flow.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { RemittanceEditProps } from "./remittance-form.tsx";
import type { Remittance } from "./remittance-words.tsx";

const RemittanceEdit = part<RemittanceEditProps>(() => import("./remittance-form.tsx").then((m) => m.RemittanceEdit));
const WHY = <Item name="reason" rows={3} placeholder="写明原因，至少5个字" />;
const INPUTS = {
  reject: (
    <>
      <Item name="reason_code" />
      {WHY}
    </>
  ),
  reverse: WHY,
};
const onlyOf = (r: Remittance, inDrawer: boolean): string[] => {
  const back = r.is_decided_by_me ? [] : ["reverse"];
  if (r.is_mine) return ["withdraw", ...back];
  const looks = inDrawer || r.is_decided_by_me ? [] : ["approve", "recheck"];
  return [...looks, "reject", ...back];
};

interface MovesProps {
  remittance: Remittance;
  /** Buttons of its drawer, where it is booked beside its lines. */
  head?: true;
  onLook?: () => void;
  /** Opens it for review: nobody books without having seen the voucher beside the bank's lines. */
  review?: (close: () => void) => ReactElement;
}
export function RemittanceMoves({ remittance: r, head, onLook, review }: MovesProps) {
  const [dialog, open] = useDialog();
  const mayEdit = useCan(may.corporate_remittance) && (r.remittance_status === "pending" || r.remittance_status === "rejected");
  return (
    <>
      <Moves
        flow={remittanceFlow}
        row={{ id: r.id, version: r.version }}
        state={r.remittance_status}
        endpoints={remittanceApi}
        variant={head ? "head" : "row"}
        inputs={INPUTS}
        {...(onLook && { lead: { label: "查看", onClick: onLook } })}
        {...(review && { dialogs: { approve: review, recheck: review } })}
        only={onlyOf(r, head === true)}
        more={
          mayEdit ? [{ key: "edit", label: "修改", onClick: () => open((close) => <RemittanceEdit remittance={r} onClose={close} />) }] : []
        }
      />
      {dialog}
    </>
  );
}
