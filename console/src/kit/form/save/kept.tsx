/**
 * What is filled in over a page is not lost by a way out: ×, 取消, Escape, a step back and another page ask once when something
 * was typed, and close when nothing was.
 *   const kept = useKept(() => picked.length > 0, onClose);   <Drawer onClose={kept.close}>{kept.guard}…</Drawer>
 */
import type { FormInstance } from "antd";
import { useCallback, useRef, type ReactNode } from "react";
import { confirm } from "../../app/feedback.ts";
import { changedNames, type Values } from "./form-rules.ts";
import { LeaveGuard } from "./leave-guard.tsx";

const WORDS = { title: "放弃修改？", content: "已填写的内容不会保存。", ok: "放弃" };

/** Of a form with a draft nothing is lost by leaving it. */
export const DRAFT_KEPT = "填写的内容留作草稿，再打开时可以恢复。";

export interface Kept {
  /** For every way to close it by hand. */
  close: () => void;
  /** Stands inside it. */
  guard: ReactNode;
}

/** `isTyped` is asked at the moment of leaving; what a save leads to says no. */
export function useKept(isTyped: () => boolean, onClose: () => void, words: Partial<typeof WORDS> = WORDS): Kept {
  const asking = useRef(false);
  const close = (): void => {
    if (asking.current) return;
    if (!isTyped()) return onClose();
    asking.current = true;
    void confirm({ ...WORDS, ...words, danger: true }).then((yes) => {
      asking.current = false;
      if (yes) onClose();
    });
  };
  return { close, guard: <LeaveGuard over changed={isTyped} kept={words.content} /> };
}

const NOTHING: readonly string[] = [];
/** Is anything in the form not as it was opened, but for what `follows` from the rest. */
export const useTyped = (form: FormInstance, initial: Values, follows: readonly string[] = NOTHING): (() => boolean) =>
  useCallback(
    () => changedNames(initial, form.getFieldsValue() as Values).some((name) => !follows.includes(name)),
    [form, initial, follows],
  );
