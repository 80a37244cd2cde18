/** A generated password, shown this one time. */
import { Button } from "antd";
import { copy } from "#kit/app/feedback.ts";
import { Dialog } from "#kit/form/dialog.tsx";
import "../setting.css";

export interface OncePasswdProps {
  account: string;
  passwd: string;
  onClose: () => void;
}

export const OncePasswd = ({ account, passwd, onClose }: OncePasswdProps) => (
  <Dialog
    title="一次性密码"
    stays
    onClose={onClose}
    foot={
      <Button type="primary" onClick={onClose}>
        已交给本人
      </Button>
    }
  >
    <p>
      账号 <b>{account}</b> 的一次性密码，24小时内有效，首次登录须修改。关闭后不再显示。
    </p>
    <p className="vd-note is-plain vd-row vd-before-12 vd-once">
      <code>{passwd}</code>
      <Button onClick={() => void copy(passwd)}>复制</Button>
    </p>
  </Dialog>
);
