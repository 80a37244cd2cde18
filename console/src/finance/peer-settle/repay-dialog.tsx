/** 登记还款 out of a peer's own principal; money that came in from outside is a remittance. */
import { useAfterWrite } from "#kit/act/after-write.ts";
import { HrefLink } from "#kit/app/href-link.tsx";
import { toast } from "#kit/app/feedback.ts";
import { session } from "#kit/app/session.ts";
import { FormDialog } from "#kit/form/form-dialog.tsx";
import { Item } from "#kit/page/item.tsx";
import { hrefOf } from "#kit/screens.ts";
import { peerSettleApi } from "@visadesk/contract/finance/peer/peer-settle.ts";
import { money } from "@visadesk/contract/kit/format.ts";

interface Props {
  peer: { id: number; name: string };
  /** What is asked for, filled in beforehand. */
  amount: number;
  onClose: () => void;
}
export function RepayDialog({ peer, amount, onClose }: Props) {
  const afterWrite = useAfterWrite();
  const codes = session.use((s) => s.codes);
  const remit = hrefOf("corporate-remittance-list", {}, codes, { add_peer: peer.id, add_for: "repay" });
  return (
    <FormDialog
      endpoint={peerSettleApi.peer_repay}
      title={`登记还款：${peer.name}`}
      okText="还款"
      intro={
        <>
          从同行本金余额扣减，按还款日先后分配到账单。
          {remit && (
            <>
              对方已打款到银行的，请<HrefLink href={remit}>登记汇款</HrefLink>。
            </>
          )}
        </>
      }
      initial={{ peer_id: peer.id, amount }}
      onDone={({ amount: paid, owed }) => {
        toast.success(`已还 ${money(paid)}，剩余欠款 ${money(owed)}`);
        afterWrite();
      }}
      onClose={onClose}
    >
      <Item name="amount" />
      <Item name="note" rows={2} />
    </FormDialog>
  );
}
