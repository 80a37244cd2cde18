/** 子账号 of a peer: its own people's logins. */
import { Button } from "antd";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { FormDialog, useDialog } from "#kit/form/form-dialog.tsx";
import { Money, TimeText } from "#kit/form/format-cells.tsx";
import { Section, TwoLines } from "#kit/page/blocks.tsx";
import { StateTag } from "#kit/page/flow-tag.tsx";
import { Item } from "#kit/page/item.tsx";
import { Reads } from "#kit/page/reads.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { Rows } from "#kit/table/rows.tsx";
import { peerAccountApi } from "@visadesk/contract/peer/peer/peer-account.ts";
import { ACCOUNT_ROLES } from "@visadesk/contract/peer/peer/peer.words.ts";
import { AccountActs, AccountFields, told } from "./account-acts.tsx";
import { Mobile, type Open, type PeerDetail } from "./peer-words.tsx";

const ROWS = 100;

function AccountAdd({ peerId, openLink, onClose }: { peerId: number; openLink: Open; onClose: () => void }) {
  const afterWrite = useAfterWrite();
  return (
    <FormDialog
      endpoint={peerAccountApi.peer_account_add}
      title="新增子账号"
      okText="新增"
      initial={{ peer_id: peerId, role: "operator", order_limit: null, can_pay: false }}
      onDone={(link) => {
        afterWrite();
        told(openLink, link);
      }}
      onClose={onClose}
    >
      <Item name="account" placeholder="6-20位字母、数字或下划线" />
      <AccountFields />
    </FormDialog>
  );
}
export function PeerAccounts({ peer: p }: { peer: Pick<PeerDetail, "id" | "peer_status"> }) {
  const [dialog, open] = useDialog();
  const [link, openLink] = useDialog();
  const answer = useRecord(peerAccountApi.peer_account_query, { peer_id: [p.id], page_size: ROWS });
  return (
    <Section
      title="子账号"
      flush
      extra={
        p.peer_status === "active" && (
          <Button size="small" onClick={() => open((close) => <AccountAdd peerId={p.id} openLink={openLink} onClose={close} />)}>
            新增子账号
          </Button>
        )
      }
    >
      <Reads answer={answer} slim inset>
        {({ list }) => (
          <Rows
            label="子账号"
            of={peerAccountApi.peer_account_query.row}
            rows={list}
            none="还没有子账号"
            rowProps={(a) => ({ className: a.status === 1 ? "" : "vd-muted" })}
            columns={[
              { name: "account", cell: (a) => <TwoLines under={a.name}>{a.account}</TwoLines> },
              { name: "mobile", cell: (a) => <Mobile of="peer_account" id={a.id} value={a.mobile} /> },
              { name: "role", cell: (a) => ACCOUNT_ROLES[a.role] },
              { name: "order_limit", end: true, cell: (a) => (a.order_limit === null ? "不限" : <Money cents={a.order_limit} />) },
              { name: "can_pay", cell: (a) => (a.role === "owner" || a.can_pay ? "可以" : "不可以") },
              { name: "last_login_at", cell: (a) => <TimeText at={a.last_login_at} /> },
              {
                name: "status",
                cell: (a) => <StateTag tone={a.status === 1 ? "green" : "grey"}>{a.status === 1 ? "启用" : "停用"}</StateTag>,
              },
              "reset_delivery",
              { title: "操作", unseen: true, cell: (a) => <AccountActs account={a} open={open} openLink={openLink} /> },
            ]}
          />
        )}
      </Reads>
      {dialog}
      {link}
    </Section>
  );
}
