/** 科目余额 of a month: what stood, what moved and what stands on every account; the books balance when its foot is nil. */
import { Select } from "antd";
import { useGo, useSearchText } from "#kit/filter/use-url.ts";
import { Mark } from "#kit/page/flow-tag.tsx";
import { Reads } from "#kit/page/reads.tsx";
import { TabBar } from "#kit/page/tab-bar.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { to } from "#kit/screens.ts";
import { trialBalanceApi } from "@visadesk/contract/finance/books/trial-balance.ts";
import { PERIOD_STATES } from "@visadesk/contract/finance/ledger.words.ts";
import { BalanceButtons } from "./balance-buttons.tsx";
import { BALANCE_TABS, TRIAL } from "./balance-tabs.ts";
import { TrialRows } from "./trial-rows.tsx";
import "#kit/list/list.css";

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
    <div className="vd-stack vd-list">
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
          {({ list, sums }) => <TrialRows list={list} sums={sums} />}
        </Reads>
      </section>
    </div>
  );
}
