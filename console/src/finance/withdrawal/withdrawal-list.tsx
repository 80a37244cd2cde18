/** 提现: what peers ask back, by stage; passed one by one or several at once, each for itself. */
import { useQueryClient } from "@tanstack/react-query";
import { Button, Empty } from "antd";
import { ask } from "#kit/act/ask.ts";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { eachRow } from "#kit/act/each-row.ts";
import { tellOutcome } from "#kit/act/outcome.tsx";
import { confirm } from "#kit/app/feedback.ts";
import { part } from "#kit/app/part.tsx";
import { useCan } from "#kit/app/session.ts";
import { uuid } from "#kit/app/hash.ts";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { Money, TimeText } from "#kit/form/format-cells.tsx";
import { ListActs, ListBulk, ListEmpty, ListScreen, ListTabs, link, type BulkAct, type Column } from "#kit/list/list-screen.tsx";
import { TwoLines } from "#kit/page/blocks.tsx";
import { flowTag, Mark } from "#kit/page/flow-tag.tsx";
import { idsOf } from "#kit/list/list-model.ts";
import { seenRows } from "#kit/list/seen-rows.ts";
import { money } from "@visadesk/contract/kit/format.ts";
import { payoutFlow } from "@visadesk/contract/finance/payout.flow.ts";
import { withdrawalApi } from "@visadesk/contract/finance/withdrawal.ts";
import { withdrawalFlow } from "@visadesk/contract/finance/withdrawal.flow.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { openedHref, useOpened } from "#kit/filter/use-opened.ts";
import { PeerName } from "./peer-name.tsx";
import { useWithdrawCounts, useWithdrawTabs } from "./withdraw-tabs.ts";
import type { WithdrawalDrawerProps } from "./withdrawal-drawer.tsx";
import { WithdrawalMoves, type Withdrawal } from "./withdrawal-moves.tsx";

const WithdrawalDrawer = part<WithdrawalDrawerProps>(() => import("./withdrawal-drawer.tsx").then((m) => m.WithdrawalDrawer));
const WithdrawalForm = part<{ onClose: () => void }>(() => import("./withdrawal-form.tsx").then((m) => m.WithdrawalForm));

const COLUMNS: readonly Column<Withdrawal>[] = [
  { ...link<Withdrawal>("withdrawal_no", (w) => openedHref("withdrawal", w.id)), width: 152 },
  {
    name: "peer_name",
    width: 152,
    exports: ["peer_no", "peer_name"],
    render: (w) => (
      <TwoLines under={w.peer_no}>
        <PeerName of={w} />
      </TwoLines>
    ),
  },
  { name: "amount", sort: "amount", width: 116, align: "end", render: (w) => <Money cents={w.amount} /> },
  {
    name: "net",
    width: 116,
    align: "end",
    exports: ["fee", "net"],
    render: (w) => (
      <TwoLines end num under={w.fee > 0 ? `手续费 ${(w.fee / 100).toFixed(2)}` : ""}>
        <Money cents={w.net} />
      </TwoLines>
    ),
  },
  {
    name: "withdrawal_status",
    width: 132,
    exports: ["withdrawal_status", "payout_status"],
    render: (w) => (
      <TwoLines
        under={
          w.withdrawal_status === "approved" &&
          w.payout_status !== null &&
          w.payout_status !== "queued" && (
            <Mark tone={payoutFlow.states[w.payout_status].tone}>{payoutFlow.states[w.payout_status].label}</Mark>
          )
        }
      >
        {flowTag(withdrawalFlow, w.withdrawal_status)}
      </TwoLines>
    ),
  },
  {
    name: "due_at",
    sort: "due_at",
    width: 160,
    render: (w) => (
      <TwoLines under={w.is_overdue && <Mark tone="red">超时</Mark>}>
        <TimeText at={w.due_at} />
      </TwoLines>
    ),
  },
  { name: "gift_back", width: 104, align: "end", render: (w) => <Money cents={w.gift_back} /> },
  {
    name: "payee_account",
    width: 172,
    exports: ["payee_name", "payee_account", "payee_bank"],
    render: (w) => (
      <TwoLines under={w.payee_bank}>
        <span className="vd-num">{w.payee_account}</span>
      </TwoLines>
    ),
  },
  { name: "withdrawable", width: 116, align: "end", render: (w) => <Money cents={w.withdrawable} /> },
  {
    name: "created_by_name",
    width: 96,
    title: "申请/审核人",
    exports: ["created_by_name", "approved_by_name", "rechecked_by_name"],
    render: (w) => (
      <TwoLines under={[w.approved_by_name, w.rechecked_by_name].filter(Boolean).join("、")}>{w.created_by_name ?? "同行"}</TwoLines>
    ),
  },
  { name: "created_at", sort: "created_at", width: 116, render: (w) => <TimeText at={w.created_at} stacked /> },
];

/** Each by itself: one that is refused leaves the others passed. */
async function approveAll(list: readonly Withdrawal[]): Promise<false | number[]> {
  const sum = list.reduce((n, w) => n + w.amount, 0);
  const content = `共 ${money(sum)}；收款户名、原因与申请函请先逐笔查看。达到复核限额的转待复核。`;
  if (!(await confirm({ title: `通过 ${list.length} 笔提现？`, content, ok: "通过" }))) return false;
  const pass = ({ id, version }: Withdrawal): Promise<unknown> =>
    ask(withdrawalApi.withdrawal_approve, { id, version, idempotency_key: uuid() }, { noToast: true });
  const outcome = await eachRow(list, (w) => w.withdrawal_no, pass);
  tellOutcome("通过", "笔提现", outcome);
  return outcome.rest.map((w) => w.id);
}
const isForMe = (w: Withdrawal): boolean => w.withdrawal_status === "pending" && !w.is_mine;

export function WithdrawalList() {
  const [opened, look] = useOpened("withdrawal");
  const [dialog, open] = useDialog();
  const client = useQueryClient();
  const afterWrite = useAfterWrite();
  const tabs = useWithdrawTabs();
  const mayAsk = useCan(may.withdraw);
  const bulk: BulkAct = {
    label: "通过",
    may: may.withdraw,
    ids_only: true,
    fits: { of: isForMe, none: "选中的提现都不是待您审核的" },
    run: async (s) => {
      const left = await approveAll(seenRows(client, withdrawalApi.withdrawal_query, idsOf(s)).filter(isForMe));
      if (left !== false) afterWrite();
      return left;
    },
  };
  return (
    <>
      <ListScreen
        endpoint={withdrawalApi.withdrawal_query}
        title="提现管理"
        keyword={{ name: "keyword", placeholder: "提现单号" }}
        filters={["peer_id", "payee_bank", "is_overdue"]}
        more={["withdrawal_status", "amount_from", "amount_to", "payee_account", "created_at", "queue"]}
        columns={COLUMNS}
        row={(w) => <WithdrawalMoves withdrawal={w} onLook={() => look(w.id)} />}
      >
        <ListTabs tabs={tabs} useCounts={useWithdrawCounts} />
        {mayAsk && (
          <ListActs>
            <Button type="primary" onClick={() => open((close) => <WithdrawalForm onClose={close} />)}>
              申请提现
            </Button>
          </ListActs>
        )}
        <ListBulk acts={[bulk]} />
        <ListEmpty>
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有提现；点申请提现代同行登记" />
        </ListEmpty>
      </ListScreen>
      {dialog}
      {opened !== null && <WithdrawalDrawer id={opened} onClose={() => look(null)} />}
    </>
  );
}
