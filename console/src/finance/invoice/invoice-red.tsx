/** 红冲: all or a part of what is left of an issued invoice. */
import { useState } from "react";
import { INVOICE_PARTS } from "@visadesk/contract/finance/invoice.words.ts";
import { invoiceApi } from "@visadesk/contract/finance/invoice.ts";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { toast } from "#kit/app/feedback.ts";
import { FormDialog } from "#kit/form/form-dialog.tsx";
import { Money } from "#kit/form/format-cells.tsx";
import { MoneyInput } from "#kit/inputs/money-input.tsx";
import { Item } from "#kit/page/item.tsx";
import { Unread } from "#kit/page/reads.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { Rows } from "#kit/table/rows.tsx";
import type { InvoiceDetail } from "./invoice-words.tsx";

type Line = InvoiceDetail["lines"][number];
interface Taken {
  order_id: number;
  part: Line["part"];
  amount: number;
}
interface LinesProps {
  of: readonly Line[];
  value?: readonly Taken[];
  onChange?: (value: Taken[]) => void;
}
const isOf = (l: Line) => (t: Taken) => t.order_id === l.order_id && t.part === l.part;
/** An amount per line of the blue one; blank or 0 leaves the line out. */
function RedLines({ of, value = [], onChange }: LinesProps) {
  const put = (l: Line, amount: number | null | undefined): void => {
    const others = value.filter((t) => !isOf(l)(t));
    onChange?.(amount ? [...others, { order_id: l.order_id, part: l.part, amount }] : others);
  };
  return (
    <Rows
      label="红冲明细"
      of={invoiceApi.invoice_get.output.shape.lines}
      rows={of}
      by={(l) => `${l.order_id} ${l.part}`}
      columns={[
        "order_no",
        { name: "part", cell: (l) => INVOICE_PARTS[l.part] },
        "amount",
        { title: "还可红冲", cell: (l) => <Money cents={l.amount - l.red_amount} /> },
        {
          title: "本次红冲",
          cell: (l) => (
            <MoneyInput
              aria-label={`红冲 ${l.order_no} ${INVOICE_PARTS[l.part]}`}
              value={value.find(isOf(l))?.amount ?? null}
              onChange={(v) => put(l, v)}
            />
          ),
        },
      ]}
    />
  );
}

export interface InvoiceRedProps {
  id: number;
  onClose: () => void;
}
export function InvoiceRed({ id, onClose }: InvoiceRedProps) {
  const answer = useRecord(invoiceApi.invoice_get, { id });
  const { data: i } = answer;
  if (!i) return answer.error ? <Unread answer={answer} slim /> : null;
  return <RedForm invoice={i} onClose={onClose} />;
}

function RedForm({ invoice: i, onClose }: { invoice: InvoiceDetail; onClose: () => void }) {
  const afterWrite = useAfterWrite();
  const [open] = useState(() => i.lines.filter((l) => l.amount > l.red_amount));
  const all = open.map((l) => ({ order_id: l.order_id, part: l.part, amount: l.amount - l.red_amount }));
  return (
    <FormDialog
      endpoint={invoiceApi.invoice_red}
      title={`红冲发票 ${i.fp_no}`}
      okText="申请红冲"
      danger
      width={760}
      intro="红字发票由另一人审核；登记开票后，红冲的金额可以重新开票。"
      initial={{ id: i.id, version: i.version, lines: all }}
      onDone={({ fp_no }) => {
        toast.success(`已申请红字发票 ${fp_no}`);
        afterWrite();
      }}
      onClose={onClose}
    >
      <Item name="red_reason" half />
      <Item name="lines" label="红冲明细">
        <RedLines of={open} />
      </Item>
      <Item name="reason" rows={2} placeholder="至少5个字" />
    </FormDialog>
  );
}
