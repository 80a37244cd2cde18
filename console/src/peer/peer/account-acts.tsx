/** The acts upon a login of a peer, on the peer's page and in the list of all. Nobody of ours sees a password; a link is shown once where it could not be sent. */
import { MoreOutlined } from "@ant-design/icons";
import { Button, Select } from "antd";
import { ActMenu } from "#kit/act/act-menu.tsx";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask } from "#kit/act/ask.ts";
import { confirm, toast } from "#kit/app/feedback.ts";
import { uuid } from "#kit/app/hash.ts";
import { part } from "#kit/app/part.tsx";
import { useCan } from "#kit/app/session.ts";
import { Dialog } from "#kit/form/dialog.tsx";
import { FormDialog } from "#kit/form/form-dialog.tsx";
import { Copyable } from "#kit/form/format-cells.tsx";
import { Item } from "#kit/page/item.tsx";
import { entriesOf } from "#kit/words.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { peerAccountApi } from "@visadesk/contract/peer/peer/peer-account.ts";
import { ACCOUNT_ROLES, RESET_MINUTES } from "@visadesk/contract/peer/peer/peer.words.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { ChangeFormProps } from "../peer-terms/change-form.tsx";
import type { Open } from "./peer-words.tsx";

const ChangeForm = part<ChangeFormProps>(() => import("../peer-terms/change-form.tsx").then((m) => m.ChangeForm));
export type Account = Output<typeof peerAccountApi.peer_account_query>["list"][number];
type Link = Output<typeof peerAccountApi.peer_account_reset>;

/** Said once: whoever closes it asks for another. */
const LinkShown = ({ link, onClose }: { link: Link; onClose: () => void }) => (
  <Dialog
    title="一次性登录链接"
    stays
    onClose={onClose}
    foot={
      <Button type="primary" onClick={onClose}>
        已交给本人
      </Button>
    }
  >
    <p className="vd-after-12">短信未能发送，请把链接交给本人。{RESET_MINUTES} 分钟内有效，只能使用一次，关闭后不再显示。</p>
    <Copyable text={link.token_link ?? ""} />
  </Dialog>
);
/** There is nothing to hand over until somebody has said where the site of the peers stands. */
const NoSite = ({ onClose }: { onClose: () => void }) => (
  <Dialog title="没有可用的登录链接" onClose={onClose}>
    <p>账号已保存。同行站地址未设置，暂时没有本人能打开的链接；在「系统参数」设置后，重置密码即可得到新链接。</p>
  </Dialog>
);
export const told = (openLink: Open, link: Link): void => {
  if (link.delivery === "unsent" && link.no_site) openLink((close) => <NoSite onClose={close} />);
  else if (link.token_link === null) toast.success(link.delivery === "sent" ? "登录链接已发送" : "已保存");
  else openLink((close) => <LinkShown link={link} onClose={close} />);
};

const ROLES = entriesOf(ACCOUNT_ROLES).flatMap(([value, label]) => (value === "owner" ? [] : [{ value, label }]));
/** The owner's role and mobile change by a reviewed request alone. */
export const AccountFields = ({ isOwner = false }: { isOwner?: boolean }) => (
  <>
    <Item name="name" half />
    {!isOwner && (
      <>
        <Item name="mobile" half help="一个手机号只能用于一个启用的账号" />
        <Item name="role" half>
          <Select options={ROLES} />
        </Item>
      </>
    )}
    <Item name="order_limit" half help="不填为不限" />
    <Item name="can_pay" half />
    {isOwner && <p className="vd-small vd-muted vd-whole-row">主账号的角色和手机需提交「主账号更换」申请</p>}
  </>
);
function AccountEdit({ account: a, onClose }: { account: Account; onClose: () => void }) {
  const afterWrite = useAfterWrite();
  return (
    <FormDialog
      endpoint={peerAccountApi.peer_account_update}
      title={`编辑子账号：${a.account}`}
      okText="保存"
      initial={a}
      onDone={() => {
        toast.success("子账号已保存");
        afterWrite();
      }}
      onClose={onClose}
    >
      <AccountFields isOwner={a.role === "owner"} />
    </FormDialog>
  );
}
function AccountDisable({ account: a, onClose }: { account: Account; onClose: () => void }) {
  const afterWrite = useAfterWrite();
  return (
    <FormDialog
      endpoint={peerAccountApi.peer_account_disable}
      title={`停用子账号：${a.account}`}
      okText="停用"
      danger
      initial={{ id: a.id, version: a.version }}
      onDone={() => {
        toast.success("子账号已停用");
        afterWrite();
      }}
      onClose={onClose}
    >
      <Item name="reason" rows={2} placeholder="例如：员工离职" />
    </FormDialog>
  );
}

export interface AccountActsProps {
  account: Account;
  open: Open;
  openLink: Open;
}
export function AccountActs({ account: a, open, openLink }: AccountActsProps) {
  const [owner, mayChange] = [a.role === "owner", useCan(may.peer)];
  const afterWrite = useAfterWrite();
  const seen = { id: a.id, version: a.version };
  // A refusal has been told by then; either way the rows are read anew.
  const enable = (): Promise<void> =>
    ask(peerAccountApi.peer_account_enable, seen)
      .then(
        () => toast.success("子账号已启用"),
        () => undefined,
      )
      .then(afterWrite);
  const reset = async (): Promise<void> => {
    if (
      !(await confirm({
        title: `重置 ${a.account} 的密码？`,
        content: "原链接作废；本人用新链接设置密码后，已登录的会话结束。",
        ok: "重置",
      }))
    )
      return;
    await ask(peerAccountApi.peer_account_reset, { ...seen, idempotency_key: uuid() }).then(
      (link) => told(openLink, link),
      () => undefined,
    );
    afterWrite();
  };
  const change = (): void =>
    open((close) => (
      <ChangeForm
        peer={{ id: a.peer_id, short_name: a.peer_name }}
        kind="owner_account"
        {...(!owner && { proposal: { account_id: a.id } })}
        onClose={close}
      />
    ));
  const items = [
    ...(a.status === 1 ? [{ key: "reset", label: "重置密码", onClick: () => void reset() }] : []),
    ...(mayChange && a.status === 1 ? [{ key: "owner", label: owner ? "更换主账号" : "设为主账号", onClick: change }] : []),
    ...(owner
      ? []
      : a.status === 1
        ? [{ key: "disable", label: "停用", danger: true, onClick: () => open((close) => <AccountDisable account={a} onClose={close} />) }]
        : [{ key: "enable", label: "启用", onClick: () => void enable() }]),
  ];
  return (
    <span className="vd-moves is-row">
      <Button type="link" size="small" onClick={() => open((close) => <AccountEdit account={a} onClose={close} />)}>
        编辑
      </Button>
      {items.length > 0 && (
        <ActMenu items={items}>
          <Button type="text" size="small" icon={<MoreOutlined aria-hidden />} aria-label={`${a.account}的更多操作`} />
        </ActMenu>
      )}
    </span>
  );
}
