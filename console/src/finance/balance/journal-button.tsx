/** 查看凭证: a voucher over whatever names it. */
import { Button } from "antd";
import { part } from "#kit/app/part.tsx";
import { useDialog } from "#kit/form/form-dialog.tsx";
import type { JournalDrawerProps } from "./journal-drawer.tsx";

const JournalDrawer = part<JournalDrawerProps>(() => import("./journal-drawer.tsx").then((m) => m.JournalDrawer));

export function JournalButton({ id, label = "查看凭证" }: { id: number; label?: string }) {
  const [drawer, open] = useDialog();
  return (
    <>
      <Button type="link" size="small" onClick={() => open((close) => <JournalDrawer id={id} onClose={close} />)}>
        {label}
      </Button>
      {drawer}
    </>
  );
}
