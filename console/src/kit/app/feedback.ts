/**
 * What the console says beside the page: toasts, notifications, the loading overlay, confirms and copying.
 * Plain React without antd, because the login page and the error paths use it too. `FeedbackHost` of feedback-host.tsx draws it.
 *
 *   toast.success("已保存");  if (await confirm({ title: "删除这条记录？", danger: true })) …
 */
import type { ReactNode } from "react";
import { LOADING_TEXT, TOAST } from "@visadesk/contract/kit/constants.ts";
import { TEXTS } from "@visadesk/contract/kit/errors.ts";
import { reloadPage } from "./reload.ts";
import { createStore } from "./store.ts";

export type Tone = "success" | "error" | "warning" | "info";
export interface Toast {
  id: number;
  tone: Tone;
  text: string;
  request_id?: string;
}
export interface Notice {
  id: number;
  title: string;
  content?: string;
  action?: { label: string; run: () => void };
}
export interface ConfirmOptions {
  title: string;
  content?: ReactNode;
  ok?: string;
  cancel?: string | null;
  danger?: boolean;
  /** px; of a question that shows a table. */
  width?: number;
}
export interface Asked extends ConfirmOptions {
  id: number;
  lasting: boolean;
  answer: (ok: boolean) => void;
}

export const store = createStore<{
  toasts: Toast[];
  notices: Notice[];
  asked: Asked | null;
  loading: readonly { id: number; text: string }[];
}>({
  toasts: [],
  notices: [],
  asked: null,
  loading: [],
});
let nextId = 1;
const lastShown = new Map<string, number>();
export const drop = (id: number) =>
  store.set((s) => ({ ...s, toasts: s.toasts.filter((t) => t.id !== id), notices: s.notices.filter((n) => n.id !== id) }));

function show(tone: Tone, text: string, more: { request_id?: string } = {}): void {
  const key = `${tone} ${text}`;
  const now = Date.now();
  if (now - (lastShown.get(key) ?? -Infinity) < TOAST.duration * 1000) return;
  if (lastShown.size > 100) lastShown.clear();
  lastShown.set(key, now);
  const id = nextId++;
  store.set((s) => ({ ...s, toasts: [...s.toasts, { id, tone, text, ...more }].slice(-5) }));
}

/** Short messages at the top; equal ones within 3 s are one, an error offers its request id. */
export const toast = {
  success: (text: string) => show("success", text),
  info: (text: string) => show("info", text),
  warning: (text: string) => show("warning", text),
  error: (text: string, more?: { request_id?: string }) => show("error", text, more),
};

/** A notification at the right edge for 4.5 s. */
export function notify(notice: Omit<Notice, "id">): void {
  store.set((s) => ({ ...s, notices: [...s.notices, { id: nextId++, ...notice }].slice(-4) }));
}

function ask(options: ConfirmOptions, lasting: boolean): Promise<boolean> {
  const open = store.get().asked;
  if (open && !lasting) open.answer(false);
  return new Promise((resolve) => {
    const id = nextId++;
    const answer = (ok: boolean) => {
      if (store.get().asked?.id === id) store.set({ asked: null });
      resolve(ok);
    };
    store.set({ asked: { ...options, id, lasting, answer } });
  });
}

/** Asks before an act; false when refused, closed, or the page was left. */
export const confirm = (options: ConfirmOptions): Promise<boolean> =>
  store.get().asked?.lasting ? Promise.resolve(false) : ask(options, false);

let updating = false;
/** The dialog of a refused old version; only one is ever open, confirming reloads. */
export function askUpdate(): void {
  if (updating) return;
  updating = true;
  void ask({ title: TEXTS.update_title, content: TEXTS.update_confirm, ok: "确认", cancel: null }, true).then((ok) => {
    updating = false;
    if (ok) reloadPage();
  });
}

/** Counts parallel calls: the overlay stays from the first start to the last end. Call the answer to end. */
export function startLoading(text: string | true): () => void {
  const id = nextId++;
  store.set((s) => ({ ...s, loading: [...s.loading, { id, text: text === true ? LOADING_TEXT : text }] }));
  return () => store.set((s) => ({ ...s, loading: s.loading.filter((l) => l.id !== id) }));
}

/** Copies, and says whether it worked. */
export async function copy(text: string): Promise<boolean> {
  const done = (await writeClipboard(text)) || copyBySelection(text);
  if (done) toast.success(TEXTS.copied);
  else toast.error(TEXTS.copy_failed);
  return done;
}

/** Absent on plain http, refused without permission. */
const writeClipboard = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
};

function copyBySelection(text: string): boolean {
  const area = document.createElement("textarea");
  area.value = text;
  area.style.cssText = "position:fixed;opacity:0";
  const before = document.activeElement;
  (document.querySelector("dialog[open]") ?? document.body).append(area);
  area.select();
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    area.remove();
    if (before instanceof HTMLElement) before.focus();
  }
}

/** Closes every confirm; called on each change of pathname. */
export function closeConfirms(): void {
  const open = store.get().asked;
  if (open && !open.lasting) open.answer(false);
}

/** Removes everything shown; for logout and for tests. */
export function clearFeedback(): void {
  closeConfirms();
  lastShown.clear();
  store.set((s) => ({ ...s, toasts: [], notices: [] }));
}
