/** Scans one after another: a scanner does not wait for answers, and none of what it typed is lost while one is under way. */
import { useCallback, useEffect, useRef, useState } from "react";

export interface ScanQueue {
  /** Not answered yet, the one under way among them. */
  waiting: number;
  /** No answer came; the scans are kept and go out with the next one, or by `again`. */
  isStuck: boolean;
  push: (code: string) => void;
  again: () => void;
}

/** `send` ends with an answer, also with a refusal; it throws where none came. */
export function useScanQueue(send: (code: string) => Promise<void>): ScanQueue {
  const codes = useRef<string[]>([]);
  const running = useRef(false);
  const latest = useRef(send);
  const [waiting, setWaiting] = useState(0);
  const [isStuck, setStuck] = useState(false);
  useEffect(() => {
    latest.current = send;
  }, [send]);
  const again = useCallback(async (): Promise<void> => {
    if (running.current) return;
    running.current = true;
    setStuck(false);
    try {
      for (let code = codes.current[0]; code !== undefined; code = codes.current[0]) {
        await latest.current(code);
        codes.current.shift();
        setWaiting(codes.current.length);
      }
    } catch {
      setStuck(true);
    } finally {
      running.current = false;
    }
  }, []);
  const push = useCallback(
    (code: string): void => {
      codes.current.push(code);
      setWaiting(codes.current.length);
      void again();
    },
    [again],
  );
  return { waiting, isStuck, push, again: useCallback(() => void again(), [again]) };
}
