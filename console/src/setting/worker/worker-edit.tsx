import { useState } from "react";
import { Mark } from "#kit/page/flow-tag.tsx";
import { useRecord } from "#kit/page/detail-screen.tsx";
import { toast } from "#kit/app/feedback.ts";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { FormScreen } from "#kit/form/form-screen.tsx";
import { FormSection, Item } from "#kit/page/item.tsx";
import { Reads } from "#kit/page/reads.tsx";
import { to } from "#kit/screens.ts";
import { session, useCan, type Account } from "#kit/app/session.ts";
import { useGo, useIdParam } from "#kit/filter/use-url.ts";
import { confirm } from "#kit/app/feedback.ts";
import type { Values } from "#kit/form/save/form-rules.ts";
import { accountApi } from "@visadesk/contract/account/session.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { Grant } from "@visadesk/contract/setting/grant.rules.ts";
import { workerApi } from "@visadesk/contract/setting/worker.ts";
import { ExpertPart } from "../expert/expert-part.tsx";
import { RoleCard, RoleReason } from "../role/role-card.tsx";

/** Another role ends his sessions once it holds, so it is asked. */
const reviewRole =
  (account: Account) =>
  async (body: Values): Promise<boolean> => {
    if (body["role_id"] === undefined || body["role_id"] === (account.role?.id ?? null)) return true;
    return confirm({
      title: "更换角色？",
      content: "新角色生效时他的全部登录都会退出，重新登录后按新角色使用。须复核的角色在复核前不变。",
      ok: "更换并保存",
    });
  };
const grantOf = (account: Account): Grant => ({ codes: account.role?.module_group ?? [], data_scope: account.data_scope ?? "own" });

function EditForm({ account }: { account: Account }) {
  const go = useGo();
  const [dialog, open] = useDialog();
  const maySetExpert = useCan(may.expert);
  const isMe = session.use((s) => s.login?.id === account.id);
  const { id, version, nickname, mobile, email, role, team } = account;
  const [initial] = useState({ id, version, nickname, mobile, email, role_id: role?.id ?? null, team_id: team?.id ?? null });
  return (
    <>
      <FormScreen
        endpoint={workerApi.oss_account_update}
        initial={initial}
        presence={{ noun: "worker", id }}
        title={
          <>
            编辑员工：{account.account}
            {account.status === 0 && <Mark>已停用</Mark>}
            {account.is_weak && <Mark tone="orange">弱密码</Mark>}
          </>
        }
        review={reviewRole(account)}
        onCancel={() => go(to("worker-list"))}
        onDone={({ waits }) => {
          if (waits === true) toast.info("已保存，新角色待另一位角色管理员复核");
          else toast.success("已保存");
          go(to("worker-list"));
        }}
      >
        <div className="vd-sided is-slim">
          <div className="vd-stack is-wide">
            <FormSection title="基本信息">
              <Item name="nickname" half />
              <Item name="mobile" half help="写在他的申请人的赴馆通知里" />
              <Item name="email" half />
            </FormSection>
            <FormSection title="权限">
              <Item name="role_id" half disabled={isMe} {...(isMe && { help: "不能修改自己的角色" })} />
              <Item name="team_id" half disabled={isMe} />
              <RoleReason before={grantOf(account)} role_id={role?.id ?? null} />
            </FormSection>
            {maySetExpert && (
              <FormSection title="签证专家">
                <ExpertPart worker_id={id} nickname={nickname || account.account} open={open} />
              </FormSection>
            )}
          </div>
          <RoleCard before={grantOf(account)} />
        </div>
      </FormScreen>
      {dialog}
    </>
  );
}

export default function WorkerEdit() {
  const id = useIdParam("id");
  const answer = useRecord(accountApi.oss_account_query, { id });
  return <Reads answer={answer}>{(account) => <EditForm account={account} />}</Reads>;
}
