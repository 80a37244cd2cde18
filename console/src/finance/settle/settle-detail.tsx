/** What the pages of settlements share: their head, their payments, and the tabs behind the lines. */
import { Button } from "antd";
import { useState } from "react";
import { ask } from "#kit/act/ask.ts";
import { ActButton } from "#kit/act/act-button.tsx";
import { part } from "#kit/app/part.tsx";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { Money } from "#kit/form/format-cells.tsx";
import { Section } from "#kit/page/blocks.tsx";
import { DetailHead, type DetailTab } from "#kit/page/detail-screen.tsx";
import { flowTag } from "#kit/page/flow-tag.tsx";
import { Unread } from "#kit/page/reads.tsx";
import { Timeline } from "#kit/page/timeline.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { Rows } from "#kit/table/rows.tsx";
import { settleAllocation } from "@visadesk/contract/finance/settlement-shape.ts";
import { recordLogApi } from "@visadesk/contract/record-log.ts";
import { InvoiceDialog } from "./settle-dialogs.tsx";
import { SettleLines } from "./settle-lines.tsx";
import { SettleMoves } from "./settle-moves.tsx";
import { SettleRoom } from "./settle-room.tsx";
import type { SettleSheetProps } from "./settle-sheet.tsx";
import { tradeOf } from "./settle-trades.ts";
import { cycleText, Late, type SettleLine, type Settlement } from "./settle-words.tsx";

const SettleSheet = part<SettleSheetProps>(() => import("./settle-sheet.tsx").then((m) => m.SettleSheet));
const PRINTED = 100;

/** All lines, page by page, as the sheet has them. */
async function allLines(s: Settlement): Promise<SettleLine[]> {
  const lines: SettleLine[] = [];
  for (let page = 1; ; page += 1) {
    const { list } = await ask(tradeOf(s).api.line_query, { settlement_id: s.id, page, page_size: PRINTED, count: false });
    lines.push(...list);
    if (list.length < PRINTED) return lines;
  }
}

interface SettleHeadProps {
  settlement: Settlement;
  /** What is said of its party alone. */
  more?: readonly { label: string; value: string }[];
}
export function SettleHead({ settlement: s, more = [] }: SettleHeadProps) {
  const [dialog, open] = useDialog();
  const [printed, setPrinted] = useState<readonly SettleLine[] | null>(null);
  const canInvoice = !["approved", "paid", "void"].includes(s.settlement_status);
  return (
    <>
      <DetailHead
        title={[s.party_name, s.card_name, cycleText(s)].filter((x) => x !== null).join(" ")}
        no={s.settle_no}
        states={
          <>
            {flowTag(tradeOf(s).flow, s.settlement_status)}
            <Late settlement={s} />
          </>
        }
        figures={[
          { label: "我方额", value: <Money cents={s.ours} /> },
          { label: "对方额", value: s.theirs === null ? "未导入" : <Money cents={s.theirs} /> },
          { label: "调整", value: <Money cents={s.adjust} /> },
          { label: "应结", value: <Money cents={s.final} /> },
          { label: "已结", value: <Money cents={s.paid} /> },
          { label: "未结", value: <Money cents={s.remaining} /> },
          { label: "应付日", value: s.due_on },
          { label: "对方发票", value: s.input_invoice_no || "—" },
          { label: "对方确认人", value: s.confirmed_contact || "—" },
          ...more,
        ]}
        acts={
          <>
            <ActButton onClick={async () => setPrinted(await allLines(s))}>打印结算单</ActButton>
            {canInvoice && <Button onClick={() => open((close) => <InvoiceDialog settlement={s} onClose={close} />)}>登记对方发票</Button>}
            <SettleMoves settlement={s} head />
          </>
        }
      />
      {dialog}
      {printed && <SettleSheet settlement={s} lines={printed} onClose={() => setPrinted(null)} />}
    </>
  );
}

function Payments({ settlement: s }: { settlement: Settlement }) {
  const answer = useRecord(tradeOf(s).api.allocation_query, { id: s.id });
  return (
    <Section title="付款">
      {answer.data ? (
        <Rows
          label="付款"
          of={settleAllocation}
          rows={answer.data.list}
          none="还没有付款"
          columns={["created_at", "source", "ref_no", "amount", { name: "is_undone", cell: (a) => (a.is_undone ? "已撤回" : "—") }]}
        />
      ) : (
        <Unread slim answer={answer} />
      )}
    </Section>
  );
}

/** Tabs behind those of the lines. */
export const lastTabs: readonly DetailTab<Settlement>[] = [
  {
    key: "dispute",
    label: "异议",
    render: (s) => (
      <SettleRoom desk={tradeOf(s)} settlement={s}>
        <SettleLines settlement={s} tab="dispute" />
      </SettleRoom>
    ),
  },
  { key: "adjust", label: "调整", render: (s) => <SettleLines key="adjust" settlement={s} tab="adjust" /> },
  { key: "held", label: "暂缓与转出", render: (s) => <SettleLines key="held" settlement={s} tab="held" /> },
  { key: "pay", label: "付款", render: (s) => <Payments settlement={s} /> },
  {
    key: "log",
    label: "日志",
    render: (s) => (
      <Section title="日志">
        <Timeline endpoint={recordLogApi.settlement_log_query} input={{ id: s.id }} />
      </Section>
    ),
  },
];
