/** 余额调节表: of an account on a day, what lies between the books and the bank; both feet agree or the difference is said. */
import { Alert, Button } from "antd";
import { useState } from "react";
import { part } from "#kit/app/part.tsx";
import { useGo, useSearchText } from "#kit/filter/use-url.ts";
import { Money } from "#kit/form/format-cells.tsx";
import { DateInput } from "#kit/inputs/date-input.tsx";
import { Section, Stack } from "#kit/page/blocks.tsx";
import { Reads } from "#kit/page/reads.tsx";
import { TabBar } from "#kit/page/tab-bar.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { Picker } from "#kit/pickers.tsx";
import { to } from "#kit/screens.ts";
import { Rows } from "#kit/table/rows.tsx";
import { bankReconcile, bankReconcileApi } from "@visadesk/contract/finance/bank/bank-reconcile.ts";
import { HOUSE_ACCOUNTS } from "@visadesk/contract/finance/ledger.words.ts";
import { money, shanghaiDate } from "@visadesk/contract/kit/format.ts";
import "#kit/list/list.css";
import { BANK_RECONCILE, BANK_TABS } from "./bank-tabs.ts";
import type { ReconcileSheetProps } from "./reconcile-sheet.tsx";
import { footText, SIDES, type Reconciled } from "./reconcile-words.ts";

const ReconcileSheet = part<ReconcileSheetProps>(() => import("./reconcile-sheet.tsx").then((m) => m.ReconcileSheet));

const Totals = ({ r }: { r: Reconciled }) => (
  <Rows
    label="余额调节"
    rows={[
      { label: "余额", book: r.ledger_balance, bank: r.statement_balance },
      { label: "加：对方已收", book: r.bank_in.total, bank: r.book_in.total },
      { label: "减：对方已付", book: r.bank_out.total, bank: r.book_out.total },
      { label: "调节后余额", book: r.ledger_adjusted, bank: r.statement_adjusted },
    ]}
    by="label"
    columns={[
      { title: "项目", head: true, cell: (x) => x.label },
      { title: "企业账面", end: true, cell: (x) => <Money cents={x.book} /> },
      {
        title: `银行对账单${r.statement_on ? `（${r.statement_on}）` : ""}`,
        end: true,
        cell: (x) => (x.bank === null ? "—" : <Money cents={x.bank} />),
      },
    ]}
  />
);
const Lists = ({ r }: { r: Reconciled }) =>
  SIDES.map(({ key, label }) => (
    <Section key={key} title={`${label} ${r[key].count} 笔 ${money(r[key].total)}`} flush>
      <Rows
        label={label}
        of={bankReconcile.shape[key].shape.list}
        rows={r[key].list}
        none="没有"
        maxHeight={280}
        columns={["on", "no", "title", "amount"]}
      />
    </Section>
  ));

export function Reconcile() {
  const go = useGo();
  const [search] = useSearchText();
  const asked = new URLSearchParams(search);
  const [account, setAccount] = useState<number>(Number(asked.get("account")) || HOUSE_ACCOUNTS.bank);
  // Nothing chosen: the server's day.
  const [day, setDay] = useState<string | null>(asked.get("day"));
  const [isPrinting, setPrinting] = useState(false);
  const answer = useRecord(bankReconcileApi.bank_reconcile_get, { company_account_id: account, ...(day !== null && { day }) });
  const r = answer.data;
  return (
    <div className="vd-stack vd-list">
      <div className="vd-wraps vd-list-title">
        <h1>对公汇款审核</h1>
        <span className="vd-grow" />
        <Button disabled={!r} onClick={() => setPrinting(true)}>
          打印调节表
        </Button>
      </div>
      <TabBar
        label="对公汇款审核"
        tabs={BANK_TABS}
        chosen={BANK_RECONCILE}
        onChoose={(tab) => go(to("corporate-remittance-list", {}, { tab }))}
      />
      <section className="vd-card" aria-label="余额调节表">
        <Stack gap={16}>
          <div className="vd-wraps">
            <Picker of="company_account" aria-label="账户" value={account} onChange={(id) => typeof id === "number" && setAccount(id)} />
            <span>
              <DateInput
                placeholder="截止日"
                value={day ?? r?.day ?? null}
                isOff={(d) => d > shanghaiDate(new Date())}
                onChange={(d) => d && setDay(d)}
              />
            </span>
          </div>
          <Reads answer={answer}>
            {(read) => (
              <>
                <Totals r={read} />
                <Alert type={read.is_even ? "success" : "warning"} showIcon title={footText(read)} />
                <Lists r={read} />
              </>
            )}
          </Reads>
        </Stack>
      </section>
      {r && isPrinting && <ReconcileSheet reconciled={r} onClose={() => setPrinting(false)} />}
    </div>
  );
}
