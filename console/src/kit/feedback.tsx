/**
 * What the console says beside the page: toasts, notifications, the loading overlay, confirms and copying.
 * Plain React without antd, because the login page and the error paths use it too. `FeedbackHost` is mounted once.
 *
 *   toast.success("已保存");  if (await confirm({ title: "删除这条记录？", danger: true })) …
 */
import { useCallback, useEffect, useRef, type ReactNode } from "react";
import { CONFIRM_WIDTH, LOADING_TEXT, NOTIFICATION, TOAST } from "@visadesk/contract/kit/constants.ts";
import { TEXTS } from "@visadesk/contract/kit/errors.ts";
import { reloadPage } from "./reload.ts";
import { createStore } from "./store.ts";

type Tone = "success" | "error" | "warning" | "info";
interface Toast {
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
}
interface Asked extends ConfirmOptions {
  id: number;
  lasting: boolean;
  answer: (ok: boolean) => void;
}

const store = createStore<{ toasts: Toast[]; notices: Notice[]; asked: Asked | null; loading: readonly { id: number; text: string }[] }>({
  toasts: [],
  notices: [],
  asked: null,
  loading: [],
});
let nextId = 1;
const lastShown = new Map<string, number>();
const drop = (id: number) =>
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

/** Where feedback is drawn; mounted once at the root. */
export function FeedbackHost() {
  const toasts = store.use((s) => s.toasts);
  const notices = store.use((s) => s.notices);
  const asked = store.use((s) => s.asked);
  const loading = store.use((s) => s.loading);
  const text = loading.at(-1)?.text;
  return (
    <>
      {text !== undefined && (
        <TopLayer className="vd-overlay">
          <output className="vd-overlay-box">
            <span className="vd-spin" aria-hidden="true" />
            {text}
          </output>
        </TopLayer>
      )}
      {asked && <ConfirmDialog key={asked.id} asked={asked} />}
      <TopLayer className="vd-toasts" again={toasts.length} style={{ top: TOAST.top }}>
        <div aria-live="polite" className="vd-toast-list">
          {toasts.map((t) => (
            <ToastLine key={t.id} toast={t} />
          ))}
        </div>
      </TopLayer>
      <TopLayer
        className="vd-notices"
        again={notices.length}
        style={{ top: NOTIFICATION.edge, right: NOTIFICATION.edge, width: NOTIFICATION.width }}
      >
        <div aria-live="polite">
          {notices.map((n) => (
            <NoticeCard key={n.id} notice={n} />
          ))}
        </div>
      </TopLayer>
    </>
  );
}

/** Draws above open dialogs too, where the browser has a top layer for it. */
function TopLayer({
  className,
  again,
  style,
  children,
}: {
  className: string;
  again?: number;
  style?: React.CSSProperties;
  children: ReactNode;
}) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const layer = ref.current;
    if (!layer?.isConnected || !("showPopover" in layer)) return;
    if (layer.matches(":popover-open")) layer.hidePopover();
    if (again !== 0) layer.showPopover();
  }, [again]);
  return (
    <div ref={ref} popover="manual" className={className} style={style}>
      {children}
    </div>
  );
}

/** Ends after its time, not while the pointer or the focus is on it. */
function useFade(id: number, seconds: number) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stop = useCallback(() => clearTimeout(timer.current), []);
  const start = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => drop(id), seconds * 1000);
  }, [id, seconds]);
  useEffect(() => {
    start();
    return stop;
  }, [start, stop]);
  return { onMouseEnter: stop, onMouseLeave: start, onFocus: stop, onBlur: start };
}

const MARKS: Record<Tone, string> = { success: "✓", error: "✕", warning: "!", info: "i" };

function ToastLine({ toast: t }: { toast: Toast }) {
  const hold = useFade(t.id, TOAST.duration);
  const id = t.request_id;
  return (
    <div className={`vd-toast vd-toast-${t.tone}`} role={t.tone === "error" ? "alert" : "status"} {...hold}>
      <span className="vd-toast-mark" aria-hidden="true">
        {MARKS[t.tone]}
      </span>
      <span className="vd-toast-text">{t.text}</span>
      {id && (
        <button type="button" className="vd-text-button" onClick={() => void copy(id)}>
          复制请求号
        </button>
      )}
    </div>
  );
}

function NoticeCard({ notice: n }: { notice: Notice }) {
  const hold = useFade(n.id, NOTIFICATION.duration);
  return (
    <div className="vd-notice" {...hold}>
      <div className="vd-notice-head">
        <b>{n.title}</b>
        <button type="button" className="vd-close" aria-label="关闭" onClick={() => drop(n.id)}>
          ✕
        </button>
      </div>
      {n.content && <div className="vd-notice-text">{n.content}</div>}
      {n.action && (
        <button
          type="button"
          className="vd-text-button"
          onClick={() => {
            drop(n.id);
            n.action?.run();
          }}
        >
          {n.action.label}
        </button>
      )}
    </div>
  );
}

function ConfirmDialog({ asked }: { asked: Asked }) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    const dialog = ref.current;
    dialog?.showModal();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  const onCancel = (e: React.SyntheticEvent) => {
    e.preventDefault();
    if (!asked.lasting) asked.answer(false);
  };
  const title = `vd-confirm-${asked.id}`;
  return (
    <dialog
      ref={ref}
      className="vd-confirm"
      role="alertdialog"
      aria-labelledby={title}
      style={{ width: CONFIRM_WIDTH }}
      onCancel={onCancel}
    >
      <h2 id={title}>{asked.title}</h2>
      {asked.content && <div className="vd-confirm-text">{asked.content}</div>}
      <div className="vd-confirm-acts">
        {asked.cancel !== null && (
          <button type="button" className="vd-button" onClick={() => asked.answer(false)}>
            {asked.cancel ?? "取消"}
          </button>
        )}
        <button
          type="button"
          autoFocus
          className={`vd-button ${asked.danger ? "vd-danger" : "vd-primary"}`}
          onClick={() => asked.answer(true)}
        >
          {asked.ok ?? "确定"}
        </button>
      </div>
    </dialog>
  );
}
