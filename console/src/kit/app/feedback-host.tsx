/** Draws what feedback.ts holds: toasts, notifications, the loading overlay and the open confirm. */
import { useCallback, useEffect, useRef, type ReactNode } from "react";
import { CONFIRM_WIDTH, NOTIFICATION, TOAST } from "@visadesk/contract/kit/constants.ts";
import { copy, drop, store, type Asked, type Notice, type Toast, type Tone } from "./feedback.ts";

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
          <output className="vd-row vd-overlay-box">
            <span className="vd-spin" aria-hidden="true" />
            {text}
          </output>
        </TopLayer>
      )}
      {asked && <ConfirmDialog key={asked.id} asked={asked} />}
      <TopLayer className="vd-toasts" again={toasts.length} style={{ top: TOAST.top }}>
        <div aria-live="polite" className="vd-stack vd-toast-list">
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
      <span className="vd-wrap">{t.text}</span>
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
      <div className="vd-row vd-between">
        <b>{n.title}</b>
        <button type="button" className="vd-close" aria-label="关闭" onClick={() => drop(n.id)}>
          ✕
        </button>
      </div>
      {n.content && <div className="vd-muted vd-notice-text">{n.content}</div>}
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
    // After the key that asked: the browser closes what stands when Escape has been heard, and this would be it.
    const stands = setTimeout(() => dialog?.showModal());
    return () => {
      clearTimeout(stands);
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
      style={{ width: asked.width ?? CONFIRM_WIDTH }}
      onCancel={onCancel}
    >
      <h2 id={title}>{asked.title}</h2>
      {asked.content && <div className="vd-muted vd-before-8">{asked.content}</div>}
      <div className="vd-row vd-at-end vd-before-16">
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
