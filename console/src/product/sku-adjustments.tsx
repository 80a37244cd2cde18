/** Requests that would change prices of this product: what, from when, who asked. */
import { Section } from "#kit/detail-screen.tsx";
import { Copyable, ShortTime } from "#kit/format-cells.tsx";
import { time } from "@visadesk/contract/kit/format.ts";
import { ADJUST_REASONS, ADJUST_SOURCES } from "@visadesk/contract/product/price-adjustment.ts";
import { AdjustState, CellLines } from "./adjust-cells.tsx";
import type { SkuDetail } from "./sku-cells.tsx";

/** Nothing while no request waits. */
export function SkuAdjustments({ sku }: { sku: SkuDetail }) {
  if (sku.adjustments.length === 0) return null;
  return (
    <Section title="待审核与待生效的调价" flush extra={<span className="vd-muted">通过前价格不变</span>}>
      <table className="pd-table" aria-label="待审核与待生效的调价">
        <thead>
          <tr>
            <th>调价单</th>
            <th>调价项</th>
            <th>生效</th>
            <th>原因</th>
            <th>申请</th>
          </tr>
        </thead>
        <tbody>
          {sku.adjustments.map((a) => (
            <tr key={a.id}>
              <td>
                <Copyable text={a.adjust_no} />
                <div>
                  <AdjustState a={a} />
                </div>
              </td>
              <td>
                <CellLines cells={a.cells} all />
              </td>
              <td className="vd-num">{a.effective_at ? time(a.effective_at).slice(0, 16) : "通过后立即"}</td>
              <td>
                {ADJUST_REASONS[a.reason_kind]}
                {a.source !== "staff" && `（${ADJUST_SOURCES[a.source]}）`}
                <div className="vd-muted">{a.reason}</div>
              </td>
              <td>
                {a.maker_name ?? "—"}
                <div className="vd-muted">
                  <ShortTime at={a.created_at} />
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}
