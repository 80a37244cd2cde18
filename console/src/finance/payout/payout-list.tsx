/** 付款台: everything that leaves by a bank or a channel, whatever it is for. */
import { Button, Empty } from "antd";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { toast } from "#kit/app/feedback.ts";
import { part } from "#kit/app/part.tsx";
import { FormDialog, useDialog } from "#kit/form/form-dialog.tsx";
import { Money, TimeText } from "#kit/form/format-cells.tsx";
import {
  ListActs,
  ListBulk,
  ListEmpty,
  ListFigures,
  ListScreen,
  ListTabs,
  link,
  type BulkAct,
  type Column,
} from "#kit/list/list-screen.tsx";
import { TwoLines } from "#kit/page/blocks.tsx";
import { flowTag, Mark } from "#kit/page/flow-tag.tsx";
import { Item } from "#kit/page/item.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { money } from "@visadesk/contract/kit/format.ts";
import { PAYOUT_METHODS } from "@visadesk/contract/finance/cash.words.ts";
import { payoutApi } from "@visadesk/contract/finance/payout.ts";
import { payoutFlow } from "@visadesk/contract/finance/payout.flow.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { openedHref, useOpened } from "#kit/filter/use-opened.ts";
import { useWithdrawCounts, useWithdrawTabs } from "../withdrawal/withdraw-tabs.ts";
import type { PayoutDrawerProps } from "./payout-drawer.tsx";
import { PayoutMoves, type Payout } from "./payout-moves.tsx";
import { Source } from "./payout-source.tsx";

const PayoutDrawer = part<PayoutDrawerProps>(() => import("./payout-drawer.tsx").then((m) => m.PayoutDrawer));
const CashCalendar = part<{ onClose: () => void }>(() => import("./cash-calendar.tsx").then((m) => m.CashCalendar));

const COLUMNS: readonly Column<Payout>[] = [
  { ...link<Payout>("payout_no", (p) => openedHref("payout", p.id)), width: 148 },
  { name: "source_no", width: 140, exports: ["source_noun", "source_no"], render: (p) => <Source payout={p} /> },
  { name: "payee_name", width: 164, render: (p) => <TwoLines under={p.payee_bank}>{p.payee_name}</TwoLines> },
  { name: "amount", sort: "amount", width: 116, align: "end", render: (p) => <Money cents={p.amount} /> },
  { name: "payout_status", width: 104, render: (p) => flowTag(payoutFlow, p.payout_status) },
  {
    name: "due_at",
    sort: "due_at",
    width: 148,
    exports: ["due_at", "planned_on"],
    render: (p) => (
      <TwoLines under={p.is_overdue ? <Mark tone="red">超时</Mark> : p.planned_on !== null && `计划 ${p.planned_on}`}>
        <TimeText at={p.due_at} />
      </TwoLines>
    ),
  },
  {
    name: "payee_account",
    width: 112,
    render: (p) => (
      <TwoLines under={p.needs_call && <Mark tone="orange">须电话核实</Mark>}>
        <span className="vd-num">{p.payee_account}</span>
      </TwoLines>
    ),
  },
  { name: "company_account_name", width: 112, render: (p) => p.company_account_name },
  { name: "method", width: 84, render: (p) => PAYOUT_METHODS[p.method] },
  { name: "batch_no", width: 140, render: (p) => p.batch_no ?? <span className="vd-blank">—</span> },
  {
    name: "bank_ref",
    width: 148,
    exports: ["bank_ref", "paid_at", "bank_fee", "fail_reason"],
    render: (p) => <TwoLines under={p.paid_at === null ? p.fail_reason : <TimeText at={p.paid_at} />}>{p.bank_ref ?? "—"}</TwoLines>,
  },
  { name: "created_at", sort: "created_at", width: 116, render: (p) => <TimeText at={p.created_at} stacked /> },
];
const WAITING = { payout_status: ["queued", "paying", "failed"] };

/** What waits on each account against what lies on it. */
function Heads() {
  const { data } = useRecord(payoutApi.payout_head_get, {});
  return (
    <span className="vd-wraps vd-small">
      {(data?.accounts ?? []).map((a) => (
        <span key={a.id} className={a.balance !== null && a.waiting > a.balance ? "vd-error" : ""}>
          {a.name} 待付 {money(a.waiting)}（{a.count} 笔）{a.balance !== null && `/ 账面 ${money(a.balance)}`}
        </span>
      ))}
    </span>
  );
}

export function PayoutList() {
  const [opened, look] = useOpened("payout");
  const [dialog, open] = useDialog();
  const afterWrite = useAfterWrite();
  const tabs = useWithdrawTabs();
  const bulk: BulkAct = {
    label: "生成网银文件",
    may: may.payout_register,
    ids_only: true,
    fits: { of: (p: Payout) => p.payout_status === "queued" && p.method === "bank", none: "选中的付款单都不是待付款的网银付款" },
    run: (s) =>
      new Promise((resolve) => {
        open((close) => (
          <FormDialog
            endpoint={payoutApi.payout_export}
            title={`生成网银文件（${s.count} 笔）`}
            okText="生成"
            intro="文件含完整账号，保留7天；每个账号的查看都会记录。"
            initial={{ ids: "ids" in s ? [...s.ids] : [], format: "xlsx", is_merged: false }}
            onDone={({ batch_no, rows, total }) => {
              resolve(true);
              toast.success(`已生成 ${batch_no}：${rows} 笔，${money(total)}`);
              afterWrite();
            }}
            onClose={() => {
              close();
              resolve(false);
            }}
          >
            <Item name="company_account_id" half />
            <Item name="format" half />
            <Item name="is_merged" help="同一收款方、账号与开户行合为一笔" />
          </FormDialog>
        ));
      }),
  };
  return (
    <>
      <ListScreen
        endpoint={payoutApi.payout_query}
        title="提现管理"
        keyword={{ name: "keyword", placeholder: "付款单号、来源单号、收款方" }}
        filters={["payout_status", "source_noun", "company_account_id", "method"]}
        more={["due_at", "is_overdue", "batch_no", "bank_ref", "payee_account", "queue"]}
        defaultFilter={WAITING}
        columns={COLUMNS}
        row={(p) => <PayoutMoves payout={p} onLook={() => look(p.id)} />}
      >
        <ListTabs tabs={tabs} useCounts={useWithdrawCounts} />
        <ListFigures>
          <Heads />
        </ListFigures>
        <ListActs>
          <Button onClick={() => open((close) => <CashCalendar onClose={close} />)}>资金日历</Button>
        </ListActs>
        <ListBulk acts={[bulk]} />
        <ListEmpty>
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有待付款的付款单" />
        </ListEmpty>
      </ListScreen>
      {dialog}
      {opened !== null && <PayoutDrawer id={opened} onClose={() => look(null)} />}
    </>
  );
}
