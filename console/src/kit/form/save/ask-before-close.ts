/** One way out of a form that lies over the page: ×, 取消 and Escape ask once when something was typed, and close when nothing was. */
import type { FormInstance } from "antd";
import { useCallback, useRef } from "react";
import { confirm } from "../../app/feedback.ts";
import { changedNames, type Values } from "./form-rules.ts";

const WORDS = { title: "放弃修改？", content: "已填写的内容不会保存。", ok: "放弃" };

export function useAskBeforeClose(form: FormInstance, initial: Values, onClose: () => void, words = WORDS): () => void {
  const asking = useRef(false);
  return useCallback(() => {
    if (asking.current) return;
    if (changedNames(initial, form.getFieldsValue() as Values).length === 0) return onClose();
    asking.current = true;
    void confirm({ ...words, danger: true }).then((yes) => {
      asking.current = false;
      if (yes) onClose();
    });
  }, [form, initial, onClose, words]);
}
