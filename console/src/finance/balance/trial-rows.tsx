/** Every account with what stood, moved and stands; the books balance when the foot is nil. */
import { Money } from "#kit/form/format-cells.tsx";
import { Mark } from "#kit/page/flow-tag.tsx";
import { Rows } from "#kit/table/rows.tsx";
import { trialLine, trialSums } from "@visadesk/contract/finance/books/trial-balance.ts";
import { LEDGER_ACCOUNTS } from "@visadesk/contract/finance/ledger.words.ts";
import { keysOf, labelOf, type z } from "@visadesk/contract/kit/field.ts";

const SIDES = keysOf(trialSums.shape);
export interface TrialRowsProps {
  list: readonly z.output<typeof trialLine>[];
  sums: z.output<typeof trialSums>;
}
/** A balance on its side, as books tell it: what is owed stands in credit and is nothing negative. */
const OnSide = ({ cents }: { cents: number }) => (
  <span className="vd-num">
    <span className="vd-muted">{cents === 0 ? "平" : cents > 0 ? "借" : "贷"}</span> <Money cents={Math.abs(cents)} />
  </span>
);
const isEven = ({ opening, debit, credit, closing }: TrialRowsProps["sums"]): boolean => opening === 0 && closing === 0 && debit === credit;

export const TrialRows = ({ list, sums }: TrialRowsProps) => (
  <>
    <Rows
      label="科目余额"
      of={trialLine}
      rows={list}
      by={(r) => `${r.account} ${r.owner_id} ${r.kind}`}
      none="本月及以前没有记账"
      columns={[
        { name: "gl_code", num: true },
        { name: "account", head: true, cell: (r) => LEDGER_ACCOUNTS[r.account] },
        "detail",
        { name: "opening", cell: (r) => <OnSide cents={r.opening} /> },
        "debit",
        "credit",
        { name: "closing", cell: (r) => <OnSide cents={r.closing} /> },
      ]}
    />
    <p className="vd-under-card vd-wraps vd-num">
      <b>合计</b>
      {SIDES.map((side) => (
        <span key={side}>
          {labelOf(trialSums, side)} <Money cents={sums[side]} />
        </span>
      ))}
      {isEven(sums) ? <Mark tone="green">平衡</Mark> : <Mark tone="red">不平衡</Mark>}
    </p>
  </>
);
