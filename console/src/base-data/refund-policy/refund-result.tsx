/** What a trial gives back, part by part, with the sentence to read out. */
import { Rows } from "#kit/table/rows.tsx";
import { Money } from "#kit/form/format-cells.tsx";
import { PART_LABELS } from "@visadesk/contract/base-data/refund.rules.ts";
import { resultText, type RefundLine } from "./refund-words.ts";

export const RefundLines = ({ lines }: { lines: readonly RefundLine[] }) => (
  <Rows
    label="可退明细"
    rows={lines}
    by="kind"
    columns={[
      { title: "费用", head: true, cell: (l) => PART_LABELS[l.kind] },
      { title: "已付", end: true, cell: (l) => <Money cents={l.paid} /> },
      { title: "比例", end: true, num: true, cell: (l) => `${l.rate}%` },
      { title: "可退", end: true, cell: (l) => <Money cents={l.amount} /> },
    ]}
  />
);

/** The sentence of the numbers, then the policy's own words. */
export const SayIt = ({ result, text, ours }: { result: Parameters<typeof resultText>[0]; text: string; ours: boolean }) => (
  <p className="vd-note vd-tone-blue">
    {ours ? "这次是我们的责任，已付的款项全部退还。" : text && `${text.replace(/[。；]$/, "")}。`}
    {resultText(result)}
  </p>
);
