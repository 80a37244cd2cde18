/** What `<Dialog>` and `<FormDialog>` draw. */
import { Button, Modal } from "antd";
import { MODAL_WIDTH } from "@visadesk/contract/kit/constants.ts";
import { useId, useRef, useState, type ReactNode } from "react";
import { Stack } from "../page/blocks.tsx";
import { useKept } from "./save/kept.tsx";
import { Reads, type Answer } from "../page/reads.tsx";

interface Common {
  title: ReactNode;
  width?: number | undefined;
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

/** To read: nothing in it can be lost. */
interface ToRead {
  onOk?: undefined;
  typed?: undefined;
}
interface ToDecide {
  /** Its act. A promise keeps the button busy. */
  onOk: () => unknown;
  /** Something stands in it that closing would lose: every way out asks first. */
  typed: boolean;
}
export type DialogProps = Common & (ToRead | ToDecide);

const FIELDS = "input:not([type=hidden]):not([type=file]), textarea";

/** Busy from the press until what it began has ended; meanwhile what it leads to is not asked about. */
function usePress(act: () => unknown): { press: () => void; busy: boolean; isActing: () => boolean } {
  const [busy, setBusy] = useState(false);
  const acting = useRef(false);
  const press = (): void => {
    acting.current = true;
    const done = act();
    if (!(done instanceof Promise)) return void (acting.current = false);
    setBusy(true);
    void done.finally(() => {
      acting.current = false;
      setBusy(false);
    });
  };
  return { press, busy, isActing: () => acting.current };
}

export function DialogView(p: DialogProps) {
  const id = useId();
  const { press, busy, isActing } = usePress(() => p.onOk?.());
  const { typed = false } = p;
  const { close, guard } = useKept(() => typed && !isActing(), p.onClose);
  const isRead = !p.onOk && p.foot === undefined;
  const foot = p.foot ?? (
    <>
      <Button onClick={close}>{p.cancelText ?? "取消"}</Button>
      <Button
        type="primary"
        danger={p.danger === true}
        disabled={p.okDisabled === true || (p.reads !== undefined && p.reads.data === undefined)}
        loading={p.busy === true || busy}
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
        const inside = document.getElementById(id);
        // Who is quicker than the opening types already.
        if (!open || isRead || inside?.contains(document.activeElement)) return;
        (p.focus ? p.focus() : inside?.querySelector<HTMLElement>(FIELDS))?.focus();
      }}
      footer={
        isRead ? null : (
          <>
            {p.aside !== undefined && <span className="vd-dialog-aside">{p.aside}</span>}
            {foot}
          </>
        )
      }
      onCancel={close}
    >
      {typed && guard}
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
