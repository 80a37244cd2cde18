/** What `<Dialog>` and `<FormDialog>` draw. */
import { Button, Modal } from "antd";
import { MODAL_WIDTH } from "@visadesk/contract/kit/constants.ts";
import { useId, useState, type ReactNode } from "react";
import { Stack } from "../page/blocks.tsx";
import { Reads, type Answer } from "../page/reads.tsx";

export interface DialogProps {
  title: ReactNode;
  width?: number | undefined;
  /** Its act; absent: to read. A promise keeps the button busy. */
  onOk?: () => unknown;
  okText?: string | undefined;
  okDisabled?: boolean | undefined;
  /** What it stands on: until this is read nothing can be filled in or done. */
  reads?: Answer<unknown> | undefined;
  cancelText?: string | undefined;
  danger?: boolean | undefined;
  busy?: boolean | undefined;
  /** Buttons in place of 取消 and the act. */
  foot?: ReactNode;
  /** At the start of the foot, before them. */
  aside?: ReactNode;
  /** Closed by its own buttons alone: no cross, no Escape. */
  stays?: boolean;
  /** What is typed in first; else the first field. */
  focus?: () => { focus: () => void } | null | undefined;
  /** Absent: another dialog comes once it is read. */
  children?: ReactNode;
  onClose: () => void;
}

const FIELDS = "input:not([type=hidden]):not([type=file]), textarea";

/** Busy from the press until what it began has ended. */
function useBusy(act: () => unknown): [press: () => void, busy: boolean] {
  const [busy, setBusy] = useState(false);
  const press = (): void => {
    const done = act();
    if (!(done instanceof Promise)) return;
    setBusy(true);
    void done.finally(() => setBusy(false));
  };
  return [press, busy];
}

export function DialogView(p: DialogProps) {
  const id = useId();
  const [press, isBusy] = useBusy(() => p.onOk?.());
  const isRead = !p.onOk && p.foot === undefined;
  const foot = p.foot ?? (
    <>
      <Button onClick={p.onClose}>{p.cancelText ?? "取消"}</Button>
      <Button
        type="primary"
        danger={p.danger === true}
        disabled={p.okDisabled === true || (p.reads !== undefined && p.reads.data === undefined)}
        loading={p.busy === true || isBusy}
        onClick={press}
      >
        {p.okText ?? "确定"}
      </Button>
    </>
  );
  return (
    <Modal
      open
      title={p.title}
      width={p.width ?? MODAL_WIDTH}
      mask={{ closable: isRead }}
      {...(p.stays && { closable: false, keyboard: false })}
      destroyOnHidden
      afterOpenChange={(open) => {
        if (open && !isRead) (p.focus ? p.focus() : document.getElementById(id)?.querySelector<HTMLElement>(FIELDS))?.focus();
      }}
      footer={
        isRead ? null : (
          <>
            {p.aside !== undefined && <span className="vd-dialog-aside">{p.aside}</span>}
            {foot}
          </>
        )
      }
      onCancel={p.onClose}
    >
      <Stack id={id}>
        {p.reads ? (
          <Reads slim answer={p.reads}>
            {() => p.children}
          </Reads>
        ) : (
          p.children
        )}
      </Stack>
    </Modal>
  );
}
