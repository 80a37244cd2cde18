/** One write at a time from keys and buttons; afterwards everything on screen is asked again. */
import { useCallback, useRef, useState } from "react";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { toast } from "#kit/app/feedback.ts";

/** `[run, busy]`; `run` answers whether the act went through. Refusals were already shown by the client. */
export function useAct(): readonly [(act: () => Promise<unknown>, said?: string) => Promise<boolean>, boolean] {
  const afterWrite = useAfterWrite();
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const run = useCallback(
    async (act: () => Promise<unknown>, said?: string) => {
      if (running.current) return false;
      running.current = true;
      setBusy(true);
      try {
        const answer = await act();
        if (answer !== false && said) toast.success(said);
        return answer !== false;
      } catch {
        return false;
      } finally {
        running.current = false;
        setBusy(false);
        afterWrite();
      }
    },
    [afterWrite],
  );
  return [run, busy];
}
