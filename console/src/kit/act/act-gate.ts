/**
 * The button rule: within 3 s of an accepted click, or while its promise runs, further clicks are ignored.
 * A handler that answers `false` refused (a form check), which frees the button at once.
 */
import { useCallback, useEffect, useRef, useState } from "react";
import { BUTTON_WAIT_MS } from "@visadesk/contract/kit/constants.ts";

export type Act = () => unknown;

/** One gate: `press` answers true when the click was accepted. */
export function actGate(wait = BUTTON_WAIT_MS, onBusy: (busy: boolean) => void = () => {}) {
  let freeAt = 0;
  let running = false;
  return {
    async press(act: Act): Promise<boolean> {
      if (running || Date.now() < freeAt) return false;
      running = true;
      freeAt = Date.now() + wait;
      let refused = false;
      try {
        const result = act();
        if (result instanceof Promise) onBusy(true);
        refused = (await result) === false;
      } finally {
        running = false;
        if (refused) freeAt = 0;
        onBusy(false);
      }
      return !refused;
    },
  };
}

/** `[press, busy]` for a component of its own; errors that were already shown end here. */
export function useActGate(act: Act, wait = BUTTON_WAIT_MS): [press: () => void, busy: boolean] {
  const [busy, setBusy] = useState(false);
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  const [gate] = useState(() => actGate(wait, setBusy));
  const press = useCallback(() => {
    gate
      .press(() => latest.current())
      .catch((e: unknown) => {
        if (!(e instanceof Error && e.name === "ApiError")) throw e;
      });
  }, [gate]);
  return [press, busy];
}
