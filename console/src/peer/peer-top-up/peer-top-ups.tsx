/** 充值登记 of a peer: money that staff saw come in, for who may register remittances; a part of its page. */
import { Button } from "antd";
import { useState } from "react";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { toast } from "#kit/app/feedback.ts";
import { session, useCan } from "#kit/app/session.ts";
import { useGo } from "#kit/filter/use-url.ts";
import { FileLinks, FileRecordProvider } from "#kit/file/file-links.tsx";
import { FormDialog, useDialog } from "#kit/form/form-dialog.tsx";
import { Section, TwoLines } from "#kit/page/blocks.tsx";
import { Item } from "#kit/page/item.tsx";
import { Reads } from "#kit/page/reads.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { hrefOf } from "#kit/screens.ts";
import { Rows } from "#kit/table/rows.tsx";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { peerTopUpApi } from "@visadesk/contract/peer/peer/peer-money.ts";
import { TOP_UP_METHODS } from "@visadesk/contract/peer/peer/peer.words.ts";
import { may } from "@visadesk/contract/permissions.ts";

type TopUp = Output<typeof peerTopUpApi.peer_top_up_query>["list"][number];
interface Of {
  peer: { id: number; short_name: string };
}
/** Of the newest; the whole list is exported. */
const SHOWN = 50;

export function TopUpForm({ peer, onClose }: Of & { onClose: () => void }) {
  const afterWrite = useAfterWrite();
  const [now] = useState(() => new Date().toISOString());
  return (
    <FormDialog
      endpoint={peerTopUpApi.peer_top_up_add}
      title={`登记充值 ${peer.short_name}`}
      okText="登记入账"
      width={640}
      intro="对公转账请登记汇款，由他人审核入账。这里登记微信、支付宝和渠道的到账，登记后立即入账，不能修改；还款超出未还授信的部分转为余额本金。"
      initial={{ peer_id: peer.id, purpose: "top_up", method: "wechat", note: "", proof_files: [], paid_at: now }}
      onDone={() => {
        toast.success("已入账");
        afterWrite();
      }}
      onClose={onClose}
    >
      <Item name="purpose" half />
      <Item name="amount" half />
      <Item name="method" half />
      <Item name="trade_no" half />
      <Item name="paid_at" half />
      <Item name="proof_files" />
      <Item name="note" rows={2} />
    </FormDialog>
  );
}

const Proof = ({ topUp: t }: { topUp: TopUp }) => (
  <FileRecordProvider value={{ noun: "peer_top_up", noun_id: t.id }}>
    <FileLinks keys={t.proof_files} />
  </FileRecordProvider>
);

export const PeerTopUps = ({ peer }: Of) => (useCan(may.corporate_remittance) ? <TopUps peer={peer} /> : null);

function TopUps({ peer }: Of) {
  const [dialog, open] = useDialog();
  const answer = useRecord(peerTopUpApi.peer_top_up_query, { peer_id: [peer.id], page_size: SHOWN });
  const { data } = answer;
  // Money of a bank is a remittance, registered among them.
  const go = useGo();
  const remit = hrefOf(
    "corporate-remittance-list",
    {},
    session.use((s) => s.codes),
    { add_peer: peer.id },
  );
  const more = (data?.total ?? 0) - (data?.list.length ?? 0);
  return (
    <Section
      title="充值与还款"
      flush
      extra={
        <>
          {more > 0 && <span className="vd-muted">只列最近 {SHOWN} 笔</span>}
          {remit && (
            <Button size="small" onClick={() => go(remit)}>
              登记汇款
            </Button>
          )}
          <Button size="small" onClick={() => open((close) => <TopUpForm peer={peer} onClose={close} />)}>
            登记充值
          </Button>
        </>
      }
    >
      <Reads answer={answer} slim inset>
        {({ list }) => (
          <Rows
            label="充值与还款"
            of={peerTopUpApi.peer_top_up_query.row}
            rows={list}
            none="还没有充值"
            columns={[
              "paid_at",
              "purpose",
              "amount",
              { name: "method", cell: (t) => <TwoLines under={t.trade_no}>{TOP_UP_METHODS[t.method]}</TwoLines> },
              { name: "proof_files", cell: (t) => <Proof topUp={t} /> },
              "note",
              "created_by_name",
              "created_at",
            ]}
          />
        )}
      </Reads>
      {dialog}
    </Section>
  );
}
