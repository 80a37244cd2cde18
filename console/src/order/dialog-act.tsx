/** Dialogs that a bulk act waits for: done clears the selection, closing keeps it. */
import type { ReactElement } from "react";
import { toast } from "#kit/feedback.ts";
import { part } from "#kit/part.tsx";
import type { OutcomeDialogProps, RowOutcome } from "./outcome-dialog.tsx";

const OutcomeDialog = part<OutcomeDialogProps>(() => import("./outcome-dialog.tsx").then((m) => m.OutcomeDialog));

type Open = (make: (close: () => void) => ReactElement) => void;

/** Opens a dialog and answers when it is done; a closed one rejects, so that the selection stays. */
export function dialogAct(open: Open, make: (close: () => void, done: () => void) => ReactElement): Promise<void> {
  return new Promise((resolve, reject) => {
    open((close) =>
      make(() => {
        close();
        reject(new Error("closed"));
      }, resolve),
    );
  });
}

/** What a batch answered: a toast when all went well, else the refused ones by sentence. */
export function showOutcome(open: Open, verb: string, list: readonly RowOutcome[], note = ""): void {
  const refused = list.filter((r) => !r.ok);
  const done = list.length - refused.length;
  if (refused.length === 0) return toast.success(`${verb}：${done} 人已完成${note && `，${note}`}`);
  open((close) => (
    <OutcomeDialog title={`${verb}结果`} refused={refused} onClose={close}>
      {done} 人已完成{note && `，${note}`}；{refused.length} 人未办理：
    </OutcomeDialog>
  ));
}
