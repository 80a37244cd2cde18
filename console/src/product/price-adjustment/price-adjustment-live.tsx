/** 待审核与待生效的调价 of one thing that is priced: what would change, from when, who asked and why. */
import type { ReactNode } from "react";
import { skuDetail } from "@visadesk/contract/product/sku/sku.ts";
import { Rows } from "#kit/table/rows.tsx";
import { Section, TwoLines } from "#kit/page/blocks.tsx";
import { Copyable, TimeText } from "#kit/form/format-cells.tsx";
import { time } from "@visadesk/contract/kit/format.ts";
import { ADJUST_REASONS, ADJUST_SOURCES } from "@visadesk/contract/product/price/price-adjustment.ts";
import { AdjustState } from "./price-adjustment-cells.tsx";
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
      <Rows
        label="待审核与待生效的调价"
        of={skuDetail.shape.adjustments}
        rows={list}
        columns={[
          {
            name: "adjust_no",
            cell: (a) => (
              <TwoLines under={<AdjustState a={a} />}>
                <Copyable text={a.adjust_no} />
              </TwoLines>
            ),
          },
          { name: "cells", cell: (a) => cells(a) },
          { title: "生效", num: true, cell: (a) => (a.effective_at ? time(a.effective_at).slice(0, 16) : "通过后立即") },
          {
            name: "reason_kind",
            cell: (a) => (
              <TwoLines under={a.reason}>
                {ADJUST_REASONS[a.reason_kind]}
                {a.source !== "staff" && `（${ADJUST_SOURCES[a.source]}）`}
              </TwoLines>
            ),
          },
          {
            title: "申请",
            cell: (a) => (
              <>
                <TwoLines under={<TimeText at={a.created_at} />}>{a.maker_name ?? "—"}</TwoLines>
                {act?.(a)}
              </>
            ),
          },
        ]}
      />
    </Section>
  );
}
