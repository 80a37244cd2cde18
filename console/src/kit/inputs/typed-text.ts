/** Text that is applied on Enter, on leaving the field, and shortly after the last key. */
import { useEffect, useRef, useState } from "react";

const WAIT_MS = 400;

export interface TypedText {
  text: string;
  type: (next: string) => void;
  /** Applies at once. */
  commit: () => void;
}

const trimmed = (text: string): string => text.trim();

/**
 * `value` is what applies now; a change of it from outside replaces what stands in the field, one's own typing keeps its form.
 * `read`: the value that a text stands for.
 */
export function useTypedText(value: string, apply: (text: string) => void, read: (text: string) => string = trimmed): TypedText {
  const [typed, setTyped] = useState<string | null>(null);
  const [over, setOver] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isOther = over !== value;
  if (isOther) {
    setOver(value);
    if (typed !== null && read(typed) !== value) setTyped(null);
  }
  const text = typed !== null && !(isOther && read(typed) !== value) ? typed : value;
  useEffect(() => () => clearTimeout(timer.current), []);
  const put = (next: string): void => {
    clearTimeout(timer.current);
    if (read(next) !== value) apply(next.trim());
  };
  return {
    text,
    type: (next) => {
      setTyped(next);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => put(next), WAIT_MS);
    },
    commit: () => {
      put(text);
      if (read(text) === value) setTyped(null);
    },
  };
}
