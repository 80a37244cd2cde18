/** Orders ticked for an invoice, and what of each stands on it. */
import { useQuery } from "@tanstack/react-query";
import { Input } from "antd";
import { useState } from "react";
import type { InvoiceKind, InvoicePart } from "@visadesk/contract/finance/invoice.words.ts";
import { INVOICE_KINDS, INVOICE_PARTS, SPLIT_NOTE } from "@visadesk/contract/finance/invoice.words.ts";
import { papersOf, type AskedLine, type AskedPaper } from "@visadesk/contract/finance/invoice.rules.ts";
import { invoiceable, invoiceApi } from "@visadesk/contract/finance/invoice.ts";
import { money, percentText } from "@visadesk/contract/kit/format.ts";
import { ask } from "#kit/act/ask.ts";
import { Money, TimeText } from "#kit/form/format-cells.tsx";
import { MoneyInput } from "#kit/inputs/money-input.tsx";
import { None, Stack, TwoLines } from "#kit/page/blocks.tsx";
import { Unread } from "#kit/page/reads.tsx";
import { Rows } from "#kit/table/rows.tsx";
import { Table } from "#kit/table/table.tsx";
import type { Invoiceable } from "./invoice-words.tsx";

export type Line = AskedLine;
const useInvoiceable = (peer: number | undefined, orderNo: string) => {
  const asked = { ...(peer !== undefined && { peer_id: peer }), ...(orderNo.length >= 4 && { order_no: orderNo }) };
  return useQuery({
    queryKey: [invoiceApi.invoice_invoiceable_query.name, asked],
    queryFn: ({ signal }) => ask(invoiceApi.invoice_invoiceable_query, asked, { signal, noToast: true }),
    enabled: Object.keys(asked).length > 0,
    retry: false,
  });
};
const partsOf = (o: Invoiceable): Line[] =>
  (["service", "embassy"] as const).flatMap((part) => {
    const amount = part === "service" ? o.service_left : o.embassy_left;
    return amount > 0 ? [{ order_id: o.order_id, part, amount }] : [];
  });

const ORDER_COLUMNS = [
  {
    key: "order_no",
    width: 176,
    render: (o: Invoiceable) => <TwoLines under={o.sku_name}>{o.order_no}</TwoLines>,
  },
  { key: "created_at", width: 104, render: (o: Invoiceable) => <TimeText at={o.created_at} stacked /> },
  ...(["paid", "refunded", "gift", "invoiced", "left"] as const).map((name) => ({
    key: name,
    width: 96,
    align: "end" as const,
    render: (o: Invoiceable) => <Money cents={o[name]} />,
  })),
  { key: "is_open", title: "提示", width: 88, render: (o: Invoiceable) => (o.is_open ? <span className="vd-warn">仍可退款</span> : "") },
];

function Paper({ paper: p, orders }: { paper: AskedPaper; orders: readonly Invoiceable[] }) {
  const noOf = (id: number): string => orders.find((o) => o.order_id === id)?.order_no ?? "";
  return (
    <div className="vd-small">
      <b>{INVOICE_KINDS[p.kind]}</b> 价税合计 {money(p.amount)}，税额 {money(p.tax)}
      {p.surcharge > 0 && `，另收补差价 ${money(p.surcharge)}`}
      {p.lines.map((l) => (
        <div key={`${l.order_id} ${l.part}`} className="vd-muted">
          {noOf(l.order_id)} {l.item_name} {money(l.amount)} ·{" "}
          {l.part === "embassy" && l.tax_rate_bp === 0 ? "差额扣除" : `${percentText(l.tax_rate_bp, 10_000)} 税额 ${money(l.tax)}`}
        </div>
      ))}
    </div>
  );
}

interface OrderLinesProps {
  peer: number | undefined;
  kind: InvoiceKind;
  value?: readonly Line[];
  onChange?: (value: Line[]) => void;
}
export function OrderLines({ peer, kind, value = [], onChange }: OrderLinesProps) {
  const [orderNo, setOrderNo] = useState("");
  const answer = useInvoiceable(peer, orderNo);
  const { data } = answer;
  const orders = data?.list ?? [];
  const open = orders.filter((o) => o.left > 0);
  const picked = [...new Set(value.map((l) => l.order_id))];
  const pick = (ids: readonly number[]): void => {
    const kept = value.filter((l) => ids.includes(l.order_id));
    const added = open.filter((o) => ids.includes(o.order_id) && !picked.includes(o.order_id)).flatMap(partsOf);
    onChange?.([...kept, ...added]);
  };
  const put = (l: Line, amount: number | null | undefined): void =>
    onChange?.(
      value.map((x) => (x.order_id === l.order_id && x.part === l.part ? { ...x, amount: amount ?? 0 } : x)).filter((x) => x.amount > 0),
    );
  const papers = data && value.length > 0 ? papersOf(kind, value, data.terms) : [];
  return (
    <Stack gap={8}>
      <Input.Search
        allowClear
        placeholder={peer === undefined ? "直客订单号，至少4位" : "按订单号缩小范围"}
        aria-label="订单号"
        onSearch={(v) => setOrderNo(v.trim())}
      />
      {answer.error ? <Unread answer={answer} slim /> : null}
      {data && orders.length === 0 && <None>没有已付款的订单</None>}
      {orders.length > 0 && (
        <div className="vd-box is-flush" style={{ maxHeight: 320, overflow: "auto" }}>
          <Table<Invoiceable>
            of={invoiceable}
            label="可开票订单"
            columns={ORDER_COLUMNS}
            rows={orders}
            rowKey={(o) => o.order_id}
            density="small"
            checks={{ idOf: (o) => o.order_id, picked, onPick: pick }}
          />
        </div>
      )}
      {data?.more && <span className="vd-muted vd-small">只列最近200个订单，可按订单号查找</span>}
      {value.length > 0 && <Amounts lines={value} orders={orders} put={put} />}
      {papers.length > 1 && <output className="vd-note vd-small">{SPLIT_NOTE}</output>}
      {papers.map((p) => (
        <Paper key={p.kind} paper={p} orders={orders} />
      ))}
    </Stack>
  );
}

interface AmountsProps {
  lines: readonly Line[];
  orders: readonly Invoiceable[];
  put: (l: Line, amount: number | null | undefined) => void;
}
function Amounts({ lines, orders, put }: AmountsProps) {
  const orderOf = (id: number): Invoiceable | undefined => orders.find((o) => o.order_id === id);
  const leftOf = (l: { order_id: number; part: InvoicePart }): number => {
    const o = orderOf(l.order_id);
    return (l.part === "service" ? o?.service_left : o?.embassy_left) ?? 0;
  };
  return (
    <Rows
      label="开票明细"
      rows={lines}
      by={(l) => `${l.order_id} ${l.part}`}
      columns={[
        { title: "订单号", cell: (l) => orderOf(l.order_id)?.order_no ?? "" },
        { title: "部分", cell: (l) => INVOICE_PARTS[l.part] },
        { title: "可开", end: true, cell: (l) => <Money cents={leftOf(l)} /> },
        {
          title: "本次开票",
          cell: (l) => (
            <MoneyInput
              aria-label={`开票金额 ${orderOf(l.order_id)?.order_no ?? ""} ${INVOICE_PARTS[l.part]}`}
              value={l.amount}
              onChange={(v) => put(l, v)}
            />
          ),
        },
      ]}
    />
  );
}
