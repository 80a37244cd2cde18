/** What a manager does with one account; every act is asked first and said afterwards. */
import { MoreOutlined } from "@ant-design/icons";
import { Button } from "antd";
import type { ReactElement } from "react";
import { ActMenu } from "#kit/act/act-menu.tsx";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask } from "#kit/act/ask.ts";
import { confirm, toast } from "#kit/app/feedback.ts";
import { FormDialog } from "#kit/form/form-dialog.tsx";
import { uuid } from "#kit/app/hash.ts";
import { HrefLink } from "#kit/app/href-link.tsx";
import { Item } from "#kit/page/item.tsx";
import { part } from "#kit/app/part.tsx";
import { to } from "#kit/screens.ts";
import { session } from "#kit/app/session.ts";
import { workerApi } from "@visadesk/contract/setting/worker.ts";
import { workerDisableApi } from "@visadesk/contract/setting/worker-disable.ts";
import { useLogActs } from "#kit/page/log-button.tsx";
import type { OncePasswdProps } from "./once-passwd.tsx";
import type { Worker } from "./worker-row.ts";
import type { WorkerDisableProps } from "./worker-disable.tsx";
import "#kit/page/detail.css";

const WorkerDisable = part<WorkerDisableProps>(() => import("./worker-disable.tsx").then((m) => m.WorkerDisable));
const OncePasswd = part<OncePasswdProps>(() => import("./once-passwd.tsx").then((m) => m.OncePasswd));

type Open = (make: (close: () => void) => ReactElement) => void;

const nameOf = (w: Worker): string => w.nickname || w.account;

function useActs(w: Worker, open: Open) {
  const afterWrite = useAfterWrite();
  const act =
    (title: string, content: string, run: () => Promise<unknown>, ok: string, danger = false) =>
    async (): Promise<void> => {
      if (!(await confirm({ title, content, ok, danger }))) return;
      await run().then(
        () => toast.success(`${ok}：已完成`),
        () => undefined,
      );
      afterWrite();
    };
  const reset = async (): Promise<void> => {
    const { once_passwd } = await ask(workerApi.worker_passwd_reset, { id: w.id });
    open((close) => <OncePasswd account={w.account} passwd={once_passwd} onClose={close} />);
  };
  return {
    reset: act(`重置“${nameOf(w)}”的密码？`, "原密码立即失效，他的全部登录都会退出。", reset, "重置密码", true),
    unlock: act(`解锁“${nameOf(w)}”？`, "登录失败次数清零，他可以再次登录。", () => ask(workerApi.worker_unlock, { id: w.id }), "解锁"),
    sessionEnd: act(
      `让“${nameOf(w)}”强制下线？`,
      "他在所有设备上的登录都会退出，可以重新登录。",
      () => ask(workerApi.worker_session_end, { id: w.id }),
      "强制下线",
      true,
    ),
    totpReset: act(
      `重置“${nameOf(w)}”的两步验证？`,
      "验证器和恢复码立即失效，他的全部登录都会退出，重新登录后可再次开启。",
      () => ask(workerApi.worker_totp_reset, { id: w.id }),
      "重置两步验证",
      true,
    ),
    enable: act(
      `启用“${nameOf(w)}”？`,
      "启用后首次登录须修改密码。",
      () => ask(workerDisableApi.worker_enable, { id: w.id, version: w.version, idempotency_key: uuid() }),
      "启用",
    ),
    disable: () => open((close) => <WorkerDisable id={w.id} onClose={close} />),
    look: () => open((close) => <WorkerDisable id={w.id} look onClose={close} />),
    disableNow: () =>
      open((close) => (
        <FormDialog
          endpoint={workerDisableApi.worker_disable_now}
          title={`立即停用“${nameOf(w)}”`}
          okText="立即停用"
          danger
          initial={{ id: w.id, version: w.version }}
          intro={`他立即退出登录，不能再登录，也不再接新单。${w.held.length > 0 ? `在手的${w.held.map((h) => `${h.label} ${h.count} ${h.unit}`).join("、")}仍归他名下，在“待交接”里安排接手人。` : ""}`}
          onDone={() => {
            toast.success("已停用");
            afterWrite();
          }}
          onClose={close}
        >
          <Item name="reason" placeholder="2至200个字，记入操作日志" />
        </FormDialog>
      )),
  };
}

const statusItems = (w: Worker, acts: ReturnType<typeof useActs>) =>
  w.status === 1
    ? [
        { key: "disable", label: "停用", danger: true, onClick: acts.disable },
        { key: "disable-now", label: "立即停用", danger: true, onClick: acts.disableNow },
      ]
    : [
        ...(w.held.length > 0 ? [{ key: "hand-over", label: "交接", onClick: acts.disable }] : []),
        { key: "enable", label: "启用", onClick: () => void acts.enable() },
      ];

export function WorkerActs({ worker: w, open }: { worker: Worker; open: Open }) {
  const acts = useActs(w, open);
  const isMe = session.use((s) => s.login?.id === w.id);
  const logActs = useLogActs();
  const items = [
    ...(isMe ? [] : [{ key: "reset", label: "重置密码", onClick: () => void acts.reset() }]),
    ...(w.is_locked ? [{ key: "unlock", label: "解锁", onClick: () => void acts.unlock() }] : []),
    ...(isMe ? [] : [{ key: "end", label: "强制下线", onClick: () => void acts.sessionEnd() }]),
    ...(w.totp_on && !isMe ? [{ key: "totp", label: "重置两步验证", onClick: () => void acts.totpReset() }] : []),
    ...(w.status === 1 ? [{ key: "look", label: "如果他明天不在", onClick: acts.look }] : []),
    ...logActs("worker", w.id),
    ...(isMe ? [] : statusItems(w, acts)),
  ];
  return (
    <span className="vd-moves is-row">
      <HrefLink href={to("worker-edit", { id: w.id })} className="vd-link vd-row-act">
        编辑
      </HrefLink>
      {items.length > 0 && (
        <ActMenu items={items}>
          <Button type="text" size="small" icon={<MoreOutlined aria-hidden />} aria-label={`${nameOf(w)}的更多操作`} />
        </ActMenu>
      )}
    </span>
  );
}
