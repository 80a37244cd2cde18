/** What another official fee does to the products that charge it, and the price requests that follow. */
import { feeCents } from "@visadesk/contract/base-data/official-fee.rules.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { Ctx } from "#kit/call/context.ts";
import { refuseUnless } from "#kit/http/refuse.ts";
import type { FeeAdjustAsk, FeeAdjustResult, FeeChange, FeeChangeAsk } from "../../base-data/index.ts";
import { boundsFault, feeCells, isSale, marginsOf, sameCell } from "./price-adjustment.rules.ts";
import { openCells, pricedSkus, skusOfFees, type OpenCell, type PricedRow } from "./price-adjustment.sql.ts";
import { priceAdjustmentOpen, type AskedCell } from "./price-adjustment.ts";

/** Products judged at once. */
const MAX = 500;

/** A change with what its fee cells rest on. */
interface Change extends FeeChange {
  cells: AskedCell[];
}

/** Products of the former fee rows, those without an open request first, and how many there are. */
export async function feeChanges(ctx: Ctx, ask: FeeChangeAsk): Promise<{ total: number; list: Change[] }> {
  const linked = await skusOfFees(ctx.db, ask.former, ask.at, MAX);
  const ids = linked.map((l) => l.id);
  const skus = new Map((await pricedSkus(ctx.db, ids, ask.at)).map((s) => [s.id, s]));
  const open = await openCells(ctx.db, "sku", ids);
  const list = linked.flatMap(({ id, price_kind }) => {
    const sku = skus.get(id);
    return sku ? [changeOf(ctx, ask, sku, price_kind, open)] : [];
  });
  return { total: linked[0]?.total ?? 0, list };
}

type Kind = "embassy_fee" | "centre_fee";

/** The rate of a change: the typed one, else that of the present row when its currency is the same. */
function rateFor(ask: FeeChangeAsk, sku: PricedRow, kind: Kind): string | null {
  if (ask.fee.currency === "CNY") return null;
  const row = sku.rows.find((r) => r.price_kind === kind);
  return ask.rate ?? (row?.currency === ask.fee.currency ? row.rate : null);
}

function cellsOf(ask: FeeChangeAsk, sku: PricedRow, kind: Kind, rate: string | null): AskedCell[] {
  const { id, currency, adult, child } = ask.fee;
  const amounts = { adult, child: child ?? adult };
  const cny = { adult: feeCents(amounts.adult, currency, rate), child: feeCents(amounts.child, currency, rate) };
  if (cny.adult === null || cny.child === null) return [];
  return feeCells(sku, kind, { adult: cny.adult, child: cny.child }, ask.keep).map((c) =>
    c.price_kind === kind ? { ...c, official: { official_fee_id: id, currency, foreign_amount: amounts[c.band], rate } } : c,
  );
}

function changeOf(ctx: Ctx, ask: FeeChangeAsk, sku: PricedRow, kind: Kind, open: readonly OpenCell[]): Change {
  const rate = rateFor(ask, sku, kind);
  const cells = cellsOf(ask, sku, kind, rate);
  const adult = (price_kind: string): number | null => sku.rows.find((r) => r.price_kind === price_kind && r.ref_id === "")?.adult ?? null;
  const changed = (price_kind: "retail" | Kind): number | null =>
    cells.find((c) => sameCell(c, { price_kind, ref_id: "", band: "adult" }))?.new ?? adult(price_kind);
  const margin = ctx.has(may.cost_view)
    ? marginsOf(sku, cells, sku.supplier).find((m) => m.price_kind === "retail" && m.band === "adult")
    : null;
  const fee_new = feeCents(ask.fee.adult, ask.fee.currency, rate);
  const taken = open.find((o) => o.target_id === sku.id && cells.some((c) => sameOpen(c, o)));
  return {
    sku_id: sku.id,
    sku_no: sku.sku_no,
    name: sku.name,
    sku_status: sku.sku_status,
    rate,
    fee_old: adult(kind) ?? 0,
    fee_new,
    retail_old: adult("retail"),
    retail_new: changed("retail"),
    margin_old: margin?.old ?? null,
    margin_new: margin?.new ?? null,
    fee_in_cost: (kind === "embassy_fee" ? sku.supplier?.embassy_included : sku.supplier?.centre_included) ?? false,
    cells,
    adjust_no: taken?.adjust_no ?? null,
    fault: faultOf(sku, cells, fee_new),
  };
}

const sameOpen = (c: AskedCell, o: OpenCell): boolean => c.price_kind === o.price_kind && c.ref_id === o.ref_id && c.band === o.band;

function faultOf(sku: PricedRow, cells: readonly AskedCell[], feeNew: number | null): string | null {
  if (feeNew === null) return "请输入汇率";
  if (cells.length === 0) return "按此汇率折合后金额不变";
  return sku.rows.some((r) => isSale(r.price_kind)) ? boundsFault(sku, cells) : null;
}

/** One request per chosen product in one batch; a product that has an open one, or cannot be changed, says so. */
export async function feeAdjust(ctx: Ctx, ask: FeeAdjustAsk): Promise<FeeAdjustResult> {
  const { total, list } = await feeChanges(ctx, ask);
  refuseUnless(total === ask.expected_count, "count_changed", "受影响的商品数已变化，请重新确认", { count: total });
  const refused = new Map<number, string>();
  const items: { target_id: number; cells: AskedCell[] }[] = [];
  for (const id of new Set(ask.sku_ids)) {
    const change = list.find((c) => c.sku_id === id);
    if (!change) refused.set(id, "商品已不再使用此收费");
    else if (change.adjust_no !== null) refused.set(id, `该价格已有待审核的调价单 ${change.adjust_no}`);
    else if (change.fault !== null) refused.set(id, change.fault);
    else items.push({ target_id: id, cells: change.cells });
  }
  const { batch_no, results } = await priceAdjustmentOpen(ctx, {
    target_kind: "sku",
    reason_kind: "embassy",
    reason: ask.reason,
    source: "fee",
    effective_at: ask.at > ctx.now ? ask.at : null,
    items,
  });
  const rows = [
    ...results.map((r) => ({ id: r.target_id, ok: r.adjust_no !== null, msg: r.adjust_no ?? r.msg })),
    ...[...refused].map(([id, msg]) => ({ id, ok: false, msg })),
  ];
  return { batch_no, opened: rows.filter((r) => r.ok).length, results: rows };
}
