/** 待审核与待生效的调价 of one thing that is priced: what would change, from when, who asked and why. */
import type { ReactNode } from "react";
import { Section } from "#kit/page/detail-screen.tsx";
import { Copyable, TimeText } from "#kit/form/format-cells.tsx";
import { time } from "@visadesk/contract/kit/format.ts";
import { ADJUST_REASONS, ADJUST_SOURCES } from "@visadesk/contract/product/price/price-adjustment.ts";
import { AdjustState } from "./adjust-cells.tsx";
import type { SkuDetail } from "../sku/sku-cells.tsx";

export type LiveAdjustment = SkuDetail["adjustments"][number];

export interface LiveAdjustmentsProps<A extends LiveAdjustment> {
  list: readonly A[];
  /** What stays as it is until then, beside the title. */
  until: string;
  /** The cells in the words of the thing. */
  cells: (a: A) => ReactNode;
  /** What its maker may do with it. */
  act?: (a: A) => ReactNode;
}

/** Nothing while no request waits. */
export function LiveAdjustments<A extends LiveAdjustment>({ list, until, cells, act }: LiveAdjustmentsProps<A>) {
  if (list.length === 0) return null;
  return (
    <Section title="待审核与待生效的调价" flush extra={<span className="vd-muted">{until}</span>}>
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
          {list.map((a) => (
            <tr key={a.id}>
              <td>
                <Copyable text={a.adjust_no} />
                <div>
                  <AdjustState a={a} />
                </div>
              </td>
              <td>{cells(a)}</td>
              <td className="vd-num">{a.effective_at ? time(a.effective_at).slice(0, 16) : "通过后立即"}</td>
              <td>
                {ADJUST_REASONS[a.reason_kind]}
                {a.source !== "staff" && `（${ADJUST_SOURCES[a.source]}）`}
                <div className="vd-muted">{a.reason}</div>
              </td>
              <td>
                {a.maker_name ?? "—"}
                <div className="vd-muted">
                  <TimeText at={a.created_at} />
                </div>
                {act?.(a)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}
