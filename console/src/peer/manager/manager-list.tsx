/** 负责人管理: our BD and customer service, what they look after and what came of it; behind the second tab, any login of a peer. */
import { Button, Empty } from "antd";
import { part } from "#kit/app/part.tsx";
import { useCan } from "#kit/app/session.ts";
import { useGo, useSearchText } from "#kit/filter/use-url.ts";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { ListEmpty, ListScreen, ListTabs } from "#kit/list/list-screen.tsx";
import { ActMenu } from "#kit/act/act-menu.tsx";
import { MoreOutlined } from "@ant-design/icons";
import "#shared/province-picker.ts";
import { peerManagerApi } from "@visadesk/contract/peer/peer/peer-manager.ts";
import { OWNER_ROLES } from "@visadesk/contract/peer/peer/peer.words.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { TransferWizardProps } from "../transfer/transfer-wizard.tsx";
import { COLUMNS } from "./manager-columns.tsx";
import { ACCOUNTS, MANAGER_TABS } from "./manager-tabs.ts";
import { managerEdit, managerHref, type Manager } from "./manager-words.tsx";

const AccountList = part<object>(() => import("./account-list.tsx").then((m) => m.AccountList));
const TransferWizard = part<TransferWizardProps>(() => import("../transfer/transfer-wizard.tsx").then((m) => m.TransferWizard));

function Managers() {
  const go = useGo();
  const [dialog, open] = useDialog();
  const mayTransfer = useCan(may.peer_transfer);
  const acts = (m: Manager) => [
    { key: "edit", label: "编辑", onClick: () => go(managerEdit(m.worker_id)) },
    ...(mayTransfer
      ? m.roles.map((role) => ({
          key: role,
          label: `转移${OWNER_ROLES[role]}名下同行`,
          onClick: () => open((close) => <TransferWizard start={{ role, from_worker_id: m.worker_id }} onClose={close} />),
        }))
      : []),
  ];
  return (
    <>
      <ListScreen
        endpoint={peerManagerApi.peer_manager_query}
        title="负责人管理"
        columns={COLUMNS}
        keyword={{ name: "keyword", placeholder: "姓名" }}
        filters={["role", "team_id", "province_code", "is_on_leave", "is_over_max"]}
        row={(m) => (
          <span className="vd-moves is-row">
            <Button type="link" size="small" onClick={() => go(managerHref(m.worker_id))}>
              查看
            </Button>
            <ActMenu items={acts(m)}>
              <Button type="text" size="small" icon={<MoreOutlined aria-hidden />} aria-label={`${m.worker_name}的更多操作`} />
            </ActMenu>
          </span>
        )}
      >
        <ListTabs tabs={MANAGER_TABS} />
        <ListEmpty>
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有负责人；成为同行或区域的负责人后出现在这里" />
        </ListEmpty>
      </ListScreen>
      {dialog}
    </>
  );
}

export default function ManagerList() {
  const [search] = useSearchText();
  return new URLSearchParams(search).get("tab") === ACCOUNTS ? <AccountList /> : <Managers />;
}
