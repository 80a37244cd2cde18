/** 资金追踪: a number leads to the whole chain of its money, and to what of it has not come to rest. */
import { Button, Drawer, Input } from "antd";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ask, faultOf } from "#kit/act/ask.ts";
import { HrefLink } from "#kit/app/href-link.tsx";
import { Money } from "#kit/form/format-cells.tsx";
import { Section, Stack } from "#kit/page/blocks.tsx";
import { Mark } from "#kit/page/flow-tag.tsx";
import { Rows } from "#kit/table/rows.tsx";
import { moneyTraceApi, traceNode } from "@visadesk/contract/finance/books/money-trace.ts";
import { TRACE_STAGES } from "@visadesk/contract/finance/ledger.words.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { JournalButton } from "../balance/journal-button.tsx";
import { useOrderHref } from "#shared/order-href.ts";

type Trace = Output<typeof moneyTraceApi.money_trace_get>;
type Node = Trace["nodes"][number];

function OrderLink({ id, no }: { id: number | null; no: string }) {
  const href = useOrderHref(id);
  return href === undefined ? <span className="vd-num">{no || "—"}</span> : <HrefLink href={href}>{no}</HrefLink>;
}
const NodeNo = ({ node: n }: { node: Node }) => <OrderLink id={n.noun === "order" ? n.noun_id : null} no={n.no} />;

const Chain = ({ trace: t }: { trace: Trace }) => (
  <Section title={t.is_cut ? "资金链（仅列最早 200 笔）" : "资金链"} flush>
    <Rows
      label="资金链"
      of={traceNode}
      rows={t.nodes}
      by="key"
      group={(n) => TRACE_STAGES[n.stage].label}
      rowProps={(n) => ({ className: n.is_reversed ? "vd-muted" : "" })}
      columns={[
        { name: "on", num: true },
        {
          name: "title",
          head: true,
          cell: (n) => (
            <span className="vd-marks">
              {n.title}
              {n.is_reversed && <Mark>已冲正</Mark>}
            </span>
          ),
        },
        { name: "no", cell: (n) => <NodeNo node={n} /> },
        "amount",
        "by_name",
        "note",
        {
          name: "journal_no",
          cell: (n) =>
            n.journal_id === null || n.journal_no === null ? (
              <span className="vd-blank">—</span>
            ) : (
              <JournalButton id={n.journal_id} label={n.journal_no} />
            ),
        },
      ]}
    />
  </Section>
);
const Open = ({ trace: t }: { trace: Trace }) => (
  <Section title="未了金额" flush>
    <Rows
      label="未了金额"
      of={moneyTraceApi.money_trace_get.output.shape.open}
      rows={t.open}
      by={(r) => `${r.order_id} ${r.label}`}
      none="没有未了金额"
      columns={[
        "label",
        { name: "no", cell: (r) => <OrderLink id={r.order_id} no={r.no} /> },
        {
          name: "amount",
          end: true,
          cell: (r) => (
            <span className="vd-error">
              <Money cents={r.amount} />
            </span>
          ),
        },
      ]}
    />
  </Section>
);

export interface MoneyTraceProps {
  /** Followed at once; absent: it is typed. */
  no?: string;
  onClose: () => void;
}
export function MoneyTrace({ no = "", onClose }: MoneyTraceProps) {
  const [typed, setTyped] = useState(no);
  const [asked, setAsked] = useState(no);
  const { data, error, isFetching } = useQuery({
    queryKey: [moneyTraceApi.money_trace_get.name, asked],
    queryFn: ({ signal }) => ask(moneyTraceApi.money_trace_get, { no: asked }, { signal, noToast: true }),
    enabled: asked !== "",
    retry: false,
  });
  const look = (): void => setAsked(typed.trim());
  return (
    <Drawer open size={1080} title="资金追踪" onClose={onClose}>
      <Stack gap={16}>
        <div className="vd-row">
          <Input
            allowClear
            aria-label="单号"
            placeholder="订单号、凭证号、运单号、交易号、银行流水号或任一单号"
            value={typed}
            onChange={(e) => setTyped(e.target.value)}
            onPressEnter={(e) => {
              if (!e.nativeEvent.isComposing) look();
            }}
          />
          <Button type="primary" loading={isFetching} disabled={typed.trim() === ""} onClick={look}>
            追踪
          </Button>
        </div>
        {error ? (
          <output className="vd-error">{faultOf(error).msg}</output>
        ) : data ? (
          <>
            <Open trace={data} />
            <Chain trace={data} />
          </>
        ) : null}
      </Stack>
    </Drawer>
  );
}
