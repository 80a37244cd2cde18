/** 资金追踪: at the head of the books asks for a number, beside a row of finance follows that row's own. */
import { Button } from "antd";
import { part } from "#kit/app/part.tsx";
import { useCan } from "#kit/app/session.ts";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { may } from "@visadesk/contract/permissions.ts";
import type { MoneyTraceProps } from "./money-trace.tsx";

export const MoneyTrace = part<MoneyTraceProps>(() => import("./money-trace.tsx").then((m) => m.MoneyTrace));

export function TraceButton({ no }: { no?: string }) {
  const [drawer, open] = useDialog();
  const mayTrace = useCan(may.balance);
  if (!mayTrace) return null;
  const look = (): void => open((close) => <MoneyTrace {...(no !== undefined && { no })} onClose={close} />);
  return (
    <>
      {no === undefined ? (
        <Button onClick={look}>资金追踪</Button>
      ) : (
        <Button type="link" size="small" onClick={look}>
          追踪
        </Button>
      )}
      {drawer}
    </>
  );
}
