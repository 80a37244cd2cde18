/** 资金账户: where the company's money lies, entered by one person and confirmed by another. */
import { Button, Empty } from "antd";
import { MoreOutlined } from "@ant-design/icons";
import { ActMenu } from "#kit/act/act-menu.tsx";
import { Moves } from "#kit/act/moves.tsx";
import { part } from "#kit/app/part.tsx";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { ListActs, ListEmpty, ListScreen, ListTabs } from "#kit/list/list-screen.tsx";
import { useLogActs } from "#kit/page/log-button.tsx";
import { companyAccountFlow } from "@visadesk/contract/finance/company-account.flow.ts";
import { companyAccountApi } from "@visadesk/contract/finance/company-account.ts";
import { ACCOUNT_COLUMNS } from "./account-columns.tsx";
import type { CompanyAccount } from "./account-form.tsx";
import { BANK_TABS, useBankCounts } from "./bank-tabs.ts";

interface Closes {
  onClose: () => void;
}
const AccountAdd = part<Closes>(() => import("./account-form.tsx").then((m) => m.AccountAdd));
const AccountEdit = part<Closes & { account: CompanyAccount }>(() => import("./account-form.tsx").then((m) => m.AccountEdit));

export function AccountList() {
  const [dialog, open] = useDialog();
  const logActs = useLogActs();
  const edit = (a: CompanyAccount): void => open((close) => <AccountEdit account={a} onClose={close} />);
  return (
    <>
      <ListScreen
        endpoint={companyAccountApi.company_account_query}
        title="对公汇款审核"
        columns={ACCOUNT_COLUMNS}
        keyword={{ name: "keyword", placeholder: "名称" }}
        filters={["kinds", "account_statuses"]}
        row={(a) => (
          <span className="vd-moves is-row">
            <Button type="link" size="small" onClick={() => edit(a)}>
              编辑
            </Button>
            <Moves flow={companyAccountFlow} row={a} state={a.account_status} endpoints={companyAccountApi} />
            <ActMenu items={logActs("company_account", a.id)}>
              <Button type="text" size="small" icon={<MoreOutlined aria-hidden />} aria-label={`${a.name}的更多操作`} />
            </ActMenu>
          </span>
        )}
      >
        <ListTabs tabs={BANK_TABS} useCounts={useBankCounts} />
        <ListActs>
          <Button type="primary" onClick={() => open((close) => <AccountAdd onClose={close} />)}>
            新增资金账户
          </Button>
        </ListActs>
        <ListEmpty>
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有符合条件的资金账户" />
        </ListEmpty>
      </ListScreen>
      {dialog}
    </>
  );
}
