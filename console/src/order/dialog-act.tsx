/** Dialogs that a bulk act waits for: done clears the selection, closing keeps it. */
import { Modal } from "antd";
import type { ReactElement } from "react";
import { toast } from "#kit/feedback.ts";

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

export interface RowOutcome {
  id: number;
  ok: boolean;
  msg: string;
}

/** What a batch answered: a toast when all went well, else the refused ones by sentence. */
export function showOutcome(open: Open, verb: string, list: readonly RowOutcome[], note = ""): void {
  const refused = list.filter((r) => !r.ok);
  const done = list.length - refused.length;
  if (refused.length === 0) return toast.success(`${verb}：${done} 人已完成${note && `，${note}`}`);
  open((close) => (
    <Modal open title={`${verb}结果`} footer={null} onCancel={close} destroyOnHidden>
      <output>
        {done} 人已完成{note && `，${note}`}；{refused.length} 人未办理：
      </output>
      <ul className="od-results">
        {refused.map((r) => (
          <li key={r.id}>{r.msg}</li>
        ))}
      </ul>
    </Modal>
  ));
}
