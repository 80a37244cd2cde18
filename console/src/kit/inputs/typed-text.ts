/** Text that is applied on Enter, on leaving the field, and shortly after the last key. */
import { useEffect, useRef, useState } from "react";

const WAIT_MS = 400;

export interface TypedText {
  text: string;
  type: (next: string) => void;
  /** Applies at once. */
  commit: () => void;
}

/** `value` is what applies now; a change of it from outside replaces what stands in the field. */
export function useTypedText(value: string, apply: (text: string) => void): TypedText {
  const [typed, setTyped] = useState({ over: value, text: value });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const text = typed.over === value ? typed.text : value;
  useEffect(() => () => clearTimeout(timer.current), []);
  const put = (next: string): void => {
    clearTimeout(timer.current);
    if (next.trim() !== value) apply(next.trim());
  };
  return {
    text,
    type: (next) => {
      setTyped({ over: value, text: next });
      clearTimeout(timer.current);
      timer.current = setTimeout(() => put(next), WAIT_MS);
    },
    commit: () => put(text),
  };
}
