/** Prices of one product beside what they shall become; what remains is judged while one types. */
import { cellWord } from "@visadesk/contract/product/price/price-adjustment.rules.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState, type ReactNode } from "react";
import { Rows, type RowsColumn } from "#kit/table/rows.tsx";
import { ask } from "#kit/act/ask.ts";
import { Mark } from "#kit/page/flow-tag.tsx";
import { Money } from "#kit/form/format-cells.tsx";
import { MoneyInput } from "#kit/inputs/money-input.tsx";
import { useCan } from "#kit/app/session.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { ADJUST_KINDS, priceAdjustmentApi } from "@visadesk/contract/product/price/price-adjustment.ts";
import { FloorMark, sameCell, type Cell } from "./price-adjustment-cells.tsx";
import { Margin, type SkuDetail } from "../sku/sku-cells.tsx";

type Price = SkuDetail["prices"][number];
type AskedCell = Omit<Cell, "price_kind"> & Pick<Price, "price_kind">;
type Band = "adult" | "child";
const WAIT_MS = 400;

/** Rows in force: what can be changed now. */
const inForce = (sku: SkuDetail, now: number): Price[] => sku.prices.filter((p) => Date.parse(p.effective_from) <= now);
const amountOf = (p: Price, band: Band): number => (band === "child" ? (p.child ?? p.adult) : p.adult);
const keyOf = (p: Price, band: Band) => ({ price_kind: p.price_kind, ref_id: p.ref_id, band });
const isAsked = (sku: SkuDetail, p: Price, band: Band): boolean =>
  sku.adjustments.some((a) => a.adjustment_status === "pending" && a.cells.some((c) => sameCell(c, keyOf(p, band))));

function useLate<T>(value: T): T {
  const [late, setLate] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setLate(value), WAIT_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return late;
}

function useCheck(skuId: number, cells: readonly AskedCell[]) {
  const late = useLate(cells);
  const isOn = late.length > 0 && cells.length > 0;
  const answer = useQuery({
    queryKey: ["price_adjustment_check", skuId, late],
    queryFn: ({ signal }) =>
      ask(priceAdjustmentApi.price_adjustment_check, { sku_id: skuId, cells: [...late], effective_at: null }, { signal, noToast: true }),
    enabled: isOn,
    placeholderData: keepPreviousData,
  });
  return isOn ? answer.data : undefined;
}

export interface AdjustGridProps {
  sku: SkuDetail;
  now: number;
  value?: readonly AskedCell[];
  onChange?: (cells: AskedCell[] | undefined) => void;
}

export function AdjustGrid({ sku, now, value = [], onChange }: AdjustGridProps) {
  const seesCost = useCan(may.cost_view);
  const check = useCheck(sku.id, value);
  const bands: readonly Band[] = sku.child_age > 0 ? ["adult", "child"] : ["adult"];
  const put = (p: Price, band: Band, cents: number | null): void => {
    const key = keyOf(p, band);
    const old = amountOf(p, band);
    const rest = value.filter((c) => !sameCell(c, key));
    const next = cents === null || cents === old ? rest : [...rest, { ...key, old, new: cents }];
    onChange?.(next.length > 0 ? next : undefined);
  };
  const typed = (p: Price, band: Band): number | null => value.find((c) => sameCell(c, keyOf(p, band)))?.new ?? null;
  const margin = (p: Price, band: Band) => check?.margins?.find((m) => sameCell(m, keyOf(p, band)));
  const cell = (p: Price, band: Band): ReactNode =>
    band === "child" && p.price_kind === "urgent" ? (
      <span className="vd-blank">—</span>
    ) : (
      <>
        <Money cents={amountOf(p, band)} /> →{" "}
        {isAsked(sku, p, band) ? (
          <Mark tone="orange">调价待审</Mark>
        ) : (
          <MoneyInput
            aria-label={`${cellWord({ ...keyOf(p, band), ref_name: p.ref_name })} 新价`}
            value={typed(p, band)}
            onChange={(cents) => put(p, band, cents)}
            placeholder="不变"
          />
        )}
      </>
    );
  return (
    <div className="aj-grid">
      <Rows
        label="新价格"
        rows={inForce(sku, now)}
        rowProps={(p) => ({ className: bands.some((b) => typed(p, b) !== null) ? "is-changed" : "" })}
        columns={[
          { title: "价格", cell: (p) => `${ADJUST_KINDS[p.price_kind]} ${p.ref_name ?? p.ref_id}` },
          ...bands.map((band): RowsColumn<Price> => ({
            title: band === "adult" ? "成人 原价 → 新价" : `儿童（未满${sku.child_age}岁）`,
            cell: (p) => cell(p, band),
          })),
          seesCost && {
            title: "调价后毛利",
            end: true,
            cell: (p) =>
              bands.map((band) => {
                const m = margin(p, band);
                return m && m.new !== m.old ? (
                  <div key={band}>
                    <Margin cents={m.new} />
                  </div>
                ) : null;
              }),
          },
        ]}
      />
      {check && (
        <output className="vd-wraps vd-small vd-before-8">
          {!check.ok && <span className="vd-error">{check.msg}</span>}
          {check.ok && <span className="vd-muted">共修改 {check.cells.length} 项</span>}
          {check.ok && check.below_floor && (
            <span>
              <FloorMark /> 须由有放行权限的人审核
            </span>
          )}
        </output>
      )}
    </div>
  );
}
