/** 同行账号: any login of a peer, found when it calls; by account, name, mobile whole or its last four, and by its peer. */
import { Empty } from "antd";
import { HrefLink } from "#kit/app/href-link.tsx";
import { useCan } from "#kit/app/session.ts";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { Money, TimeText } from "#kit/form/format-cells.tsx";
import { ListEmpty, ListScreen, ListTabs, type Column } from "#kit/list/list-screen.tsx";
import { TwoLines } from "#kit/page/blocks.tsx";
import { StateTag } from "#kit/page/flow-tag.tsx";
import { may } from "@visadesk/contract/permissions.ts";
import { peerAccountApi } from "@visadesk/contract/peer/peer/peer-account.ts";
import { ACCOUNT_ROLES } from "@visadesk/contract/peer/peer/peer.words.ts";
import { AccountActs, type Account } from "../peer/account-acts.tsx";
import { Mobile, peerHref } from "../peer/peer-words.tsx";
import { MANAGER_TABS } from "./manager-tabs.ts";

/** The peer's page is for who sees peers. */
function PeerName({ account: a }: { account: Account }) {
  const name = useCan(may.peer) ? <HrefLink href={peerHref({ id: a.peer_id }, "accounts")}>{a.peer_name}</HrefLink> : a.peer_name;
  return <TwoLines under={a.peer_no}>{name}</TwoLines>;
}

const COLUMNS: readonly Column<Account>[] = [
  { name: "account", width: 152, render: (a) => <span className="vd-num">{a.account}</span> },
  { name: "name", width: 96, render: (a) => a.name },
  { name: "mobile", width: 156, render: (a) => <Mobile of="peer_account" id={a.id} value={a.mobile} /> },
  { name: "peer_name", width: 160, exports: ["peer_no", "peer_name"], render: (a) => <PeerName account={a} /> },
  { name: "role", width: 84, render: (a) => ACCOUNT_ROLES[a.role] },
  { name: "order_limit", width: 116, align: "end", render: (a) => (a.order_limit === null ? "不限" : <Money cents={a.order_limit} />) },
  { name: "can_pay", width: 76, render: (a) => (a.role === "owner" || a.can_pay ? "可以" : "不可以") },
  {
    name: "last_login_at",
    sort: "last_login_at",
    width: 128,
    render: (a) => (a.last_login_at === null ? <span className="vd-muted">从未登录</span> : <TimeText at={a.last_login_at} />),
  },
  {
    name: "status",
    width: 84,
    render: (a) => <StateTag tone={a.status === 1 ? "green" : "grey"}>{a.status === 1 ? "启用" : "停用"}</StateTag>,
  },
];

export function AccountList() {
  const [dialog, open] = useDialog();
  const [link, openLink] = useDialog();
  return (
    <>
      <ListScreen
        endpoint={peerAccountApi.peer_account_query}
        title="负责人管理"
        keyword={{ name: "keyword", placeholder: "账号、姓名、手机、同行", hint: "手机输入全号或后四位" }}
        filters={["role", "status", "inactive_days"]}
        more={["peer_id"]}
        columns={COLUMNS}
        row={(a) => <AccountActs account={a} open={open} openLink={openLink} />}
      >
        <ListTabs tabs={MANAGER_TABS} />
        <ListEmpty>
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有同行账号；入驻申请通过时生成主账号" />
        </ListEmpty>
      </ListScreen>
      {dialog}
      {link}
    </>
  );
}
