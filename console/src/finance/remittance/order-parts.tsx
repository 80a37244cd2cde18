/** Unpaid orders money was sent for, ticked; each is paid whole. */
import { useQuery } from "@tanstack/react-query";
import { Input } from "antd";
import { useState } from "react";
import { ask } from "#kit/act/ask.ts";
import { Money, TimeText } from "#kit/form/format-cells.tsx";
import { None, Stack, TwoLines } from "#kit/page/blocks.tsx";
import { Unread } from "#kit/page/reads.tsx";
import { Table } from "#kit/table/table.tsx";
import { payableOrder, remittanceApi } from "@visadesk/contract/finance/remittance.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { money } from "@visadesk/contract/kit/format.ts";

type Payable = Output<typeof remittanceApi.remittance_payable_query>["list"][number];
export interface Part {
  order_id: number;
  amount: number;
}
const usePayable = (peer: number | null, orderNo: string) => {
  const asked = { ...(peer !== null && { peer_id: peer }), ...(orderNo.length >= 4 && { order_no: orderNo }) };
  return useQuery({
    queryKey: [remittanceApi.remittance_payable_query.name, asked],
    queryFn: ({ signal }) => ask(remittanceApi.remittance_payable_query, asked, { signal, noToast: true }),
    enabled: Object.keys(asked).length > 0,
    retry: false,
  });
};
const COLUMNS = [
  { key: "order_no", width: 200, render: (o: Payable) => <TwoLines under={o.sku_name}>{o.order_no}</TwoLines> },
  { key: "created_at", width: 104, render: (o: Payable) => <TimeText at={o.created_at} stacked /> },
  { key: "payable", width: 112, align: "end" as const, render: (o: Payable) => <Money cents={o.payable} /> },
];

interface OrderPartsProps {
  peer: number | null;
  amount: number | null;
  value?: readonly Part[];
  onChange?: (value: Part[]) => void;
}
export function OrderParts({ peer, amount, value = [], onChange }: OrderPartsProps) {
  const [orderNo, setOrderNo] = useState("");
  const answer = usePayable(peer, orderNo);
  const orders = answer.data?.list ?? [];
  const sum = value.reduce((n, p) => n + p.amount, 0);
  const pick = (ids: readonly number[]): void => {
    const shown = new Set(orders.map((o) => o.order_id));
    const kept = value.filter((p) => !shown.has(p.order_id));
    onChange?.([...kept, ...orders.filter((o) => ids.includes(o.order_id)).map((o) => ({ order_id: o.order_id, amount: o.payable }))]);
  };
  return (
    <Stack gap={8}>
      <Input.Search
        allowClear
        placeholder={peer === null ? "直客订单号，至少4位" : "按订单号缩小范围"}
        aria-label="订单号"
        onSearch={(v) => setOrderNo(v.trim())}
      />
      {answer.error ? <Unread answer={answer} slim /> : null}
      {answer.data && orders.length === 0 && <None>没有待付款的订单</None>}
      {orders.length > 0 && (
        <div className="vd-box is-flush" style={{ maxHeight: 260, overflow: "auto" }}>
          <Table<Payable>
            of={payableOrder}
            label="待付款订单"
            columns={COLUMNS}
            rows={orders}
            rowKey={(o) => o.order_id}
            density="small"
            checks={{ idOf: (o) => o.order_id, picked: value.map((p) => p.order_id), onPick: pick }}
          />
        </div>
      )}
      {value.length > 0 && (
        <output className="vd-small vd-num">
          已选 {value.length} 个订单，合计 {money(sum)}
          {amount !== null && `，与汇款差额 ${money(amount - sum)}`}
        </output>
      )}
    </Stack>
  );
}
