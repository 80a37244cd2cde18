/** 账户 of every peer in sight: what it has, how far its credit reaches; from here its statement of a period. */
import { Button, Empty, Popover } from "antd";
import { part } from "#kit/app/part.tsx";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { Money } from "#kit/form/format-cells.tsx";
import { ListActs, ListEmpty, ListScreen, ListTabs, type Column } from "#kit/list/list-screen.tsx";
import { TwoLines } from "#kit/page/blocks.tsx";
import { Mark } from "#kit/page/flow-tag.tsx";
import { Rows } from "#kit/table/rows.tsx";
import { creditFormula } from "#shared/credit-formula.ts";
import { PeerLink } from "#shared/peer-link.tsx";
import { ledgerAccountApi } from "@visadesk/contract/finance/books/ledger-account.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { BalanceButtons } from "./balance-buttons.tsx";
import { BALANCE_TABS } from "./balance-tabs.ts";
import { useBalanceTabCounts } from "./tab-counts.ts";
import type { StatementProps } from "./statement-dialog.tsx";

type Account = Output<typeof ledgerAccountApi.ledger_account_query>["list"][number];
const Statement = part<StatementProps>(() => import("./statement-dialog.tsx").then((m) => m.StatementDialog));

const Formula = ({ account: a }: { account: Account }) => (
  <Rows
    label="授信公式"
    of={ledgerAccountApi.ledger_account_query.row.shape.credit_rows}
    rows={creditFormula(a.credit_rows, a.credit_available)}
    by="key"
    columns={["label", "amount"]}
  />
);
/** What the figure is made of, on hover and focus. */
const Available = ({ account: a }: { account: Account }) => (
  <Popover content={<Formula account={a} />}>
    <Button type="link" size="small" className={a.credit_available < 0 ? "vd-plain-link vd-error" : "vd-plain-link"}>
      <Money cents={a.credit_available} />
    </Button>
  </Popover>
);
export const ACCOUNT_COLUMNS: readonly Column<Account>[] = [
  {
    name: "peer_name",
    width: 176,
    exports: ["peer_no", "peer_name"],
    render: (a) => (
      <TwoLines under={a.peer_no}>
        <PeerLink id={a.id}>{a.peer_name}</PeerLink>
      </TwoLines>
    ),
  },
  { name: "bd_owner_name", width: 80, render: (a) => a.bd_owner_name ?? <span className="vd-blank">—</span> },
  { name: "principal", sort: "principal", width: 116, align: "end", render: (a) => <Money cents={a.principal} /> },
  {
    name: "gift",
    width: 116,
    align: "end",
    exports: ["gift", "gift_until"],
    render: (a) => (
      <TwoLines end num under={a.gift_until === null ? "" : `${a.gift_until} 到期`}>
        <Money cents={a.gift} />
      </TwoLines>
    ),
  },
  { name: "frozen", width: 104, align: "end", render: (a) => <Money cents={a.frozen} /> },
  { name: "credit_limit", width: 116, align: "end", render: (a) => <Money cents={a.credit_limit} /> },
  { name: "credit_used", sort: "credit_used", width: 116, align: "end", render: (a) => <Money cents={a.credit_used} /> },
  { name: "credit_available", width: 120, align: "end", hint: "悬停看公式", render: (a) => <Available account={a} /> },
  {
    name: "overdue_since",
    title: "逾期",
    width: 124,
    render: (a) => (a.overdue_since === null ? <span className="vd-blank">—</span> : <Mark tone="red">{`${a.overdue_since} 起`}</Mark>),
  },
];

export function LedgerAccountList() {
  const [dialog, open] = useDialog();
  return (
    <>
      <ListScreen
        endpoint={ledgerAccountApi.ledger_account_query}
        title="余额明细"
        columns={ACCOUNT_COLUMNS}
        filters={["peer_id", "bd_owner_id", "is_overdue", "has_credit", "has_balance"]}
        row={(a) => (
          <Button type="link" size="small" onClick={() => open((close) => <Statement peerId={a.id} name={a.peer_name} onClose={close} />)}>
            对账单
          </Button>
        )}
      >
        <ListTabs tabs={BALANCE_TABS} useCounts={useBalanceTabCounts} />
        <ListActs>
          <BalanceButtons />
        </ListActs>
        <ListEmpty>
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有同行账户；入驻通过时开立" />
        </ListEmpty>
      </ListScreen>
      {dialog}
    </>
  );
}
