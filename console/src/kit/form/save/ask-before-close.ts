/** One way out of what is filled in over the page: ×, 取消 and Escape ask once when something was typed, and close when nothing was. */
import type { FormInstance } from "antd";
import { useCallback, useRef } from "react";
import { confirm } from "../../app/feedback.ts";
import { changedNames, type Values } from "./form-rules.ts";

const WORDS = { title: "放弃修改？", content: "已填写的内容不会保存。", ok: "放弃" };

export function useAskBeforeClose(isTyped: () => boolean, onClose: () => void, words = WORDS): () => void {
  const asking = useRef(false);
  return useCallback(() => {
    if (asking.current) return;
    if (!isTyped()) return onClose();
    asking.current = true;
    void confirm({ ...words, danger: true }).then((yes) => {
      asking.current = false;
      if (yes) onClose();
    });
  }, [isTyped, onClose, words]);
}

/** Is anything in the form not as it was opened. */
export const useTyped = (form: FormInstance, initial: Values): (() => boolean) =>
  useCallback(() => changedNames(initial, form.getFieldsValue() as Values).length > 0, [form, initial]);
