/** 对账单 of a peer over a period: its accounts and movements, printed on A4 or as a sheet. */
import { Button, Drawer } from "antd";
import { useState } from "react";
import { RangeFilter } from "#kit/filter/filter-range.tsx";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { part } from "#kit/app/part.tsx";
import { ExportButton } from "#kit/list/export-button.tsx";
import { Section, Stack } from "#kit/page/blocks.tsx";
import { Reads } from "#kit/page/reads.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { Rows } from "#kit/table/rows.tsx";
import { balanceApi, balanceLine, peerStatement } from "@visadesk/contract/finance/books/balance.ts";
import { ledgerAccountApi } from "@visadesk/contract/finance/books/ledger-account.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { resolveRange } from "@visadesk/contract/kit/relative-dates.ts";
import type { Statement, StatementSheetProps } from "./statement-sheet.tsx";

const StatementSheet = part<StatementSheetProps>(() => import("./statement-sheet.tsx").then((m) => m.StatementSheet));

const Body = ({ statement: s }: { statement: Statement }) => (
  <Stack gap={16}>
    <Section title="账户" flush>
      <Rows
        label="账户"
        of={peerStatement.shape.accounts}
        rows={s.accounts}
        by="account"
        columns={["account", "opening", "income", "outcome", "closing"]}
      />
    </Section>
    <Section title={s.is_cut ? `明细（前 ${s.lines.length} 笔，全部见 Excel）` : `明细 ${s.lines.length} 笔`} flush>
      <Rows
        label="明细"
        of={balanceLine}
        rows={s.lines}
        none="期间内没有变动"
        columns={["booked_on", "no", "account", "change", "income", "outcome", "balance_after", "related_no"]}
      />
    </Section>
  </Stack>
);

export interface StatementProps {
  peerId: number;
  name: string;
  onClose: () => void;
}
export function StatementDialog({ peerId, name, onClose }: StatementProps) {
  const [month] = useState(() => shanghaiDate(new Date()));
  const [span, setSpan] = useState(`${month.slice(0, 8)}01~${month}`);
  const [sheet, open] = useDialog();
  const { from = month, to = month } = resolveRange(span) ?? {};
  const answer = useRecord(ledgerAccountApi.peer_statement_get, { peer_id: peerId, from, to });
  const statement = answer.data;
  return (
    <Drawer
      open
      size={960}
      title={`对账单：${name}`}
      extra={
        <span className="vd-row">
          <RangeFilter
            name="booked_on"
            type={balanceApi.balance_query.input.shape.booked_on}
            label="期间"
            value={span}
            onChange={(v) => typeof v === "string" && setSpan(v)}
          />
          <ExportButton endpoint="balance_query" filter={{ peer_id: [peerId], booked_on: { from, to } }} />
          <Button
            type="primary"
            disabled={!statement}
            onClick={() => statement && open((close) => <StatementSheet statement={statement} onClose={close} />)}
          >
            打印对账单
          </Button>
        </span>
      }
      onClose={onClose}
    >
      <Reads answer={answer}>{(s) => <Body statement={s} />}</Reads>
      {sheet}
    </Drawer>
  );
}
