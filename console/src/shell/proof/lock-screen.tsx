/** The screen cover of a shared counter: everything stays open behind it, and the owner takes it away by password. */
import { useEffect, useRef, useState, type FormEvent } from "react";
import { useActGate } from "#kit/act/act-gate.ts";
import { ApiError, call } from "#kit/app/api.ts";
import { md5 } from "#kit/app/hash.ts";
import { confirm } from "#kit/app/feedback.ts";
import { useKeys } from "#kit/app/keyboard.ts";
import { queryClient } from "#kit/app/query.ts";
import { logout, refreshStats, session, useAccount, useConfig } from "#kit/app/session.ts";
import { BrandMark } from "../menu/brand-mark.tsx";

async function lock(): Promise<void> {
  await call("session_lock", {}, { noToast: true });
  session.set({ locked: true });
}

/** Alt L, or the idle minutes of the system config. */
export function useLock(): void {
  const minutes = useConfig()?.auto_lock_minutes ?? 0;
  const [press] = useActGate(lock, 500);
  useKeys({ "alt+l": ["锁屏", press] });
  useEffect(() => {
    if (minutes <= 0) return;
    let timer: ReturnType<typeof setTimeout>;
    const again = () => {
      clearTimeout(timer);
      timer = setTimeout(press, minutes * 60_000);
    };
    const signs = ["pointerdown", "keydown", "wheel"] as const;
    for (const sign of signs) window.addEventListener(sign, again, { passive: true });
    again();
    return () => {
      clearTimeout(timer);
      for (const sign of signs) window.removeEventListener(sign, again);
    };
  }, [minutes, press]);
}

export function LockScreen() {
  const locked = session.use((s) => s.locked && s.login !== null);
  return locked ? <Cover /> : null;
}

/** What was refused while the screen was locked, a reload included, is asked again. */
async function askAgain(): Promise<void> {
  await Promise.all([refreshStats(), queryClient.refetchQueries({ type: "active", predicate: (q) => q.state.status === "error" })]);
}

/** Somebody else at this counter: the owner's session ends, what he typed stays in his drafts. */
async function giveOver(): Promise<void> {
  const ok = await confirm({
    title: "换人登录？",
    content: "当前账号将退出登录，已保存的草稿会保留，未保存的其他内容会丢失。",
    ok: "换人登录",
  });
  if (ok) logout();
}

function Cover() {
  const account = useAccount();
  const dialog = useRef<HTMLDialogElement>(null);
  const [passwd, setPasswd] = useState("");
  const [fault, setFault] = useState("");
  useEffect(() => {
    const cover = dialog.current;
    cover?.showModal();
    return () => cover?.close();
  }, []);
  const [unlock, busy] = useActGate(async () => {
    if (!passwd) {
      setFault("请输入密码");
      return false;
    }
    try {
      await call("session_unlock", { passwd: md5(passwd) }, { noToast: true });
      session.set({ locked: false });
      void askAgain();
    } catch (e) {
      // The account stands above: only the password can be wrong.
      if (e instanceof ApiError) setFault(e.code === "login_failed" ? "密码错误" : e.msg);
      return false;
    }
    return true;
  }, 500);
  const submit = (e: FormEvent) => {
    e.preventDefault();
    unlock();
  };
  return (
    <dialog ref={dialog} className="vd-lock" aria-label="屏幕已锁定" onCancel={(e) => e.preventDefault()}>
      <form onSubmit={submit}>
        <BrandMark size={40} />
        <h2>{account?.nickname || account?.account}</h2>
        <p className="vd-muted vd-after-8">屏幕已锁定，打开的页面和填写的内容都还在。</p>
        <input
          type="password"
          autoFocus
          autoComplete="current-password"
          aria-label="密码"
          placeholder="密码"
          value={passwd}
          aria-invalid={fault !== ""}
          onChange={(e) => {
            setPasswd(e.target.value);
            setFault("");
          }}
        />
        <div role="alert" className="vd-error vd-small vd-lock-fault">
          {fault}
        </div>
        <button type="submit" className="vd-button vd-primary" aria-disabled={busy}>
          解锁
        </button>
        <button type="button" className="vd-text-button" onClick={() => void giveOver()}>
          换人登录
        </button>
      </form>
    </dialog>
  );
}
