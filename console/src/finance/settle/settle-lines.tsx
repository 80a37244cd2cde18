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
import { None, TwoLines } from "#kit/page/blocks.tsx";
import { Section } from "#kit/page/detail-screen.tsx";
import { StateTag } from "#kit/page/flow-tag.tsx";
import { Unread } from "#kit/page/reads.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { Pages } from "#kit/table/pages.tsx";
import { Table, type TableColumn } from "#kit/table/table.tsx";
import { supplierSettleApi as api } from "@visadesk/contract/finance/supplier-settle.ts";
import {
  LINE_CAUSES,
  LINE_FREED,
  LINE_MATCHES,
  LINE_SOURCES,
  LINE_TABS,
  LINE_VERDICTS,
  SUPPLIER_VERDICTS,
  type LineTab,
} from "@visadesk/contract/finance/settle.words.ts";
import { keysOf } from "@visadesk/contract/kit/field.ts";
import { AdjustDialog, DisputeDialog, ImportDialog } from "./settle-dialogs.tsx";
import { isOpen, type SettleLine, type Settlement } from "./settle-words.tsx";

const PAGE = 50;
const MATCH_TONES = { same: "green", diff: "red", ours_only: "orange", theirs_only: "orange", duplicate: "grey" } as const;
const blank = <span className="vd-muted">—</span>;
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
    render: (l) =>
      l.match === null ? (
        blank
      ) : (
        <StateTag tone={MATCH_TONES[l.match]}>
          {LINE_MATCHES[l.match]}
          {l.cause !== null && l.cause !== "amount" ? `·${LINE_CAUSES[l.cause]}` : ""}
        </StateTag>
      ),
  },
  {
    key: "dispute",
    width: 116,
    render: (l) => {
      const said =
        l.freed_for !== null ? (l.is_held ? "暂缓" : LINE_FREED[l.freed_for]) : l.verdict !== null ? LINE_VERDICTS[l.verdict] : null;
      if (l.dispute === "open")
        return (
          <TwoLines
            under={
              <>
                对方 <Money cents={l.offered} />
              </>
            }
          >
            <span className="vd-error">异议中</span>
          </TwoLines>
        );
      return said ?? blank;
    },
  },
];

const VERDICT_ITEMS = keysOf(SUPPLIER_VERDICTS).map((key) => ({ key, label: SUPPLIER_VERDICTS[key] }));
const isVerdict = (key: string): key is keyof typeof SUPPLIER_VERDICTS => Object.hasOwn(SUPPLIER_VERDICTS, key);

function Acts({
  settlement: s,
  picked,
  tab,
  onDone,
}: {
  settlement: Settlement;
  picked: readonly number[];
  tab: LineTab;
  onDone: () => void;
}) {
  const [dialog, open] = useDialog();
  const of = { id: s.id, version: s.version };
  const line_ids = [...picked];
  const run = (act: Promise<unknown>, said: string): void =>
    void act.then(
      () => {
        toast.success(said);
        onDone();
      },
      () => onDone(),
    );
  const none = picked.length === 0;
  const [first] = picked;
  if (tab === "held")
    return (
      <Button
        size="small"
        disabled={none}
        onClick={() => run(ask(api.supplier_settle_line_hold, { ...of, line_ids, is_held: false }), "已解除暂缓")}
      >
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
      <Dropdown
        disabled={none}
        menu={{
          items: VERDICT_ITEMS,
          onClick: ({ key }) =>
            isVerdict(key) &&
            run(ask(api.supplier_settle_line_verdict, { ...of, line_ids, verdict: key }), `已判定：${SUPPLIER_VERDICTS[key]}`),
        }}
      >
        <Button size="small">判定</Button>
      </Dropdown>
      <Button
        size="small"
        disabled={none}
        onClick={() => run(ask(api.supplier_settle_line_hold, { ...of, line_ids, is_held: true }), "已暂缓")}
      >
        暂缓
      </Button>
      <Button size="small" disabled={none} onClick={() => run(ask(api.supplier_settle_line_roll, { ...of, line_ids }), "已转下期")}>
        转下期
      </Button>
      {tab === "adjust" && (
        <Button
          size="small"
          disabled={picked.length !== 1}
          onClick={() => run(ask(api.supplier_settle_adjust_remove, { ...of, line_id: first ?? 0 }), "已删除调整")}
        >
          删除调整
        </Button>
      )}
      {s.settlement_status === "sent" && (
        <Button
          size="small"
          disabled={picked.length !== 1}
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
          <Acts settlement={s} picked={picked} tab={tab} onDone={done} />
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
