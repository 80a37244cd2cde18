/** Requests that would change what a protection costs. */
import { adjustText } from "@visadesk/contract/product/price/price-adjustment.rules.ts";
import { Withdraw } from "../price-adjustment/price-adjustment-withdraw.tsx";
import { LiveAdjustments } from "../price-adjustment/price-adjustment-live.tsx";
import type { ProtectionDetail } from "./refuse-no-worry-cells.tsx";
import "../sku/product.css";

type Cell = ProtectionDetail["adjustments"][number]["cells"][number];
const cellName = (c: Cell, isFixed: boolean): string => {
  if (c.price_kind === "override") return `单独定价 ${c.ref_id}`;
  return c.price_kind === "rate" ? "费率" : isFixed ? "售价" : "最低售价";
};
const cellText = (c: Cell, isFixed: boolean): string =>
  `${cellName(c, isFixed)} ${adjustText(c.price_kind, c.old)} → ${adjustText(c.price_kind, c.new)}`;

export const ProtectionAdjustments = ({ product: p }: { product: ProtectionDetail }) => (
  <LiveAdjustments
    list={p.adjustments}
    until="通过前售价不变"
    cells={(a) => a.cells.map((c) => <div key={`${c.price_kind} ${c.ref_id}`}>{cellText(c, p.pricing === "fixed")}</div>)}
    act={(a) => <Withdraw kind="refuse_no_worry_product" a={a} />}
  />
);
