/**
 * A dialog that is not the form of one endpoint: to read, or to decide. Mounted means open. `FormDialog` writes; both look alike.
 *   <Dialog title="派单说明" onClose={close}>…</Dialog>                                        to read: closed at its corner
 *   <Dialog title="粘贴" okText="填入" okDisabled={!ok} onOk={fill} onClose={close}>…</Dialog>   to decide: 取消 and its act
 * Its window is a part of its own, so that a list does not load it before it is opened.
 */
import type { ReactNode } from "react";
import { part } from "../app/part.tsx";

export interface DialogProps {
  title: ReactNode;
  width?: number | undefined;
  /** Its act; absent: to read. A promise keeps the button busy. */
  onOk?: () => unknown;
  okText?: string | undefined;
  okDisabled?: boolean | undefined;
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
  children: ReactNode;
  onClose: () => void;
}

export const Dialog = part<DialogProps>(() => import("./dialog-view.tsx").then((m) => m.DialogView));
