/** Head of the page: premium, cost and share of claims of what was issued under the filter. */
import { Money } from "#kit/form/format-cells.tsx";
import { percentText } from "@visadesk/contract/kit/format.ts";
import { useFigures } from "./policy-tabs.ts";

const RATE = 10_000;
export function PolicyHead({ filter }: { filter: Readonly<Record<string, unknown>> }) {
  const figures = useFigures(filter);
  if (!figures) return null;
  return (
    <>
      <span title="已承保与已终止的保单">
        保费{" "}
        <b>
          <Money cents={figures.premium} />
        </b>
      </span>
      <span title="已承保与已终止的保单应付保司">
        成本{" "}
        <b>
          <Money cents={figures.cost} />
        </b>
      </span>
      <span title={`已赔付 ${(figures.paid / 100).toFixed(2)} ÷ 保费`}>
        赔付率 <b className="vd-num">{figures.claim_rate === null ? "—" : percentText(figures.claim_rate, RATE)}</b>
      </span>
    </>
  );
}
