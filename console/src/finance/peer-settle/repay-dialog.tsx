/** 登记还款: money that came in from outside, or out of the peer's own principal. */
import { Segmented } from "antd";
import { useState, type ReactNode } from "react";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { toast } from "#kit/app/feedback.ts";
import { useCan } from "#kit/app/session.ts";
import { FormDialog } from "#kit/form/form-dialog.tsx";
import { Item } from "#kit/page/item.tsx";
import { peerSettleApi } from "@visadesk/contract/finance/peer/peer-settle.ts";
import { money } from "@visadesk/contract/kit/format.ts";
import { peerTopUpApi } from "@visadesk/contract/peer/peer/peer-money.ts";
import { may } from "@visadesk/contract/permissions.ts";

interface Props {
  peer: { id: number; name: string };
  /** What is asked for, filled in beforehand. */
  amount: number;
  onClose: () => void;
}
type Way = "outside" | "principal";

function Outside({ peer, amount, onClose, ways }: Props & { ways: ReactNode }) {
  const afterWrite = useAfterWrite();
  const [now] = useState(() => new Date().toISOString());
  return (
    <FormDialog
      endpoint={peerTopUpApi.peer_top_up_add}
      title={`登记还款：${peer.name}`}
      okText="登记入账"
      width={640}
      intro="登记后立即入账，按还款日先后分配到账单；超出欠款的部分转为余额本金。"
      initial={{ peer_id: peer.id, purpose: "repay", amount, method: "bank", note: "", proof_files: [], paid_at: now }}
      onDone={() => {
        toast.success("还款已入账");
        afterWrite();
      }}
      onClose={onClose}
    >
      {ways}
      <Item name="amount" half />
      <Item name="method" half />
      <Item name="trade_no" half />
      <Item name="paid_at" half />
      <Item name="proof_files" />
      <Item name="note" rows={2} />
    </FormDialog>
  );
}

function Principal({ peer, amount, onClose, ways }: Props & { ways: ReactNode }) {
  const afterWrite = useAfterWrite();
  return (
    <FormDialog
      endpoint={peerSettleApi.peer_repay}
      title={`登记还款：${peer.name}`}
      okText="还款"
      intro="从同行本金余额扣减，按还款日先后分配到账单。"
      initial={{ peer_id: peer.id, amount }}
      onDone={({ amount: paid, owed }) => {
        toast.success(`已还 ${money(paid)}，剩余欠款 ${money(owed)}`);
        afterWrite();
      }}
      onClose={onClose}
    >
      {ways}
      <Item name="amount" />
      <Item name="note" rows={2} />
    </FormDialog>
  );
}

export function RepayDialog(props: Props) {
  const mayRegister = useCan(may.corporate_remittance);
  const [way, setWay] = useState<Way>(mayRegister ? "outside" : "principal");
  const ways = mayRegister && (
    <Segmented<Way>
      value={way}
      onChange={setWay}
      options={[
        { value: "outside", label: "到账还款" },
        { value: "principal", label: "本金还款" },
      ]}
    />
  );
  return way === "outside" ? <Outside {...props} ways={ways} /> : <Principal {...props} ways={ways} />;
}
