import { Alert, Form, Input, type FormInstance, type InputRef } from "antd";
import { useRef, useState, type RefObject } from "react";
import { PASSWORD_MIN } from "@visadesk/contract/kit/constants.ts";
import { TEXTS } from "@visadesk/contract/kit/errors.ts";
import { useActGate } from "#kit/act/act-gate.ts";
import { ApiError, call } from "#kit/app/api.ts";
import { toast } from "#kit/app/feedback.ts";
import { md5 } from "#kit/app/hash.ts";
import { useQuery } from "#kit/app/location.tsx";
import { againFault, passwdFault, STRICT_MIN, STRICT_MIN_TOTP } from "./password-rules.ts";
import { loadAccount, logout, session, useAccount, useConfig, type Account } from "#kit/app/session.ts";
import { Dialog } from "#kit/form/dialog.tsx";

interface Values {
  passwd: string;
  again: string;
  /** The present password, once the server asked for it. */
  present?: string;
}
const rule = (fault: (value: string | undefined) => string | null) => ({
  validator: (_: unknown, value: string | undefined) => {
    const message = fault(value);
    return message ? Promise.reject(new Error(message)) : Promise.resolve();
  },
});

/** Asked from the start where the last sign-in or unlock is too long ago. */
const isProofOver = (account: Account | null): boolean =>
  account?.proved_until !== undefined && Date.parse(account.proved_until) <= Date.now();

const focusFirst = (form: FormInstance<Values>): void => {
  const [wrong] = form.getFieldsError().filter((f) => f.errors.length > 0);
  const field: { focus?: () => void } | undefined = wrong && form.getFieldInstance(wrong.name);
  field?.focus?.();
};

interface ItemsProps {
  form: FormInstance<Values>;
  min: number;
  first: RefObject<InputRef | null>;
  /** Set once the present password is asked for. */
  present: RefObject<InputRef | null> | null;
}
const PasswordItems = ({ form, min, first, present }: ItemsProps) => (
  <>
    {present && (
      <Form.Item name="present" label="当前密码" extra="距上次输入密码已超过30分钟" rules={[rule((v) => (v ? null : "请输入当前密码"))]}>
        <Input.Password autoComplete="current-password" ref={present} />
      </Form.Item>
    )}
    <Form.Item name="passwd" label="新密码" rules={[rule((v) => passwdFault(v, "请输入密码", min))]}>
      <Input.Password autoComplete="new-password" ref={first} />
    </Form.Item>
    <Form.Item name="again" label="确认密码" dependencies={["passwd"]} rules={[rule((v) => againFault(v, form.getFieldValue("passwd")))]}>
      <Input.Password autoComplete="new-password" />
    </Form.Item>
  </>
);

/** Unlocking is what gives the password again; a wrong one climbs the same ladder. */
const prove = (passwd: string) => call("session_unlock", { passwd: md5(passwd) }, { noToast: true });

export function PasswordForm() {
  const account = useAccount();
  const config = useConfig();
  const [form] = Form.useForm<Values>();
  const [refusal, setRefusal] = useState("");
  const [proves, setProves] = useState(() => isProofOver(account));
  const first = useRef<InputRef>(null);
  const present = useRef<InputRef>(null);
  const forced = account?.must_change ?? false;
  const min = config?.password_policy === "strict" ? (account?.totp_on ? STRICT_MIN_TOTP : STRICT_MIN) : PASSWORD_MIN;
  const close = () => session.set({ passwd_open: false });

  const save = async (values: Values): Promise<boolean> => {
    const { login } = session.get();
    if (!login) return true;
    setRefusal("");
    try {
      if (proves) await prove(values.present ?? "");
      await call(
        "oss_account_update",
        { id: login.id, account: login.account, passwd: md5(values.passwd) },
        { noToast: true, loading: true },
      );
      toast.success(TEXTS.passwd_done);
      close();
      await loadAccount(true);
      return true;
    } catch (e) {
      if (!(e instanceof ApiError) || e.aborted) throw e;
      // Asked for after a while: what was typed stays, the present password comes on top.
      if (e.code === "confirm_needed") {
        setProves(true);
        setTimeout(() => present.current?.focus());
        return false;
      }
      if (e.code === "login_failed") {
        form.setFields([{ name: "present", errors: ["密码错误"] }]);
        present.current?.focus();
        return false;
      }
      toast.error(TEXTS.passwd_failed, { request_id: e.request_id });
      setRefusal(e.msg);
      return true;
    }
  };
  const [send, saving] = useActGate(() => save(form.getFieldsValue()));
  // OK is a check made by code, Enter a native submit: they refuse with different words.
  const ok = () =>
    form.validateFields().then(send, () => {
      toast.error(TEXTS.form_invalid);
      focusFirst(form);
    });
  const onFinishFailed = ({ errorFields }: { errorFields: { errors: string[] }[] }) => {
    const message = errorFields[0]?.errors[0];
    if (message) toast.error(message);
    focusFirst(form);
  };
  return (
    <Dialog
      title="修改密码"
      stays={forced}
      busy={saving}
      cancelText={forced ? "退出登录" : "取消"}
      typed={false}
      onOk={ok}
      onClose={forced ? logout : close}
      focus={() => present.current ?? first.current}
    >
      {forced && <Alert type="warning" showIcon title="首次登录或密码已被重置，请先修改密码" style={{ marginBottom: 16 }} />}
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        onFinish={send}
        onFinishFailed={onFinishFailed}
        validateTrigger="onBlur"
        autoComplete="off"
      >
        <input type="text" name="username" autoComplete="username" value={account?.account ?? ""} readOnly hidden />
        <PasswordItems form={form} min={min} first={first} present={proves ? present : null} />
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
        {refusal && <Alert type="error" showIcon title={refusal} style={{ marginBottom: 12 }} />}
      </Form>
      {!forced && <OtherDoors close={close} />}
    </Dialog>
  );
}

/** Ways to what else belongs to one's own account. */
function OtherDoors({ close }: { close: () => void }) {
  const [, setQuery] = useQuery();
  const panel = (name: string) => {
    close();
    setQuery({ panel: name });
  };
  return (
    <div className="vd-row">
      <button type="button" className="vd-text-button" onClick={() => panel("devices")}>
        登录设备
      </button>
      <button type="button" className="vd-text-button" onClick={() => panel("totp")}>
        两步验证
      </button>
      <button type="button" className="vd-text-button" onClick={() => panel("my-duty")}>
        我的值班
      </button>
    </div>
  );
}
