/** What may be done from a movement; papers that change the books join here, each with a line. */
import { MoreOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { ActMenu } from "#kit/act/act-menu.tsx";
import { useDialog } from "#kit/form/form-dialog.tsx";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { balanceApi } from "@visadesk/contract/finance/books/balance.ts";
import { PeerAdjust } from "../adjustment/adjust-acts.tsx";
import { MoneyTrace } from "../trace/trace-button.tsx";
import { JournalButton } from "./journal-button.tsx";

export type BalanceLine = Output<typeof balanceApi.balance_query>["list"][number];

export function BalanceActs({ line: l }: { line: BalanceLine }) {
  const [dialog, open] = useDialog();
  const peer = { id: l.peer_id, name: l.peer_name };
  return (
    <span className="vd-moves is-row">
      <JournalButton id={l.journal_id} />
      <ActMenu
        items={[
          {
            key: "adjust",
            label: "申请调账",
            onClick: () => open((close) => <PeerAdjust peer={peer} account={l.account} onClose={close} />),
          },
          { key: "trace", label: "追踪", onClick: () => open((close) => <MoneyTrace no={l.related_no || l.no} onClose={close} />) },
        ]}
      >
        <Button type="text" size="small" icon={<MoreOutlined aria-hidden />} aria-label={`${l.no}的更多操作`} />
      </ActMenu>
      {dialog}
    </span>
  );
}
