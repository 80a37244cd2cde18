/**
 * A dialog that is not the form of one endpoint: to read, or to decide. Mounted means open. `FormDialog` writes; both look alike.
 *   <Dialog title="派单说明" onClose={close}>…</Dialog>                                        to read: closed at its corner
 *   <Dialog title="粘贴" okText="填入" okDisabled={!ok} typed={text !== ""} onOk={fill} onClose={close}>…</Dialog>   to decide: 取消 and its act
 * Its window is a part of its own, so that a list does not load it before it is opened.
 */
import { part } from "../app/part.tsx";
import type { DialogProps } from "./dialog-view.tsx";

export const Dialog = part<DialogProps>(() => import("./dialog-view.tsx").then((m) => m.DialogView));
