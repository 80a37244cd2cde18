/** Buttons of every tab of the books; further ones join here. */
import { Button } from "antd";
import { part } from "#kit/app/part.tsx";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { TraceButton } from "../trace/trace-button.tsx";

const SettingDrawer = part<{ onClose: () => void }>(() => import("../setting/setting-drawer.tsx").then((m) => m.SettingDrawer));

export function BalanceButtons() {
  const [drawer, open] = useDialog();
  return (
    <>
      <Button onClick={() => open((close) => <SettingDrawer onClose={close} />)}>财务参数</Button>
      <TraceButton />
      {drawer}
    </>
  );
}
