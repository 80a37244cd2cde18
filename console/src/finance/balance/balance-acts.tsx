/** What may be done from a movement; papers that change the books join here, each with a line. */
import { Button } from "antd";
import { part } from "#kit/app/part.tsx";
import { useDialog } from "#kit/form/form-dialog.tsx";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { balanceApi } from "@visadesk/contract/finance/books/balance.ts";
import { AdjustButton } from "../adjustment/adjust-acts.tsx";
import type { JournalDrawerProps } from "./journal-drawer.tsx";

export type BalanceLine = Output<typeof balanceApi.balance_query>["list"][number];
const JournalDrawer = part<JournalDrawerProps>(() => import("./journal-drawer.tsx").then((m) => m.JournalDrawer));

/** 查看凭证. */
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

export const BalanceActs = ({ line }: { line: BalanceLine }) => (
  <span className="vd-moves is-row">
    <JournalButton id={line.journal_id} />
    <AdjustButton peer={{ id: line.peer_id, name: line.peer_name }} account={line.account} />
  </span>
);
