/** The dialog of the second step that the policy asks for; it cannot be put off. */
import { Alert, Button } from "antd";
import { logout } from "#kit/app/session.ts";
import { Dialog } from "#kit/form/dialog.tsx";
import TotpPanel from "./totp-panel.tsx";

export interface TotpDialogProps {
  /** Still to be set up; afterwards the recovery codes are looked at. */
  due: boolean;
  onSeen: () => void;
}

export function TotpDialog({ due, onSeen }: TotpDialogProps) {
  return (
    <Dialog
      title="开启两步验证"
      stays
      onClose={onSeen}
      foot={
        due ? (
          <Button onClick={logout}>退出登录</Button>
        ) : (
          <Button type="primary" onClick={onSeen}>
            我已保存恢复码
          </Button>
        )
      }
    >
      {due && <Alert type="warning" showIcon title="系统要求您的账号开启两步验证，完成后才能继续使用" style={{ marginBottom: 16 }} />}
      <TotpPanel />
    </Dialog>
  );
}
