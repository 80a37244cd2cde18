/** Requests that would change what a protection costs. */
import { Section } from "#kit/detail-screen.tsx";
import { flowTag } from "#kit/flow-tag.tsx";
import { Copyable, ShortTime } from "#kit/format-cells.tsx";
import { time } from "@visadesk/contract/kit/format.ts";
import { priceAdjustmentFlow } from "@visadesk/contract/product/price-adjustment.flow.ts";
import { adjustText } from "@visadesk/contract/product/price-adjustment.rules.ts";
import { ADJUST_REASONS } from "@visadesk/contract/product/price-adjustment.ts";
import { Withdraw } from "./adjust-withdraw.tsx";
import type { ProtectionDetail } from "./refuse-no-worry-cells.tsx";

type Cell = ProtectionDetail["adjustments"][number]["cells"][number];
const cellText = (c: Cell, isFixed: boolean): string =>
  `${c.price_kind === "rate" ? "费率" : isFixed ? "售价" : "最低售价"} ${adjustText(c.price_kind, c.old)} → ${adjustText(c.price_kind, c.new)}`;

/** Nothing while no request waits. */
export function ProtectionAdjustments({ product: p }: { product: ProtectionDetail }) {
  if (p.adjustments.length === 0) return null;
  return (
    <Section title="待审核与待生效的调价" flush extra={<span className="vd-muted">通过前售价不变</span>}>
      <table className="nw-table" aria-label="待审核与待生效的调价">
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
          {p.adjustments.map((a) => (
            <tr key={a.id}>
              <td>
                <Copyable text={a.adjust_no} />
                <div>{flowTag(priceAdjustmentFlow, a.adjustment_status)}</div>
              </td>
              <td className="vd-num">
                {a.cells.map((c) => (
                  <div key={c.price_kind}>{cellText(c, p.pricing === "fixed")}</div>
                ))}
              </td>
              <td className="vd-num">{a.effective_at ? time(a.effective_at).slice(0, 16) : "通过后立即"}</td>
              <td>
                {ADJUST_REASONS[a.reason_kind]}
                <div className="vd-muted">{a.reason}</div>
              </td>
              <td>
                {a.maker_name ?? "—"}
                <div className="vd-muted">
                  <ShortTime at={a.created_at} />
                </div>
                <Withdraw kind="refuse_no_worry_product" a={a} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}
