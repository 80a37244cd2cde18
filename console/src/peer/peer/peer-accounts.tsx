/** 子账号 of a peer: its own people's logins. Nobody of ours sees a password; a link is shown once where it could not be sent. */
import { MoreOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { ActMenu } from "#kit/act/act-menu.tsx";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask } from "#kit/act/ask.ts";
import { confirm, toast } from "#kit/app/feedback.ts";
import { uuid } from "#kit/app/hash.ts";
import { Dialog } from "#kit/form/dialog.tsx";
import { FormDialog, useDialog } from "#kit/form/form-dialog.tsx";
import { Copyable, Money, TimeText } from "#kit/form/format-cells.tsx";
import { ListFault } from "#kit/list/list-table.tsx";
import { TwoLines } from "#kit/page/blocks.tsx";
import { Section } from "#kit/page/detail-screen.tsx";
import { StateTag } from "#kit/page/flow-tag.tsx";
import { Item } from "#kit/page/item.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { Rows } from "#kit/table/rows.tsx";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { peerAccountApi } from "@visadesk/contract/peer/peer/peer-account.ts";
import { ACCOUNT_ROLES, RESET_MINUTES } from "@visadesk/contract/peer/peer/peer.words.ts";
import { Mobile, type Open, type PeerDetail } from "./peer-words.tsx";

type Account = Output<typeof peerAccountApi.peer_account_query>["list"][number];
type Link = Output<typeof peerAccountApi.peer_account_reset>;
const ROWS = 100;

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
const told = (openLink: Open, link: Link): void => {
  if (link.token_link === null) toast.success(link.delivery === "sent" ? "登录链接已发送" : "已保存");
  else openLink((close) => <LinkShown link={link} onClose={close} />);
};

const FIELDS = (
  <>
    <Item name="name" half />
    <Item name="mobile" half help="一个手机号只能用于一个启用的账号" />
    <Item name="role" half help="主账号的更换需提交变更申请" />
    <Item name="order_limit" half help="不填为不限" />
    <Item name="can_pay" half />
  </>
);
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
      {FIELDS}
    </FormDialog>
  );
}
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
      {FIELDS}
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

function Acts({ account: a, open, openLink }: { account: Account; open: Open; openLink: Open }) {
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
  const items = [
    ...(a.status === 1 ? [{ key: "reset", label: "重置密码", onClick: () => void reset() }] : []),
    ...(a.role === "owner"
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
      {answer.error && !answer.data ? (
        <ListFault slim error={answer.error} retry={() => void answer.refetch()} />
      ) : (
        <Rows
          label="子账号"
          of={peerAccountApi.peer_account_query.row}
          rows={answer.data?.list ?? []}
          none={answer.data ? "还没有子账号" : "加载中"}
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
            { title: "操作", unseen: true, cell: (a) => <Acts account={a} open={open} openLink={openLink} /> },
          ]}
        />
      )}
      {dialog}
      {link}
    </Section>
  );
}
