/** Lines of a settlement under one heading, and what is done with those that are picked. */
import { LockOutlined } from "@ant-design/icons";
import { Button, Dropdown } from "antd";
import { useState } from "react";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask } from "#kit/act/ask.ts";
import { toast } from "#kit/app/feedback.ts";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { Money } from "#kit/form/format-cells.tsx";
import { ExportButton } from "#kit/list/export-button.tsx";
import { None } from "#kit/page/blocks.tsx";
import { Section } from "#kit/page/detail-screen.tsx";
import { Unread } from "#kit/page/reads.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { Pages } from "#kit/table/pages.tsx";
import { Table } from "#kit/table/table.tsx";
import { LINE_MATCHES, LINE_TABS, type LineMatch, type LineTab } from "@visadesk/contract/finance/settle.words.ts";
import { PARCEL_COLUMNS, PERSON_COLUMNS } from "./line-columns.tsx";
import { ParcelVerdicts } from "./parcel-verdicts.tsx";
import { AdjustDialog, DisputeDialog, ImportDialog } from "./settle-dialogs.tsx";
import { tradeOf } from "./settle-trades.ts";
import { isOpen, type SettleLine, type Settlement } from "./settle-words.tsx";

const PAGE = 50;
interface ActsProps {
  settlement: Settlement;
  lines: readonly SettleLine[];
  tab: LineTab;
  onDone: () => void;
}
function Acts({ settlement: s, lines, tab, onDone }: ActsProps) {
  const trade = tradeOf(s);
  const { api } = trade;
  const [dialog, open] = useDialog();
  const of = { id: s.id, version: s.version };
  const line_ids = lines.map((l) => l.id);
  const run = (act: Promise<unknown>, said: string): void =>
    void act.then(
      () => {
        toast.success(said);
        onDone();
      },
      () => onDone(),
    );
  const none = line_ids.length === 0;
  const [first] = line_ids;
  if (tab === "held")
    return (
      <Button size="small" disabled={none} onClick={() => run(ask(api.line_hold, { ...of, line_ids, is_held: false }), "已解除暂缓")}>
        解除暂缓
      </Button>
    );
  if (!isOpen(s))
    return (
      <span className="vd-muted">
        <LockOutlined aria-hidden /> 已确认，明细已锁定
      </span>
    );
  return (
    <>
      {trade.isParcels ? (
        <ParcelVerdicts settlement={s} lines={lines} onDone={onDone} />
      ) : (
        <Dropdown
          disabled={none}
          menu={{
            items: trade.verdicts.map(({ key, label }) => ({ key, label })),
            onClick: ({ key }) => {
              const verdict = trade.verdicts.find((v) => v.key === key);
              if (verdict) run(verdict.run({ ...of, line_ids }), `已判定：${verdict.label}`);
            },
          }}
        >
          <Button size="small">判定</Button>
        </Dropdown>
      )}
      <Button size="small" disabled={none} onClick={() => run(ask(api.line_hold, { ...of, line_ids, is_held: true }), "已暂缓")}>
        暂缓
      </Button>
      <Button size="small" disabled={none} onClick={() => run(ask(api.line_roll, { ...of, line_ids }), "已转下期")}>
        转下期
      </Button>
      {tab === "adjust" && (
        <Button
          size="small"
          disabled={line_ids.length !== 1}
          onClick={() => run(ask(api.adjust_remove, { ...of, line_id: first ?? 0 }), "已删除调整")}
        >
          删除调整
        </Button>
      )}
      {s.settlement_status === "sent" && (
        <Button
          size="small"
          disabled={line_ids.length !== 1}
          onClick={() => open((close) => <DisputeDialog settlement={s} lineId={first ?? 0} onClose={close} />)}
        >
          登记异议
        </Button>
      )}
      <Button size="small" onClick={() => open((close) => <AdjustDialog settlement={s} onClose={close} />)}>
        加调整
      </Button>
      <Button size="small" type="primary" onClick={() => open((close) => <ImportDialog settlement={s} onClose={close} />)}>
        导入对方账单
      </Button>
      {dialog}
    </>
  );
}

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
          <Acts settlement={s} lines={data?.list.filter((l) => picked.includes(l.id)) ?? []} tab={tab} onDone={done} />
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
