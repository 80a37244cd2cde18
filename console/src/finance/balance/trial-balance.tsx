/** 科目余额 of a month: what stood, what moved and what stands on every account; the books balance when its foot is nil. */
import { Select } from "antd";
import { useGo, useSearchText } from "#kit/filter/use-url.ts";
import { Money } from "#kit/form/format-cells.tsx";
import { Mark } from "#kit/page/flow-tag.tsx";
import { Reads } from "#kit/page/reads.tsx";
import { TabBar } from "#kit/page/tab-bar.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { to } from "#kit/screens.ts";
import { Rows } from "#kit/table/rows.tsx";
import { trialBalanceApi } from "@visadesk/contract/finance/books/trial-balance.ts";
import { LEDGER_ACCOUNTS, PERIOD_STATES } from "@visadesk/contract/finance/ledger.words.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { BalanceButtons } from "./balance-buttons.tsx";
import { BALANCE_TABS, TRIAL } from "./balance-tabs.ts";
import "#kit/list/list.css";

type Balance = Output<typeof trialBalanceApi.trial_balance_get>;
const SIDES = ["opening", "debit", "credit", "closing"] as const;

/** Debits and credits are equal, what stands in debit is what stands in credit. */
const isFootNil = ({ opening, debit, credit, closing }: Balance["sums"]): boolean => opening === 0 && closing === 0 && debit === credit;

function Foot({ balance: b }: { balance: Balance }) {
  return (
    <p className="vd-under-card vd-wraps vd-num">
      <b>合计</b>
      <span>
        期初 <Money cents={b.sums.opening} />
      </span>
      <span>
        借方 <Money cents={b.sums.debit} />
      </span>
      <span>
        贷方 <Money cents={b.sums.credit} />
      </span>
      <span>
        期末 <Money cents={b.sums.closing} />
      </span>
      {isFootNil(b.sums) ? <Mark tone="green">平衡</Mark> : <Mark tone="red">不平衡</Mark>}
    </p>
  );
}

const Table = ({ balance: b }: { balance: Balance }) => (
  <>
    <Rows
      label="科目余额"
      of={trialBalanceApi.trial_balance_get.output.shape.list}
      rows={b.list}
      by={(r) => `${r.account} ${r.owner_id} ${r.kind}`}
      none="本月及以前没有记账"
      columns={[
        { name: "gl_code", num: true },
        { name: "account", head: true, cell: (r) => LEDGER_ACCOUNTS[r.account] },
        "detail",
        ...SIDES,
      ]}
    />
    <Foot balance={b} />
  </>
);

export function TrialBalance() {
  const go = useGo();
  const [search, replace] = useSearchText();
  const params = new URLSearchParams(search);
  const month = params.get("month");
  const answer = useRecord(trialBalanceApi.trial_balance_get, month === null ? {} : { month });
  const b = answer.data;
  const choose = (m: string): void => {
    params.set("month", m);
    replace(params.toString());
  };
  return (
    <>
      <div className="vd-wraps vd-list-title">
        <h1>余额明细</h1>
        {b && (
          <>
            <Select
              aria-label="月份"
              value={b.month}
              options={[...new Set([b.month, ...b.months])].map((m) => ({ value: m, label: m }))}
              onChange={choose}
            />
            {b.period_status && <Mark tone={b.period_status === "closed" ? "grey" : "blue"}>{PERIOD_STATES[b.period_status]}</Mark>}
          </>
        )}
        <BalanceButtons />
      </div>
      <TabBar
        label="余额明细"
        tabs={BALANCE_TABS}
        chosen={TRIAL}
        onChoose={(tab) => go(to("balance-list", {}, tab === BALANCE_TABS[0].key ? {} : { tab }))}
      />
      <section className="vd-card is-flush" aria-label="科目余额">
        <Reads answer={answer} inset>
          {(balance) => <Table balance={balance} />}
        </Reads>
      </section>
    </>
  );
}
