/** Lines of a settlement under one heading, and what is done with those that are picked. */
import { useState } from "react";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { Money } from "#kit/form/format-cells.tsx";
import { ExportButton } from "#kit/list/export-button.tsx";
import { None, TwoLines } from "#kit/page/blocks.tsx";
import { Section } from "#kit/page/detail-screen.tsx";
import { Unread } from "#kit/page/reads.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { Pages } from "#kit/table/pages.tsx";
import { Table, type TableColumn } from "#kit/table/table.tsx";
import { supplierSettleApi as api } from "@visadesk/contract/finance/supplier-settle.ts";
import { LINE_SOURCES, LINE_TABS, type LineTab } from "@visadesk/contract/finance/settle.words.ts";
import { supplierDesk } from "./settle-desk.ts";
import { LineActs } from "./settle-line-acts.tsx";
import { blank, LineMatched, LineSaid } from "./line-cells.tsx";
import type { SettleLine, Settlement } from "./settle-words.tsx";

const PAGE = 50;
const cents = (
  key: "charge" | "embassy_part" | "deduct" | "adjust" | "subtotal" | "their_amount",
  width = 92,
): TableColumn<SettleLine> => ({
  key,
  width,
  align: "end",
  render: (l) => (l[key] === null || (l[key] === 0 && key !== "subtotal" && key !== "charge") ? blank : <Money cents={l[key]} />),
});
const COLUMNS: readonly TableColumn<SettleLine>[] = [
  {
    key: "order_no",
    width: 168,
    render: (l) => <TwoLines under={l.item}>{l.order_no ?? l.waybill_no ?? LINE_SOURCES[l.source]}</TwoLines>,
  },
  {
    key: "applicant_name",
    width: 168,
    render: (l) => (l.applicant_no === null ? blank : <TwoLines under={l.applicant_no}>{l.applicant_name ?? "未填写"}</TwoLines>),
  },
  { key: "sku_name", render: (l) => l.sku_name ?? (l.note || blank) },
  {
    key: "submit_date",
    width: 100,
    render: (l) => (
      <TwoLines num under={l.result}>
        {l.submit_date ?? l.occurred_on}
      </TwoLines>
    ),
  },
  cents("charge"),
  cents("embassy_part"),
  cents("deduct", 84),
  cents("adjust", 84),
  cents("subtotal", 96),
  cents("their_amount"),
  {
    key: "match",
    width: 92,
    render: (l) => <LineMatched line={l} />,
  },
  { key: "dispute", width: 116, render: (l) => <LineSaid line={l} /> },
];
export function SettleLines({ settlement: s, tab }: { settlement: Settlement; tab: LineTab }) {
  const [page, setPage] = useState(1);
  const [picked, setPicked] = useState<readonly number[]>([]);
  const afterWrite = useAfterWrite();
  const filter = { settlement_id: s.id, tab };
  const answer = useRecord(api.supplier_settle_line_query, { ...filter, page, page_size: PAGE });
  const { data } = answer;
  const done = (): void => {
    setPicked([]);
    afterWrite();
  };
  return (
    <Section
      title={LINE_TABS[tab]}
      flush
      extra={
        <span className="vd-row">
          <LineActs desk={supplierDesk} settlement={s} picked={picked} tab={tab} onDone={done} />
          <ExportButton endpoint={api.supplier_settle_line_query.name} filter={filter} />
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
            label={LINE_TABS[tab]}
            of={api.supplier_settle_line_query.row}
            columns={COLUMNS}
            rows={data.list}
            rowKey={(l) => l.id}
            density="small"
            checks={{ idOf: (l) => l.id, picked, onPick: setPicked }}
          />
          <Pages page={page} size={PAGE} total={data.total} onChange={setPage} inset />
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
