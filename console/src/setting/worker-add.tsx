import { Checkbox } from "antd";
import { useRef, useState } from "react";
import { toast } from "#kit/feedback.ts";
import { useDialog } from "#kit/form-dialog.tsx";
import { FormScreen } from "#kit/form-screen.tsx";
import { FormSection, Item } from "#kit/item.tsx";
import { to } from "#kit/screens.ts";
import { useCan } from "#kit/session.ts";
import { useGo } from "#kit/use-url.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { workerApi } from "@visadesk/contract/setting/worker.ts";
import { ExpertOf } from "./expert-config.tsx";
import { OncePasswd } from "./once-passwd.tsx";
import "./expert.css";
import { PasswdChoice } from "./passwd-choice.tsx";
import { RoleCard, RoleReason } from "./role-card.tsx";

export default function WorkerAdd() {
  const go = useGo();
  const [dialog, open] = useDialog();
  const account = useRef("");
  const maySetExpert = useCan(may.expert);
  const [asExpert, setAsExpert] = useState(false);
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
        onDone={({ id, once_passwd, waits }) => {
          if (waits) toast.info("员工已新增，角色待另一位角色管理员复核，复核前只能看首页");
          else toast.success("员工已新增");
          // Without his role he may not process orders yet.
          const next = (): void =>
            asExpert && !waits ? open(() => <ExpertOf worker_id={id} nickname={account.current} onClose={leave} />) : leave();
          if (once_passwd === null) return next();
          return open(() => <OncePasswd account={account.current} passwd={once_passwd} onClose={next} />);
        }}
      >
        <div className="vd-worker-layout">
          <div>
            <FormSection title="基本信息">
              <Item name="account" half placeholder="6-20位字母、数字或下划线" help="保存后不能修改，不分大小写" />
              <Item name="nickname" half />
              <Item name="mobile" half help="写在他的申请人的赴馆通知里" />
              <Item name="email" half />
            </FormSection>
            <FormSection title="权限与密码">
              <Item name="role_id" half />
              <Item name="team_id" half />
              <RoleReason />
              <Item name="passwd">
                <PasswdChoice />
              </Item>
            </FormSection>
            {maySetExpert && (
              <FormSection title="签证专家">
                <div className="vd-as-expert">
                  <Checkbox checked={asExpert} onChange={(e) => setAsExpert(e.target.checked)}>
                    设为签证专家
                  </Checkbox>
                  <span className="vd-muted">新增后接着填写对客称呼、国家、在办上限与权重；须有订单处理权限</span>
                </div>
              </FormSection>
            )}
          </div>
          <RoleCard />
        </div>
      </FormScreen>
      {dialog}
    </>
  );
}
