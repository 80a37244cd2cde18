/** What a proposed cost changes, as it is typed: old beside new, and what remains of each sale. */
import { Form } from "antd";
import { useState } from "react";
import { useFormScope } from "#kit/form/form-scope.ts";
import { Stack } from "#kit/page/blocks.tsx";
import { Rows } from "#kit/table/rows.tsx";
import { Cost, Margin, Step } from "../supplier-product/match-cells.tsx";
import type { Price } from "../supplier-product/match-model.ts";
import { faultsOf, linesOf, marginsOf, soundOf, type PricedSku, type Typed } from "./match-price-model.ts";

export function PriceChange({ before, sku }: { before: Price | null; sku: PricedSku }) {
  const { form } = useFormScope();
  const values: Typed | undefined = Form.useWatch([], form);
  const [now] = useState(() => Date.now());
  const typed = soundOf(values ?? {});
  const currency = typed.currency ?? null;
  const lines = linesOf(before, typed, sku).filter((l) => l.old !== null || l.next !== null);
  const margins = marginsOf(before, typed, sku);
  const faults = faultsOf(before, typed, sku, now);
  if (lines.length === 0) return null;
  return (
    <Stack className="vd-whole-row">
      <Rows
        label="改动"
        rows={lines}
        by="name"
        columns={[
          { title: "结算价", cell: (l) => l.name },
          { title: "现行", end: true, cell: (l) => <Cost minor={l.old} currency={before?.currency ?? null} /> },
          {
            title: "新价",
            end: true,
            cell: (l) => (
              <b>
                <Cost minor={l.next} currency={currency} />
              </b>
            ),
          },
          { title: "涨跌", end: true, cell: (l) => <Step step={l.step} /> },
        ]}
      />
      {margins.length > 0 && (
        <Rows
          label="每人毛利"
          rows={margins}
          by="name"
          maxHeight={180}
          columns={[
            { title: "级别", cell: (m) => m.name },
            { title: "现毛利", end: true, cell: (m) => <Margin cents={m.old} /> },
            { title: "新毛利", end: true, cell: (m) => <Margin cents={m.next} /> },
          ]}
        />
      )}
      {sku.sale && currency !== "CNY" && <p className="vd-muted">外币结算价按提交时的汇率折算，毛利在审核时显示。</p>}
      {faults.length > 0 && (
        <ul className="vd-small vd-error vd-note vd-tone-red" aria-live="polite" aria-label="价格问题">
          {faults.map((f) => (
            <li key={f}>{f}</li>
          ))}
        </ul>
      )}
    </Stack>
  );
}
