/** Dialogs that a bulk act waits for: done clears the selection, closing keeps it. */
import type { ReactElement } from "react";

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
