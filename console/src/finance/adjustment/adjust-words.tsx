/** Words and cells of adjustments. */
import { Rows } from "#kit/table/rows.tsx";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { adjustLine, type adjustmentApi } from "@visadesk/contract/finance/adjustment.ts";
import { LEDGER_ACCOUNTS } from "@visadesk/contract/finance/ledger.words.ts";

export type Adjustment = Output<typeof adjustmentApi.adjustment_query>["list"][number];
export type AdjustDetail = Output<typeof adjustmentApi.adjustment_get>;
type Lines = AdjustDetail["lines"];

/** What it posts, line by line. */
export const AdjustLines = ({ label, lines }: { label: string; lines: Lines }) => (
  <Rows
    label={label}
    of={adjustLine}
    rows={lines.map((l, i) => ({ ...l, id: i }))}
    none="没有分录"
    columns={[{ name: "account", head: true, cell: (l) => `${l.gl_code} ${LEDGER_ACCOUNTS[l.account]}` }, "detail", "debit", "credit"]}
  />
);
export const Faults = ({ faults }: { faults: readonly string[] }) =>
  faults.length > 0 && (
    <output className="vd-note vd-small vd-wraps vd-tone-red" aria-label="不能通过的原因">
      {faults.map((text) => (
        <span key={text}>{text}</span>
      ))}
    </output>
  );
