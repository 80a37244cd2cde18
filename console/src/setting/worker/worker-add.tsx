import { useRef, useState, type ReactElement } from "react";
import { confirm, toast } from "#kit/app/feedback.ts";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { FormScreen } from "#kit/form/form-screen.tsx";
import { FormSection, Item } from "#kit/page/item.tsx";
import { to } from "#kit/screens.ts";
import { useCan } from "#kit/app/session.ts";
import { useGo } from "#kit/filter/use-url.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { workerApi } from "@visadesk/contract/setting/worker.ts";
import { AsExpert } from "../expert/as-expert.tsx";
import { ExpertOf } from "../expert/expert-of.tsx";
import { OncePasswd } from "./once-passwd.tsx";
import { PasswdChoice } from "./passwd-choice.tsx";
import { RoleCard, RoleReason } from "../role/role-card.tsx";
import { useRolePick } from "../role/use-role-pick.ts";

type Added = Output<typeof workerApi.oss_account_add>;
type Open = (make: (close: () => void) => ReactElement) => void;

/** Steps after saving, one dialog after the other: the password once, then the expert side or when it can be set. */
function finish({ id, once_passwd, waits }: Added, who: { account: string; expert: boolean }, open: Open, leave: () => void): void {
  if (waits) toast.info("员工已新增，角色待另一位角色管理员复核，复核前只能看首页");
  else toast.success("员工已新增");
  const next = (): void => {
    if (!who.expert) return leave();
    if (!waits) return open(() => <ExpertOf worker_id={id} nickname={who.account} onClose={leave} />);
    // Without his role he may not process orders yet.
    void confirm({
      title: "还没有设为签证专家",
      content: `“${who.account}”的角色待复核，生效后请在编辑员工的“签证专家”一栏设置。`,
      ok: "知道了",
      cancel: null,
    }).then(leave);
  };
  if (once_passwd === null) return next();
  open((close) => (
    <OncePasswd
      account={who.account}
      passwd={once_passwd}
      onClose={() => {
        close();
        next();
      }}
    />
  ));
}

export default function WorkerAdd() {
  const go = useGo();
  const [dialog, open] = useDialog();
  const saved = useRef({ account: "", expert: false });
  const maySetExpert = useCan(may.expert);
  const [asExpert, setAsExpert] = useState(false);
  const roles = useRolePick().data?.list;
  const leave = (): void => go(to("worker-list"));
  return (
    <>
      <FormScreen
        endpoint={workerApi.oss_account_add}
        title="新增员工"
        saveText="新增"
        onCancel={leave}
        review={(body) => {
          const role = roles?.find((r) => r.id === body["role_id"]);
          saved.current = {
            account: String(body["account"]),
            expert: asExpert && role?.module_group.includes(may.order_process) === true,
          };
          return Promise.resolve(true);
        }}
        onDone={(added) => finish(added, saved.current, open, leave)}
      >
        <div className="vd-sided is-slim">
          <div className="vd-stack is-wide">
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
                <AsExpert ticked={asExpert} onTick={setAsExpert} />
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
