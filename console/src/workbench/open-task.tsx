/** 去处理: opens the record of a task, unless somebody did it since the list was read. */
import type { MouseEvent } from "react";
import { toast } from "#kit/app/feedback.ts";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { useGo } from "#kit/filter/use-url.ts";
import { stillWaits } from "./task-acts.tsx";
import type { Task } from "./task-words.ts";

/** Goes to `href`; of a task that is gone the list is read again. `isMine`: others' tasks are only looked at. */
export function useOpenTask(isMine: boolean): (task: Task, href: string) => Promise<void> {
  const go = useGo();
  const afterWrite = useAfterWrite();
  return async (task, href) => {
    if (!isMine || (await stillWaits(task))) return go(href);
    toast.warning("该待办已处理");
    afterWrite();
  };
}

/** A real address, so that it opens in a new tab as well. */
export const OpenTask = ({ href, onOpen }: { href: string; onOpen: () => void }) => (
  <a
    href={href}
    className="vd-link"
    onClick={(e: MouseEvent) => {
      if (e.ctrlKey || e.metaKey || e.shiftKey) return;
      e.preventDefault();
      onOpen();
    }}
  >
    去处理
  </a>
);
