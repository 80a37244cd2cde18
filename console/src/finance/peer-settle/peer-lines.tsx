/** Lines of a peer's statement under one heading. */
import { useState } from "react";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { HrefLink } from "#kit/app/href-link.tsx";
import { Money, TimeText } from "#kit/form/format-cells.tsx";
import { ExportButton } from "#kit/list/export-button.tsx";
import { None, Section, TwoLines } from "#kit/page/blocks.tsx";
import { Unread } from "#kit/page/reads.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { Pages } from "#kit/table/pages.tsx";
import { Table, type TableColumn } from "#kit/table/table.tsx";
import { peerSettleApi as api } from "@visadesk/contract/finance/peer/peer-settle.ts";
import { LINE_SOURCES, LINE_TABS, type LineTab } from "@visadesk/contract/finance/settle.words.ts";
import { Voucher } from "./voucher.tsx";
import { useOrderHref } from "#shared/order-href.ts";
import { blank, LineMatched, LineSaid } from "../settle/line-cells.tsx";
import { peerDesk } from "../settle/settle-desk.ts";
import { LineActs } from "../settle/settle-line-acts.tsx";
import type { StatementDetail, StatementLine } from "./peer-settle-words.tsx";

const PAGE = 50;
function OrderNo({ line: l }: { line: StatementLine }) {
  const href = useOrderHref(l.order_id);
  if (l.order_no === null) return blank;
  return href === undefined ? <span className="vd-num">{l.order_no}</span> : <HrefLink href={href}>{l.order_no}</HrefLink>;
}
const cents = (key: "charge" | "adjust" | "subtotal" | "their_amount", width = 108): TableColumn<StatementLine> => ({
  key,
  width,
  align: "end",
  render: (l) => (l[key] === null || (l[key] === 0 && key === "adjust") ? blank : <Money cents={l[key]} />),
});
const COLUMNS: readonly TableColumn<StatementLine>[] = [
  { key: "at", width: 132, render: (l) => (l.at === null ? <span className="vd-num">{l.occurred_on}</span> : <TimeText at={l.at} />) },
  { key: "order_no", width: 144, render: (l) => <OrderNo line={l} /> },
  { key: "people", width: 76, align: "end", render: (l) => (l.people === null ? blank : <span className="vd-num">{l.people}</span>) },
  { key: "source", title: "类型", render: (l) => <TwoLines under={l.item || l.note}>{LINE_SOURCES[l.source]}</TwoLines> },
  cents("charge"),
  cents("adjust", 92),
  cents("subtotal"),
  cents("their_amount"),
  { key: "match", width: 84, render: (l) => <LineMatched line={l} /> },
  { key: "dispute", width: 108, render: (l) => <LineSaid line={l} /> },
  {
    key: "journal_no",
    width: 148,
    render: (l) => <Voucher id={l.journal_id} no={l.journal_no} />,
  },
];

export function PeerLines({ statement: s, tab }: { statement: StatementDetail; tab: LineTab }) {
  const [page, setPage] = useState(1);
  const [picked, setPicked] = useState<readonly number[]>([]);
  const afterWrite = useAfterWrite();
  const filter = { settlement_id: s.id, tab };
  const answer = useRecord(api.peer_settle_line_query, { ...filter, page, page_size: PAGE });
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
          <LineActs desk={peerDesk} settlement={s} picked={picked} tab={tab} onDone={done} />
          <ExportButton endpoint={api.peer_settle_line_query.name} filter={filter} />
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
            of={api.peer_settle_line_query.row}
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
        共 {s.line_count} 笔　期初 <Money cents={s.opening} />
        　消费 <Money cents={s.consumed} />
        　退款 <Money cents={s.refunded} />
        　还款 <Money cents={s.repaid} />
        　期末 <Money cents={s.closing} />
      </p>
    </Section>
  );
}
