import { useRef } from "react";
import { toast } from "#kit/feedback.ts";
import { useDialog } from "#kit/form-dialog.tsx";
import { FormScreen } from "#kit/form-screen.tsx";
import { FormSection, Item } from "#kit/item.tsx";
import { to } from "#kit/screens.ts";
import { useGo } from "#kit/use-url.ts";
import { workerApi } from "@visadesk/contract/setting/worker.ts";
import { OncePasswd } from "./once-passwd.tsx";
import { PasswdChoice } from "./passwd-choice.tsx";
import { RoleCard } from "./role-card.tsx";

export default function WorkerAdd() {
  const go = useGo();
  const [dialog, open] = useDialog();
  const account = useRef("");
  const leave = (): void => go(to("worker-list"));
  return (
    <>
      <FormScreen
        endpoint={workerApi.oss_account_add}
        title="新增员工"
        saveText="新增"
        onCancel={leave}
        review={(body) => {
          account.current = String(body["account"]);
          return Promise.resolve(true);
        }}
        onDone={({ once_passwd }) => {
          toast.success("员工已新增");
          if (once_passwd === null) return leave();
          return open(() => <OncePasswd account={account.current} passwd={once_passwd} onClose={leave} />);
        }}
      >
        <FormSection title="基本信息">
          <Item name="account" half placeholder="6-20位字母、数字或下划线" help="保存后不能修改，不分大小写" />
          <Item name="nickname" half />
          <Item name="mobile" half help="印在他的申请人的赴馆通知单上" />
          <Item name="email" half />
        </FormSection>
        <FormSection title="权限与密码">
          <Item name="role_id" half />
          <Item name="team_id" half />
          <RoleCard />
          <Item name="passwd">
            <PasswdChoice />
          </Item>
        </FormSection>
      </FormScreen>
      {dialog}
    </>
  );
}
