/** The policy asks for a second step: nothing else can be done until it is set up, and its recovery codes are seen. */
import { Alert, Button, Modal } from "antd";
import { lazy, Suspense, useState } from "react";
import { logout, session } from "#kit/session.ts";

const TotpPanel = lazy(() => import("./totp-panel.tsx"));

export function TotpGate() {
  const due = session.use((s) => s.login !== null && !s.passwd_open && s.account?.must_totp === true);
  const on = session.use((s) => s.login !== null && s.account?.totp_on === true);
  const [shown, setShown] = useState(false);
  if (due && !shown) setShown(true);
  if (!shown || (!due && !on)) return null;
  return (
    <Modal
      open
      title="开启两步验证"
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={
        due ? (
          <Button onClick={logout}>退出登录</Button>
        ) : (
          <Button type="primary" onClick={() => setShown(false)}>
            我已保存恢复码
          </Button>
        )
      }
    >
      {due && <Alert type="warning" showIcon title="系统要求您的账号开启两步验证，完成后才能继续使用" style={{ marginBottom: 16 }} />}
      <Suspense>
        <TotpPanel />
      </Suspense>
    </Modal>
  );
}
