import { Alert, Input, QRCode } from "antd";
import { useState } from "react";
import type { OutputOf } from "@visadesk/contract/index.ts";
import { ActButton } from "#kit/act/act-button.tsx";
import { ApiError, call } from "#kit/app/api.ts";
import { copy, toast } from "#kit/app/feedback.ts";
import { loadAccount, useAccount } from "#kit/app/session.ts";

/** Asks for one code; a wrong one is said at the field. */
function CodeStep({ label, danger, send }: { label: string; danger?: boolean; send: (code: string) => Promise<void> }) {
  const [code, setCode] = useState("");
  const [fault, setFault] = useState("");
  const act = async () => {
    if (!code.trim()) {
      setFault("请输入6位验证码");
      return false;
    }
    try {
      await send(code.trim());
    } catch (e) {
      if (e instanceof ApiError) setFault(e.msg);
      return false;
    }
    return true;
  };
  return (
    <div className="vd-stack">
      <Input
        aria-label="验证码"
        placeholder="6位验证码"
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        status={fault ? "error" : ""}
        onChange={(e) => {
          setCode(e.target.value);
          setFault("");
        }}
      />
      {fault && (
        <div role="alert" className="vd-error vd-small">
          {fault}
        </div>
      )}
      <div>
        <ActButton type="primary" danger={danger ?? false} onClick={act}>
          {label}
        </ActButton>
      </div>
    </div>
  );
}

export default function TotpPanel() {
  const account = useAccount();
  const [begun, setBegun] = useState<OutputOf<"totp_start"> | null>(null);
  const [codes, setCodes] = useState<string[]>([]);
  if (codes.length > 0) {
    return (
      <div className="vd-stack">
        <Alert type="success" showIcon title="两步验证已开启" description="恢复码只显示这一次，每个只能用一次，请保存在安全的地方。" />
        <pre className="vd-codes">{codes.join("\n")}</pre>
        <div>
          <ActButton onClick={() => copy(codes.join("\n"))} wait={500}>
            复制恢复码
          </ActButton>
        </div>
      </div>
    );
  }
  if (account?.totp_on) {
    const stop = async (code: string) => {
      await call("totp_stop", { code }, { noToast: true });
      toast.success("两步验证已关闭");
      await loadAccount(true);
    };
    return (
      <div className="vd-stack">
        <p>两步验证已开启，登录时除密码外还要输入验证器上的6位数字。关闭前请输入一次验证码或恢复码。</p>
        <CodeStep label="关闭两步验证" danger send={stop} />
      </div>
    );
  }
  if (!begun) {
    const begin = async () => setBegun(await call("totp_start", {}));
    return (
      <div className="vd-stack">
        <p>开启后，登录时除密码外还要输入手机验证器上的6位数字，密码泄露也不能登录。</p>
        <div>
          <ActButton type="primary" onClick={begin}>
            开启
          </ActButton>
        </div>
      </div>
    );
  }
  const confirm = async (code: string) => {
    const { recovery_codes } = await call("totp_confirm", { code }, { noToast: true });
    setCodes(recovery_codes);
    await loadAccount(true);
  };
  return (
    <div className="vd-stack">
      <p>用验证器扫描，或手工输入密钥，再填写显示的6位数字。</p>
      <QRCode value={begun.uri} size={176} type="svg" />
      <div>
        <code className="vd-codes">{begun.secret}</code>{" "}
        <button type="button" className="vd-text-button" onClick={() => void copy(begun.secret)}>
          复制
        </button>
      </div>
      <CodeStep label="确认开启" send={confirm} />
    </div>
  );
}
