/** Drafts of long forms, kept on the server with the record's version: saved 2 s after the last key when the tab hides, and before an automatic reload. */
import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { call } from "../../app/api.ts";
import type { Values } from "./form-rules.ts";
import { onBeforeReload } from "../../app/reload.ts";
import { isLoggedIn } from "../../app/session.ts";

const SAVE_AFTER_MS = 2000;

export interface Draft {
  content: Values;
  base_version: number | null;
  saved_at: string;
}
export interface DraftState {
  /** A draft of an earlier visit, until it is taken or dropped. */
  offered: Draft | null;
  /** When this visit's draft was saved last. */
  savedAt: string | null;
  note: (values: Values) => void;
  drop: () => void;
  take: () => void;
}

/** `key` = route + record id or `new`; null: this form keeps no draft. */
export function useDraft(key: string | null, baseVersion: number | null): DraftState {
  const [closed, setClosed] = useState(false);
  const [savedAt, setSavedAt] = useState<string | null>(null);
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; values: Values } | null>(null);
  const stored = useQuery({
    queryKey: ["draft_get", key],
    queryFn: ({ signal }) => call("draft_get", { key: key ?? "" }, { signal, noToast: true }),
    enabled: key !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const flush = useCallback(() => {
    const held = waiting.current;
    if (!held || key === null) return;
    clearTimeout(held.timer);
    waiting.current = null;
    // A form that goes because the session ended has nobody to save for.
    if (!isLoggedIn()) return;
    call("draft_save", { key, content: held.values, base_version: baseVersion }, { noToast: true, keepalive: true }).then(
      (a) => setSavedAt(a.saved_at),
      () => undefined,
    );
  }, [key, baseVersion]);
  useEffect(() => {
    const onHide = (): void => {
      if (document.visibilityState === "hidden") flush();
    };
    document.addEventListener("visibilitychange", onHide);
    window.addEventListener("pagehide", flush);
    const off = onBeforeReload(flush);
    return () => {
      off();
      document.removeEventListener("visibilitychange", onHide);
      window.removeEventListener("pagehide", flush);
      flush();
    };
  }, [flush]);
  const note = useCallback(
    (values: Values) => {
      if (key === null) return;
      setClosed(true);
      if (waiting.current) clearTimeout(waiting.current.timer);
      waiting.current = { values, timer: setTimeout(flush, SAVE_AFTER_MS) };
    },
    [key, flush],
  );
  const drop = useCallback(() => {
    setClosed(true);
    if (waiting.current) clearTimeout(waiting.current.timer);
    waiting.current = null;
    if (key !== null) call("draft_remove", { key }, { noToast: true }).catch(() => undefined);
  }, [key]);
  return { offered: closed ? null : (stored.data?.draft ?? null), savedAt, note, drop, take: useCallback(() => setClosed(true), []) };
}
