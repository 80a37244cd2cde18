/** Cells and words of a change of prices that list, drawers and product page share. */
import { flowTag, Mark } from "#kit/page/flow-tag.tsx";
import { Money } from "#kit/form/format-cells.tsx";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { time } from "@visadesk/contract/kit/format.ts";
import { priceAdjustmentFlow } from "@visadesk/contract/product/price/price-adjustment.flow.ts";
import { adjustText, cellWord } from "@visadesk/contract/product/price/price-adjustment.rules.ts";
import { ADJUST_EFFECTS, type priceAdjustmentApi } from "@visadesk/contract/product/price/price-adjustment.ts";
import "./price-adjustment.css";
import "../sku/product.css";

export type Adjustment = Output<typeof priceAdjustmentApi.price_adjustment_query>["list"][number];
export type AdjustDetail = Output<typeof priceAdjustmentApi.price_adjustment_get>;
export type Cell = Adjustment["cells"][number];
type Key = Pick<Cell, "price_kind" | "ref_id" | "band">;

export const sameCell = (a: Key, b: Key): boolean => a.price_kind === b.price_kind && a.ref_id === b.ref_id && a.band === b.band;
const signed = (amount: number, kind: Key["price_kind"] = "retail"): string => `${amount > 0 ? "+" : ""}${adjustText(kind, amount)}`;

/** An amount of a cell: money, or the percentage of a rate. */
export const Amount = ({ of, value }: { of: Key; value: number | null }) =>
  of.price_kind === "rate" || value === null ? <span className="vd-num">{adjustText(of.price_kind, value)}</span> : <Money cents={value} />;

/** `+¥20.00` in grey: dearer is neither good nor bad. Prices that begin or end have no difference. */
export const Delta = ({ of: { price_kind, old, new: next } }: { of: Cell }) =>
  old === null || next === null ? (
    price_kind === "override" ? null : (
      <span className="vd-muted">{old === null ? "新增" : "取消"}</span>
    )
  ) : (
    <span className="vd-tiny vd-muted vd-num vd-apart">{signed(next - old, price_kind)}</span>
  );
/** A change of income or margin, red when it is a loss. */
export const Gain = ({ cents }: { cents: number }) => <span className={`vd-num${cents < 0 ? " vd-error" : ""}`}>{signed(cents)}</span>;

const LINES = 2;
/** The first cells, and how many more there are. */
export function CellLines({ cells, all }: { cells: readonly Cell[]; all?: boolean }) {
  const shown = all ? cells : cells.slice(0, LINES);
  const text = cells.map((c) => `${cellWord(c)} ${adjustText(c.price_kind, c.old)} → ${adjustText(c.price_kind, c.new)}`).join("\n");
  return (
    <span className={all ? "vd-two is-all" : "vd-two"} title={text}>
      {shown.map((c) => (
        <span key={cellWord(c)}>
          {cellWord(c)} <Amount of={c} value={c.old} /> → <Amount of={c} value={c.new} />
          <Delta of={c} />
        </span>
      ))}
      {cells.length > shown.length && <small>另 {cells.length - shown.length} 项</small>}
    </span>
  );
}

export const FloorMark = () => <Mark tone="red">低于底线</Mark>;

export const AdjustState = ({ a }: { a: Pick<Adjustment, "adjustment_status"> }) => (
  <>{flowTag(priceAdjustmentFlow, a.adjustment_status)}</>
);

const minute = (at: string): string => time(at).slice(0, 16);
/** From when it holds, or shall hold once passed. */
export const effectWords = (a: Pick<Adjustment, "applied_at" | "effective_at" | "effect_mode">): string =>
  a.applied_at ? minute(a.applied_at) : a.effective_at ? minute(a.effective_at) : ADJUST_EFFECTS[a.effect_mode];

/** What stands in the way of a move of the reader's; null: nothing. */
export const missing = (a: Pick<Adjustment, "moves">, move: string): string | null => a.moves.find((m) => m.move === move)?.missing ?? null;
