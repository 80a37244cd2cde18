/** Personal settings on the server (`table:{route}`, density, theme), loaded once and written behind a short delay. */
import { useCallback, useEffect, useSyncExternalStore } from "react";
import { call } from "./api.ts";

const SAVE_DELAY_MS = 800;
const values = new Map<string, unknown>();
const listeners = new Set<() => void>();
const waiting = new Map<string, ReturnType<typeof setTimeout>>();
let loading: Promise<void> | null = null;

const tell = (): void => {
  for (const told of listeners) told();
};

async function load(): Promise<void> {
  try {
    const { list } = await call("preference_query", {}, { noToast: true });
    for (const { key, value } of list) if (!waiting.has(key)) values.set(key, value);
    tell();
  } catch {
    // Settings are a comfort: without them every list shows its own defaults.
    loading = null;
  }
}

/** Asks once for all settings. */
function start(): void {
  loading ??= load();
}

/** Forgets everything at logout. */
export const clearPreferences = (): void => {
  for (const timer of waiting.values()) clearTimeout(timer);
  waiting.clear();
  values.clear();
  loading = null;
  tell();
};

function save(key: string, value: Record<string, unknown>): void {
  values.set(key, value);
  clearTimeout(waiting.get(key));
  waiting.set(
    key,
    setTimeout(() => {
      waiting.delete(key);
      call("preference_update", { key, value }, { noToast: true }).catch(() => undefined);
    }, SAVE_DELAY_MS),
  );
  tell();
}

const subscribe = (told: () => void): (() => void) => {
  listeners.add(told);
  return () => listeners.delete(told);
};

export type TimeForm = "full" | "short";
/** How this reader wants times in lists. */
export function useTimeForm(): readonly [TimeForm, (form: TimeForm) => void] {
  const [form, put] = usePreference<{ value: TimeForm }>("time_form");
  return [form?.value ?? "full", useCallback((value: TimeForm) => put({ value }), [put])];
}

/** One setting: its value, or undefined before it is known, and a setter. */
export function usePreference<T extends object>(key: string): readonly [T | undefined, (value: T) => void] {
  useEffect(start, []);
  const value = useSyncExternalStore(subscribe, () => values.get(key)) as T | undefined;
  return [value, useCallback((next: T) => save(key, { ...(next as Record<string, unknown>) }), [key])];
}
