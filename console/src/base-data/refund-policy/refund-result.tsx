/** What a trial gives back, part by part, with the sentence to read out. */
import { Money } from "#kit/form/format-cells.tsx";
import { PART_LABELS } from "@visadesk/contract/base-data/refund.rules.ts";
import { resultText, type RefundLine } from "./refund-words.ts";

export const RefundLines = ({ lines }: { lines: readonly RefundLine[] }) => (
  <table className="rf-grid" aria-label="可退明细">
    <thead>
      <tr>
        <th scope="col">费用</th>
        <th scope="col" className="is-end">
          已付
        </th>
        <th scope="col" className="is-end">
          比例
        </th>
        <th scope="col" className="is-end">
          可退
        </th>
      </tr>
    </thead>
    <tbody>
      {lines.map((l) => (
        <tr key={l.kind}>
          <th scope="row">{PART_LABELS[l.kind]}</th>
          <td className="is-end">
            <Money cents={l.paid} />
          </td>
          <td className="is-end vd-num">{l.rate}%</td>
          <td className="is-end">
            <Money cents={l.amount} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

/** The sentence of the numbers, then the policy's own words. */
export const SayIt = ({ result, text, ours }: { result: Parameters<typeof resultText>[0]; text: string; ours: boolean }) => (
  <p className="rf-say">
    {ours ? "这次是我们的责任，已付的款项全部退还。" : text && `${text.replace(/[。；]$/, "")}。`}
    {resultText(result)}
  </p>
);
