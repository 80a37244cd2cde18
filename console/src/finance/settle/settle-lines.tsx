/** Lines of a settlement under one heading, and what is done with those that are picked. */
import { useState } from "react";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { Money } from "#kit/form/format-cells.tsx";
import { ExportButton } from "#kit/list/export-button.tsx";
import { None, Section } from "#kit/page/blocks.tsx";
import { Unread } from "#kit/page/reads.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { Pages } from "#kit/table/pages.tsx";
import { Table } from "#kit/table/table.tsx";
import { LINE_MATCHES, LINE_TABS, type LineMatch, type LineTab } from "@visadesk/contract/finance/settle.words.ts";
import { PARCEL_COLUMNS, PERSON_COLUMNS } from "./line-columns.tsx";
import { ParcelVerdicts } from "./parcel-verdicts.tsx";
import { LineActs } from "./settle-line-acts.tsx";
import { tradeOf } from "./settle-trades.ts";
import type { Settlement } from "./settle-words.tsx";

const PAGE = 50;
interface LinesProps {
  settlement: Settlement;
  tab: LineTab;
  /** Only what compares so. */
  match?: LineMatch;
}
export function SettleLines({ settlement: s, tab, match }: LinesProps) {
  const trade = tradeOf(s);
  const { api } = trade;
  const label = match === undefined ? LINE_TABS[tab] : LINE_MATCHES[match];
  const [page, setPage] = useState(1);
  const [picked, setPicked] = useState<readonly number[]>([]);
  const afterWrite = useAfterWrite();
  const filter = { settlement_id: s.id, tab, ...(match !== undefined && { match: [match] }) };
  const answer = useRecord(api.line_query, { ...filter, page, page_size: PAGE });
  const { data } = answer;
  /** Acts mean what is picked on this page. */
  const turn = (to: number): void => {
    setPicked([]);
    setPage(to);
  };
  const done = (): void => {
    setPicked([]);
    afterWrite();
  };
  return (
    <Section
      title={label}
      flush
      extra={
        <span className="vd-row">
          <LineActs
            desk={trade}
            settlement={s}
            picked={picked}
            tab={tab}
            onDone={done}
            verdicts={
              trade.isParcels && (
                <ParcelVerdicts settlement={s} lines={data?.list.filter((l) => picked.includes(l.id)) ?? []} onDone={done} />
              )
            }
          />
          <ExportButton endpoint={api.line_query.name} filter={filter} />
        </span>
      }
    >
      {!data ? (
        <Unread inset slim answer={answer} rows={4} />
      ) : data.list.length === 0 ? (
        <None>没有明细</None>
      ) : (
        <>
          <Table
            label={label}
            of={api.line_query.row}
            columns={trade.isParcels ? PARCEL_COLUMNS : PERSON_COLUMNS}
            rows={data.list}
            rowKey={(l) => l.id}
            density="small"
            checks={{ idOf: (l) => l.id, picked, onPick: setPicked }}
          />
          <Pages page={page} size={PAGE} total={data.total} onChange={turn} inset />
        </>
      )}
      <p className="vd-row vd-at-end vd-inset">
        合计 {s.line_count} 笔　我方 <Money cents={s.ours} />
        　调整 <Money cents={s.adjust} />
        　应结 <Money cents={s.final} />
      </p>
    </Section>
  );
}
