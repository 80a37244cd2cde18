/** 申请冲正 of a voucher and 申请调账 of a peer's account, from the rows that show them. */
import { Button } from "antd";
import { part } from "#kit/app/part.tsx";
import { useDialog } from "#kit/form/form-dialog.tsx";
import type { AdjustAccount } from "@visadesk/contract/finance/adjustment.words.ts";
import type { AdjustFormProps } from "./adjust-form.tsx";

const AdjustForm = part<AdjustFormProps>(() => import("./adjust-form.tsx").then((m) => m.AdjustForm));

/** What has an undo of its own is told so when its lines are shown. */
export function ReverseButton({ journal }: { journal: { id: number; no: string } }) {
  const [dialog, open] = useDialog();
  return (
    <>
      <Button
        type="link"
        size="small"
        onClick={() =>
          open((close) => (
            <AdjustForm
              title={`申请冲正：${journal.no}`}
              intro="通过后按相反方向记一张冲正凭证；来源单据自己能撤销的，请在来源单据上操作"
              preset={{ kind: "reversal", journal_id: journal.id }}
              onClose={close}
            />
          ))
        }
      >
        申请冲正
      </Button>
      {dialog}
    </>
  );
}
const ADJUSTED: readonly AdjustAccount[] = ["peer_principal", "peer_gift", "peer_credit"];
export interface PeerAdjustProps {
  peer: { id: number; name: string };
  account: string | null;
  onClose: () => void;
}
export function PeerAdjust({ peer, account, onClose }: PeerAdjustProps) {
  const named = ADJUSTED.find((a) => a === account);
  return (
    <AdjustForm
      title={`申请调账：${peer.name}`}
      preset={{ kind: "peer_adjust", peer_id: peer.id, ...(named && { account: named }) }}
      onClose={onClose}
    />
  );
}
