/** What an order's peer pays out of its own accounts: gift money, principal, credit, as the server reckons it. */
import { Checkbox, Form } from "antd";
import { useEffect, useState } from "react";
import { useFormScope } from "#kit/form/form.tsx";
import { Money } from "#kit/form/format-cells.tsx";
import { Stack } from "#kit/page/blocks.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { Rows } from "#kit/table/rows.tsx";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { money } from "@visadesk/contract/kit/format.ts";
import { orderApi } from "@visadesk/contract/order/order.ts";
import { ACCOUNT_METHODS } from "@visadesk/contract/order/words.ts";
import { sumOf, type PaidPart } from "./pay-sum.ts";

export type AccountQuote = NonNullable<Output<typeof orderApi.order_pay_quote>["account"]>;
type AccountPart = AccountQuote["parts"][number];
export interface AccountPayProps {
  orderId: number;
  value?: readonly AccountPart[];
  onChange?: (parts: readonly AccountPart[]) => void;
}

/** What each account holds, and what of it pays. */
function Shares({ quote: a, isUsed }: { quote: AccountQuote; isUsed: boolean }) {
  const held = { gift: a.gift, principal: a.principal, credit: a.credit_available };
  const of = (method: keyof typeof held): number => (isUsed ? (a.parts.find((p) => p.method === method)?.amount ?? 0) : 0);
  const rows = (["gift", "principal", "credit"] as const).map((method) => ({ method, held: held[method], paid: of(method) }));
  return (
    <Rows
      label="账户支付"
      rows={rows}
      by="method"
      columns={[
        { title: "账户", head: true, cell: (r) => ACCOUNT_METHODS[r.method] },
        { title: "可用", end: true, num: true, cell: (r) => <Money cents={r.held} /> },
        { title: "本次支付", end: true, num: true, cell: (r) => (r.paid > 0 ? <b>{money(r.paid)}</b> : "—") },
      ]}
    />
  );
}

const isSame = (a: readonly AccountPart[], b: readonly AccountPart[]): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * A field of 登记收款: what is short, or why credit gives nothing, stands also once something else pays for it; the parts as quoted for what is not paid elsewhere, none while it is off.
 */
export function AccountPay(props: AccountPayProps) {
  const { orderId, value = [], onChange } = props;
  const { form } = useFormScope();
  const elsewhere = sumOf(Form.useWatch<(PaidPart | undefined)[] | undefined>("parts", form));
  const { data } = useRecord(orderApi.order_pay_quote, { id: orderId, elsewhere });
  const [isUsed, use] = useState(true);
  const quote = data?.account ?? null;
  const wanted = isUsed && quote ? quote.parts : [];
  useEffect(() => {
    if (!isSame(value, wanted)) onChange?.(wanted);
  });
  if (!quote) return null;
  const short = quote.fault ?? (quote.blocked && `${quote.blocked}，暂停授信下单`);
  return (
    <Stack gap={8}>
      <Checkbox checked={isUsed} onChange={(e) => use(e.target.checked)}>
        从「{quote.peer_name}」的账户支付
      </Checkbox>
      <Shares quote={quote} isUsed={isUsed} />
      {isUsed && short !== null && <span className="vd-error">{short}</span>}
    </Stack>
  );
}
