import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent } from "react";
import { useRouter } from "@tanstack/react-router";
import { ApiError, call } from "#kit/app/api.ts";
import { toast } from "#kit/app/feedback.ts";
import { md5 } from "#kit/app/hash.ts";
import { parseSearch } from "#kit/app/location.tsx";
import { loadAccount, signIn } from "#kit/app/session.ts";
import { BrandMark } from "../shell/menu/brand-mark.tsx";
import { safeRedirect } from "../shell/guard.ts";
import { readBuildConfig, type BuildConfig } from "../shell/version-check.ts";
import { DemoAccounts } from "./demo-accounts.tsx";
import { LoginField } from "./login-field.tsx";
import "./login.css";

type Wrong = Partial<Record<"account" | "passwd" | "code", string>>;

const firstWrong = (account: string, passwd: string, code: string | null): Wrong => {
  if (!account.trim()) return { account: "请输入账号" };
  if (!passwd) return { passwd: "请输入密码" };
  if (code !== null && !code.trim()) return { code: "请输入两步验证码" };
  return {};
};

/** The two steps of signing in: what was typed, what was wrong, and sending it. */
function useLogin(focus: (name: string) => void) {
  const router = useRouter();
  const [account, setAccount] = useState("");
  const [passwd, setPasswd] = useState("");
  // null until the server asks for the second step.
  const [code, setCode] = useState<string | null>(null);
  const [wrong, setWrong] = useState<Wrong>({});
  const [refusal, setRefusal] = useState("");
  const [busy, setBusy] = useState(false);

  const refused = (e: unknown) => {
    if (!(e instanceof ApiError)) throw e;
    if (e.code === "totp_required") return setCode("");
    if (e.code === "totp_wrong") return setWrong({ code: e.msg });
    setRefusal(e.msg);
    focus("passwd");
  };
  const send = async () => {
    setBusy(true);
    try {
      signIn(
        await call(
          "open/oss_login",
          { account: account.trim(), passwd: md5(passwd), ...(code && { code: code.trim() }) },
          { noToast: true },
        ),
      );
      await loadAccount();
      await router.navigate({ href: safeRedirect(parseSearch(location.search).redirect), replace: true });
    } catch (e) {
      refused(e);
    } finally {
      setBusy(false);
    }
  };
  const submit = (e: FormEvent) => {
    e.preventDefault();
    const faults = firstWrong(account, passwd, code);
    setWrong(faults);
    setRefusal("");
    const [[name, message] = []] = Object.entries(faults);
    if (name && message) {
      toast.error(message);
      focus(name === "account" ? "username" : name);
    } else if (!busy) void send();
  };
  const fill = (name: string, word: string) => {
    setAccount(name);
    setPasswd(word);
    setCode(null);
    setWrong({});
    setRefusal("");
  };
  return { account, setAccount, passwd, setPasswd, code, setCode, wrong, refusal, busy, submit, fill };
}

/** No antd here: this is the page that a cold browser loads first. */
export default function Login() {
  const form = useRef<HTMLFormElement>(null);
  const focus = (name: string) => form.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus();
  const { account, setAccount, passwd, setPasswd, code, setCode, wrong, refusal, busy, submit, fill } = useLogin(focus);
  const [caps, setCaps] = useState(false);
  const [build, setBuild] = useState<BuildConfig | null>(null);
  const first = code === null ? "username" : "code";
  useEffect(() => void readBuildConfig().then(setBuild), []);
  useEffect(() => focus(first), [first]);
  const watchCaps = (e: KeyboardEvent) => setCaps(e.getModifierState("CapsLock"));
  const platform = build?.platform_name ?? "签证业务管理平台";

  return (
    <main className="vd-login">
      <div className="vd-login-card">
        <header className="vd-row is-wide vd-login-head">
          <BrandMark size={36} />
          <h1>{platform}</h1>
        </header>
        <form ref={form} onSubmit={submit} noValidate aria-busy={busy}>
          {code === null ? (
            <>
              <LoginField
                label="账号"
                name="username"
                value={account}
                onChange={setAccount}
                autoComplete="username"
                error={wrong.account}
              />
              <LoginField
                label="密码"
                name="passwd"
                value={passwd}
                onChange={setPasswd}
                secret
                autoComplete="current-password"
                error={wrong.passwd}
                hint={caps ? "大写锁定已打开" : undefined}
                onKeyUp={watchCaps}
                onKeyDown={watchCaps}
              />
            </>
          ) : (
            <>
              <p className="vd-muted vd-after-16">
                账号 <b>{account}</b> 已开启两步验证，请输入验证器上的6位数字或恢复码。
              </p>
              <LoginField
                label="验证码"
                name="code"
                value={code}
                onChange={setCode}
                autoComplete="one-time-code"
                inputMode="numeric"
                error={wrong.code}
              />
            </>
          )}
          <div role="alert" className="vd-small vd-error vd-login-refusal">
            {refusal}
          </div>
          <button type="submit" className="vd-button vd-primary vd-login-go" aria-disabled={busy}>
            {busy ? "登录中" : "登录"}
          </button>
          {code !== null && (
            <button type="button" className="vd-text-button" onClick={() => fill("", "")}>
              换一个账号
            </button>
          )}
        </form>
      </div>
      {build?.demo && code === null && <DemoAccounts pick={fill} />}
    </main>
  );
}
